/**
 * `node dist/tools/test-cost/index.js --test 400 --workload 20`: compares the CPU seconds of `npm test` with the fixed
 * workload, which ran before and after it, so that the speed of the machine does not matter. Continuous integration calls
 * it. `--record` writes a new bound.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { repositoryRoot } from '../pulumi/paths'

/** Tests cost at most this many times what was recorded. Machines and runs differ by less. */
const tolerance = { test: 1.5, full: 1.25 }

/** What the tests cost when the bounds were recorded. */
interface Recorded {
  /** The CPU seconds of `npm test`, divided by the CPU seconds of the workload. */
  test: number
  /** The CPU seconds of `npm run test:full` and `npm run lint:types`, divided in the same way. */
  full: number
  /** The CPU seconds of each file of `npm test`, on the machine of that run. */
  files: Record<string, number>
}

const recordFile = join(repositoryRoot, 'tools', 'test-cost', 'recorded.json')
/** Written by `test/support/environment.cjs`. */
const costsFile = join(repositoryRoot, 'node_modules', '.cache', 'trueup', 'test-costs.jsonl')

const round = (value: number) => Math.round(value * 100) / 100

/** The CPU seconds of the files of the last run, the most expensive first. */
function filesOfRun(): [file: string, cpu: number][] {
  const lines = readFileSync(costsFile, 'utf8').split('\n').filter(Boolean)
  const costs = lines.map((line) => JSON.parse(line) as { file: string; cpu: number })
  return costs.map(({ file, cpu }): [string, number] => [file, cpu]).sort(([, one], [, other]) => other - one)
}

const readRecord = () => JSON.parse(readFileSync(recordFile, 'utf8')) as Recorded

function record({ test, full }: Ratios): void {
  const recorded: Recorded = {
    ...readRecord(),
    ...(test !== undefined && {
      test: round(test),
      files: Object.fromEntries(filesOfRun().map(([file, cpu]) => [file, round(cpu)])),
    }),
    ...(full !== undefined && { full: round(full) }),
  }
  writeFileSync(recordFile, `${JSON.stringify(recorded, null, 2)}\n`)
}

/** Whether the cost is within the bound. */
function compare(name: keyof Ratios, ratio: number): boolean {
  const recorded = readRecord()[name]
  const bound = round(tolerance[name] * recorded)
  const [what, rest] = [{ test: 'npm test', full: 'npm run test:full' }[name], `at most ${bound}`]
  console.log(`${what} costs ${round(ratio)} times the fixed workload; recorded: ${recorded}, ${rest}.`)
  return ratio <= bound
}

/** The files of `npm test` that cost most, beside what they cost before. */
function explain(ratio: number): void {
  const recorded = readRecord()
  // This machine can be faster or slower than the one of the record.
  const now = filesOfRun()
  const sum = (costs: number[]) => costs.reduce((all, one) => all + one, 0)
  const speed = (sum(now.map(([, cpu]) => cpu)) / sum(Object.values(recorded.files))) * (recorded.test / ratio)
  console.log(
    'The files that cost most, in CPU seconds, and what they cost at the time of the record, at the speed of this machine:',
  )
  for (const [file, cpu] of now.slice(0, 10)) {
    const before = recorded.files[file]
    console.log(
      `${cpu.toFixed(1).padStart(8)}  ${before === undefined ? 'new'.padStart(8) : (before * speed).toFixed(1).padStart(8)}  ${file}`,
    )
  }
  console.log('Make a test cheaper, or move it to npm run test:full in test/tiers.cjs.')
}

/** Costs, divided by that of the workload. */
interface Ratios {
  test?: number
  full?: number
}

interface Options {
  test?: number
  full?: number
  workload: number
  record?: boolean
}

new Command('test-cost')
  .description('Compares the cost of tests with a fixed workload.')
  .option('--test <seconds>', 'the CPU seconds of npm test', Number)
  .option('--full <seconds>', 'the CPU seconds of npm run test:full and npm run lint:types', Number)
  .requiredOption('--workload <seconds>', 'the CPU seconds of the fixed workload', Number)
  .option('--record', 'record these costs as the bounds')
  .action(({ test, full, workload, record: isRecord }: Options) => {
    const ratios: Ratios = {
      ...(test !== undefined && { test: test / workload }),
      ...(full !== undefined && { full: full / workload }),
    }
    if (isRecord) record(ratios)
    if (ratios.test !== undefined && !compare('test', ratios.test)) {
      explain(ratios.test)
      process.exitCode = 1
    }
    if (ratios.full !== undefined && !compare('full', ratios.full)) {
      console.log(
        'The files that cost most are listed after the tests. Make one cheaper, or move it to npm run test:nightly.',
      )
      process.exitCode = 1
    }
  })
  .parse()
