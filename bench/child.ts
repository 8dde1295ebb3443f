import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { withOpen } from './open'

/** The result of a process, and its duration from the start to the end of its output. */
export interface Ran {
  seconds: number
  stdout: string
}

export interface RunOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
}

/** Runs a process. @throws Error with its output if it fails. */
export async function run(command: string, args: string[], options: RunOptions = {}): Promise<Ran> {
  const began = performance.now()
  // In its own process group: Ctrl-C only reaches this process, which stops the children in order.
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const ended = once(child, 'close') as Promise<[number | null]>
  return withOpen({ close: () => stop(child, ended) }, async () => {
    const [code] = await ended
    const seconds = (performance.now() - began) / 1000
    if (code === 0) return { seconds, stdout: output.stdout }
    const printed = `${output.stdout}\n${output.stderr}`.trim().split('\n').slice(-40).join('\n')
    throw new Error(`${command} ${args.join(' ')} ended with exit code ${code}.\n${printed}`)
  })
}

/** The time that a process has to exit. Pulumi stops its own children in this time. */
const graceMs = 10_000

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  process.kill(-child.pid, 'SIGTERM')
  const late = sleep(graceMs, 'late', { ref: false })
  if ((await Promise.race([ended.catch(() => undefined), late])) !== 'late') return
  process.kill(-child.pid, 'SIGKILL')
  await ended.catch(() => undefined)
}
