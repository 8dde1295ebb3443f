import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const children = new Set<ChildProcess>()

/** Starts a process that `stopChildren` can stop. */
export function start(command: string, args: string[], cwd: string, env: Record<string, string> = {}): ChildProcess {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  child.on('close', () => children.delete(child))
  return child
}

/** Stops all processes that are still running. */
export function stopChildren(): void {
  for (const child of children) child.kill()
}

/** Forwards the output of a process, and waits for its exit code or signal. */
export async function pipe(
  child: ChildProcess,
  on: (out: Uint8Array, err: Uint8Array) => void,
): Promise<[number | null, string | null]> {
  const nothing = new Uint8Array()
  child.stdout?.on('data', (chunk: Buffer) => on(chunk, nothing))
  child.stderr?.on('data', (chunk: Buffer) => on(nothing, chunk))
  return (await once(child, 'close')) as [number | null, string | null]
}
