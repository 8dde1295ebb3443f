import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

/** A `trueup` command that runs. */
export interface Run {
  /** The output up to now. */
  readonly output: { stdout: string; stderr: string }
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>
  /** Resolves when standard output matches. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  kill(signal: NodeJS.Signals): void
}

/** Where a command runs; the default is where the tests do. */
export interface CliPlace {
  cwd?: string
  env?: NodeJS.ProcessEnv
}

/** Runs `trueup` with these arguments. */
export interface Trueup {
  (...args: string[]): Run
  in(place: CliPlace): (...args: string[]) => Run
}

const script = resolve(__dirname, '..', '..', 'dist', 'cli', 'index.js')

/**
 * Returns a function that runs the built `trueup` with arguments. Kills commands that still run at the end of a test.
 */
export function useCli(end: 'of a test' | 'of all' = 'of a test'): Trueup {
  const running = new Set<Run>()

  const killAll = () => {
    for (const run of running) run.kill('SIGKILL')
  }
  if (end === 'of a test') afterEach(killAll)
  else afterAll(killAll)

  const runIn =
    (place: CliPlace) =>
    (...args: string[]) => {
      const run = start(args, place)
      running.add(run)
      void run.ended.then(() => running.delete(run))
      return run
    }
  return Object.assign(runIn({}), { in: runIn })
}

function start(args: string[], place: CliPlace): Run {
  const child = spawn(process.execPath, [script, ...args], place)
  const output = { stdout: '', stderr: '' }
  const watchers = new Set<() => void>()
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (chunk: Buffer) => {
      output[stream] += chunk.toString()
      for (const watch of watchers) watch()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    output,
    ended,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const watch = () => {
          const match = pattern.exec(output.stdout)
          if (match) resolve(match)
        }
        watchers.add(watch)
        watch()
        void ended.then((code) => reject(new Error(`ended with ${code}: ${output.stdout}${output.stderr}`)))
      }),
    kill: (signal) => void child.kill(signal),
  }
}
