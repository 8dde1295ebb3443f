import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestNote } from '../../test/support/service'
import type { ScratchWorld } from '../../test/support/service/scratch-world'
import { Failed } from '../compare/connection'
import { repositoryRoot } from '../pulumi/paths'

/** The result of a test. */
export interface TestResult {
  /** The name of the file, which is a kind or `sets`. */
  kind: string
  title: string
  result: 'passed' | 'failed' | 'skipped'
  /** Why it was skipped. */
  reasons: string[]
  /** Why it failed. */
  failure: string
  /** The errors that the service responded with. */
  errors: string[]
}

/** The part of Jest's report that is used. */
interface JestReport {
  testResults: {
    name: string
    message: string
    assertionResults: { ancestorTitles: string[]; fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** Runs the tests of the kinds in a scratch world. */
export async function runSuites(
  kinds: readonly string[],
  world: ScratchWorld,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<TestResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'trueup-tests-'))
  try {
    const [notes, out] = [join(folder, 'notes'), join(folder, 'report.json')]
    await jest(
      [
        ...['--selectProjects', 'service', '--reporters', join(__dirname, 'progress.cjs'), '--maxWorkers', '1'],
        // The titles of the tests start with the name of the file.
        ...['--testNamePattern', `^(?:${kinds.join('|')})\\.test\\.ts `],
        ...['--silent', '--json', '--outputFile', out, '--', 'resources/suite'],
      ],
      { TRUEUP_TEST_SERVICE: JSON.stringify(world), TRUEUP_TEST_SERVICE_NOTES: notes },
      say,
      signal,
    )
    signal.throwIfAborted()
    const written = await readFile(out, 'utf8').catch(() => {
      throw new Failed('the tests could not be started')
    })
    const report = JSON.parse(written) as JestReport
    const lines = (await readFile(notes, 'utf8').catch(() => '')).split('\n').filter(Boolean)
    return resultsOf(
      report,
      lines.map((line) => JSON.parse(line) as TestNote),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function jest(args: string[], env: NodeJS.ProcessEnv, say: (line: string) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const bin = join(repositoryRoot, 'node_modules/jest/bin/jest.js')
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: repositoryRoot,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const stop = () => void child.kill('SIGTERM')
    signal.addEventListener('abort', stop)
    child.stderr.setEncoding('utf8').on('data', (text: string) => text.split('\n').filter(Boolean).forEach(say))
    child.on('error', reject)
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop)
      if (signal.aborted || code === 0 || code === 1) resolve()
      else reject(new Failed(`the tests ended with code ${code}`))
    })
  })
}

function resultsOf({ testResults }: JestReport, notes: TestNote[]): TestResult[] {
  // Tests can have the same name. They run in the order of the report.
  const notesOf = new Map<string, TestNote[]>()
  for (const note of notes) {
    const name = `${note.file} ${note.test}`
    notesOf.set(name, [...(notesOf.get(name) ?? []), note])
  }
  return testResults.flatMap(({ name, message, assertionResults }) => {
    if (assertionResults.length === 0) {
      return [{ kind: 'all', title: 'the whole suite', result: 'failed', reasons: [], failure: message, errors: [] }]
    }
    return assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ ancestorTitles: [file = ''], fullName, status, failureMessages }): TestResult => {
        const { skips = [], errors = [] } = notesOf.get(`${name} ${fullName}`)?.shift() ?? {}
        const failure = failureMessages.join('\n').split('\n    at ')[0]!
        const result = skips.length > 0 ? 'skipped' : (status as 'passed' | 'failed')
        const kind = file.replace('.test.ts', '')
        return { kind, title: fullName.slice(file.length + 1), result, reasons: skips, failure, errors }
      })
  })
}
