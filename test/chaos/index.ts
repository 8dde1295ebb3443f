/**
 * `npm run test:chaos -- --runs 500`: changes random programs into others under the real engine while the service fails
 * and processes are killed, and then checks the invariants. A changed program can declare the same objects with other
 * resources. Each run has its own seed.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { SingleBar } from 'cli-progress'
import { Command, InvalidArgumentError, Option } from 'commander'
import { attempt, type Outcome, sum } from './attempt'
import { type Front, fronts } from './front'
import type { Tally } from './run'
import { Runner } from './runner'

interface Flags {
  runs: number
  seed: number
  workers: number
  path?: string
  shrink?: boolean
  front: Front | 'mixed'
}

const whole = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

const command = new Command('npm run test:chaos --')
  .option('--runs <n>', 'number of runs', whole, 50)
  .option('--seed <n>', 'seed of the first run; each further run increments it', whole, Date.now() % 1_000_000_000)
  .option('--workers <n>', 'number of concurrent runs', whole, availableParallelism())
  .option('--path <path>', 'the path of a shrunk scenario')
  .option('--shrink', 'shrink a failing scenario')
  .addOption(
    new Option('--front <front>', 'dynamic resources, YAML with the plugin, trueup/native, or a third of the runs each')
      .choices([...fronts, 'mixed'])
      .default('mixed'),
  )
  .addOption(new Option('--native', 'short for --front native').implies({ front: 'native' }))
  .action(main)

async function main(flags: Flags): Promise<void> {
  const { runs, seed, front } = flags
  let next = seed
  let done = 0
  let tally: Tally = {}
  const failures: string[] = []
  process.stdout.write(`${runs} runs from seed ${seed}, front ${front}\n`)
  const bar = new SingleBar({
    format: '[{bar}] {value} of {total} runs, {failed} failed, {duration_formatted}',
    ...quiet,
  })
  bar.start(runs, 0, { failed: 0 })
  const each = async () => {
    const worker = fork(__filename, [], {
      env: { ...process.env, CHAOS_WORKER: JSON.stringify(flags) },
    })
    try {
      while (next < seed + runs) {
        const outcome = await ask(worker, next++)
        tally = sum(tally, outcome.tally)
        if (outcome.failure !== undefined) {
          failures.push(outcome.failure)
          process.stdout.write(`\n${outcome.failure}\n`)
        }
        bar.update(++done, { failed: failures.length })
      }
    } finally {
      worker.disconnect()
    }
  }
  await Promise.all(Array.from({ length: Math.min(flags.workers, runs) }, each))
  bar.stop()
  process.stdout.write(`\n${table(tally)}\n${failures.length} of ${runs} runs violate an invariant\n`)
  process.exitCode = failures.length > 0 ? 1 : 0
}

/** Prints a line every 30 seconds if the output is not a terminal. */
const quiet = { noTTYOutput: true, notTTYSchedule: 30_000 }

const table = (tally: Tally): string =>
  Object.entries(tally)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([what, times]) => `${String(times).padStart(7)}  ${what}`)
    .join('\n')

function ask(worker: ChildProcess, seed: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the worker of seed ${seed} ended with ${code}`))
    worker.once('exit', ended).once('message', (outcome: Outcome) => {
      worker.off('exit', ended)
      resolve(outcome)
    })
    worker.send(seed)
  })
}

/** Runs the seeds that the parent process sends. */
function work({ front, path, shrink = false }: Flags): void {
  const runner = new Runner()
  const options = { shrink, ...(front !== 'mixed' && { front }), ...(path !== undefined && { path }) }
  process.on('message', (seed: number) => {
    void attempt(runner, seed, options).then((outcome) => process.send?.(outcome))
  })
  // The parent process waits until this one has ended.
  process.on('disconnect', () => void runner.close().finally(() => process.exit()))
}

const { CHAOS_WORKER: worker } = process.env
if (worker === undefined) void command.parseAsync()
else work(JSON.parse(worker) as Flags)
