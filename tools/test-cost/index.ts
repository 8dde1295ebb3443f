/**
 * `node dist/tools/test-cost/index.js --cpu 400 --workload 20`: compares the CPU seconds of `npm test` with the fixed
 * workload, which ran in the same minutes, so that the speed of the machine does not matter. Continuous integration calls
 * it. `--record` writes a new bound.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { repositoryRoot } from '../pulumi/paths'

/** A test run costs at most this many times what was recorded. Machines and runs differ by less. */
const tolerance = 1.5

/** What `npm test` cost when the bound was recorded. */
interface Recorded {
  /** The CPU seconds of `npm test`, divided by the CPU seconds of the workload. */
  ratio: number
  /** The CPU seconds of each file, on the machine of that run. */
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

function record(ratio: number): void {
  const files = Object.fromEntries(filesOfRun().map(([file, cpu]) => [file, round(cpu)]))
  writeFileSync(recordFile, `${JSON.stringify({ ratio: round(ratio), files } satisfies Recorded, null, 2)}\n`)
  console.log(`npm test costs ${round(ratio)} times the fixed workload: recorded.`)
}

function compare(ratio: number): void {
  const recorded = JSON.parse(readFileSync(recordFile, 'utf8')) as Recorded
  const bound = round(tolerance * recorded.ratio)
  console.log(`npm test costs ${round(ratio)} times the fixed workload; recorded: ${recorded.ratio}, at most ${bound}.`)
  if (ratio <= bound) return
  // This machine can be faster or slower than the one of the record.
  const now = filesOfRun()
  const sum = (costs: number[]) => costs.reduce((all, one) => all + one, 0)
  const speed = (sum(now.map(([, cpu]) => cpu)) / sum(Object.values(recorded.files))) * (recorded.ratio / ratio)
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
  process.exitCode = 1
}

new Command('test-cost')
  .description('Compares the cost of npm test with a fixed workload.')
  .requiredOption('--cpu <seconds>', 'the CPU seconds of npm test', Number)
  .requiredOption('--workload <seconds>', 'the CPU seconds of the fixed workload', Number)
  .option('--record', 'record this cost as the bound')
  .action(({ cpu, workload, record: isRecord }: { cpu: number; workload: number; record?: boolean }) => {
    if (isRecord) record(cpu / workload)
    else compare(cpu / workload)
  })
  .parse()
