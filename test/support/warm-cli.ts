import { type ChildProcess, fork } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { CliPlace, Run } from '../shared/cli'

/** A `trueup` command that ends by itself. */
export type WarmRun = Pick<Run, 'output' | 'ended'>

/** Runs `trueup` with these arguments. */
export interface WarmTrueup {
  (...args: string[]): WarmRun
  in(place: CliPlace): (...args: string[]) => WarmRun
}

interface Result {
  code: number | null
  stdout: string
  stderr: string
}

const root = resolve(__dirname, '..', '..')

/**
 * Like `useCli`, but the commands run one after the other in one process, which spares each of them most of its start:
 * for a file with many commands that end by themselves. Waits before retries are shorter. Run some commands with
 * `useCli` also.
 */
export function useWarmCli(): WarmTrueup {
  let warm: ChildProcess | undefined
  let turn: Promise<unknown> = Promise.resolve()

  afterAll(() => warm?.kill('SIGKILL'))

  function perform(args: string[], { cwd = process.cwd(), env = process.env }: CliPlace): Promise<Result> {
    const child = (warm ??= fork(join(__dirname, 'warm-process.cjs'), [join(root, 'dist', 'cli', 'index.js')], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    }))
    return new Promise((done) => {
      const said = { stdout: '', stderr: '' }
      for (const stream of ['stdout', 'stderr'] as const) {
        child[stream]?.removeAllListeners('data').on('data', (chunk: Buffer) => (said[stream] += chunk.toString()))
      }
      child.removeAllListeners('close').on('close', (code) => {
        warm = undefined
        done({ code, ...said })
      })
      child.removeAllListeners('message').on('message', (result) => done(result as Result))
      child.send({ args, cwd, env })
    })
  }

  const runIn =
    (place: CliPlace) =>
    (...args: string[]): WarmRun => {
      const output = { stdout: '', stderr: '' }
      const ended = turn.then(async () => {
        const { code, stdout, stderr } = await perform(args, place)
        Object.assign(output, { stdout, stderr })
        return code
      })
      turn = ended
      return { output, ended }
    }
  return Object.assign(runIn({}), { in: runIn })
}
