import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pythonWith } from '../../../test/shared/python'
import type { Flavor } from '../..'
import { useEmulator } from '../support/emulator'

const program = join(__dirname, 'python_gitlab')
const requirements = join(program, 'requirements.txt')
const python = pythonWith(requirements, '3.10')
/** Isolated, and without writing compiled files. */
const args = ['-I', '-B', program]
const runMs = 100_000

/** A test of the Python program. */
interface Listed {
  id: string
  /** The docstring of its class. */
  about: string
  title: string
  /** Its only flavor; null for both. */
  flavor: Flavor | null
}

/** The result of a test. */
interface Outcome {
  id: string
  passed: boolean
  output: string
}

it('pins every package, so that no other version is tested', () => {
  for (const line of readFileSync(requirements, 'utf8').trim().split('\n')) expect(line).toMatch(/^[\w-]+==[\w.]+$/)
})

if ('missing' in python) {
  // Python is optional. The title says what is missing, so that the report shows why no test ran.
  it.skip(`python-gitlab: ${python.missing}`, () => {})
} else {
  const tests = list(python.path)
  describe.each<Flavor>(['spec', 'gitlab'])('python-gitlab, flavor %s', (flavor) => {
    const own = tests.filter((test) => test.flavor === null || test.flavor === flavor)
    runTests(python.path, flavor, own)
  })
}

function runTests(path: string, flavor: Flavor, tests: Listed[]): void {
  const emulator = useEmulator({ flavor })
  let results: Awaited<ReturnType<typeof runAll>>
  beforeAll(async () => {
    results = await runAll(path, { EMULATOR_URL: emulator.url, EMULATOR_FLAVOR: flavor })
  }, 2 * runMs)

  for (const about of new Set(tests.map((test) => test.about))) {
    describe(about, () => {
      for (const { id, title } of tests.filter((test) => test.about === about)) {
        it(title, () => {
          const outcome = results.outcomes.get(id)
          if (!outcome) throw new Error(`Python did not report ${id}.\n${results.errors}`)
          if (!outcome.passed) throw withoutStack(outcome.output)
        })
      }
    })
  }
}

/** An error with Python's output only. */
function withoutStack(output: string): Error {
  return Object.assign(new Error(output), { stack: output })
}

function list(path: string): Listed[] {
  const { status, stdout, stderr } = spawnSync(path, [...args, '--list'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the tests cannot be listed:\n${stderr}`)
  return parseLines(stdout)
}

async function runAll(path: string, env: Record<string, string>) {
  const options = { env: { ...process.env, ...env }, timeout: runMs }
  const child = spawn(path, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  await once(child, 'close')
  const outcomes = parseLines<Outcome>(output.stdout).map((one) => [one.id, one] as const)
  return { outcomes: new Map(outcomes), errors: output.stderr }
}

function parseLines<T>(text: string): T[] {
  const lines = text.split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as T)
}
