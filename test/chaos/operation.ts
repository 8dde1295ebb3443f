import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PulumiStack } from '../support/pulumi'
import type { Kill, KillTarget } from './fault'
import type { Actions, FaultProxy, Faults } from './fault-proxy'

const preload = resolve(__dirname, 'preload.cjs')
/** The factor by which waits of the program and the provider are shortened. */
const speed = { withoutFaults: 10, withFaults: 60 }
const timeoutMs = 120_000

/** A process that received a signal. The language host runs programs in YAML. */
export type Killed = KillTarget | 'language host'

export interface CommandResult {
  command: string
  /** Null if a signal ended the CLI. */
  code: number | null
  output: string
  /** The process to which the planned signal was sent. Undefined if none was running. */
  killed: Killed | undefined
}

/** Runs a command of the real CLI, with or without faults, until all of its processes have ended. */
export async function runCommand(
  stack: PulumiStack,
  proxy: FaultProxy,
  args: readonly string[],
  env: Record<string, string> = {},
  disruption?: { faults: Faults; actions: Omit<Actions, 'kill'> },
): Promise<CommandResult> {
  const list = join(stack.folder, 'processes')
  rmSync(list, { force: true })
  const { cwd, env: usual } = stack.place
  const cli = spawn('pulumi', ['--non-interactive', '--color', 'never', ...args], {
    cwd,
    env: {
      ...usual,
      ...env,
      CHAOS_PROCESSES: list,
      CHAOS_SPEED: String(disruption ? speed.withFaults : speed.withoutFaults),
      NODE_OPTIONS: `--require=${preload}`,
    },
    // Give it a process group of its own: Ctrl-C in a terminal signals a whole group.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = cli.pid
  if (pid === undefined) throw new Error('the CLI did not start')
  let output = ''
  let killed: Killed | undefined
  for (const stream of [cli.stdout, cli.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  if (disruption) {
    proxy.startFaults(disruption.faults, {
      ...disruption.actions,
      kill: (kill) => (killed = killProcess(kill, pid, list)),
    })
  }
  const late = setTimeout(() => {
    output += `\nIt did not end within ${timeoutMs / 1000} s.\n`
    send(-pid, 'SIGKILL')
  }, timeoutMs)
  // Do not wait for its output to close: processes that it started can live longer.
  const [code] = (await once(cli, 'exit')) as [number | null]
  clearTimeout(late)
  await proxy.stopFaults()
  for (const process of processes(list)) send(process.pid, 'SIGKILL')
  if (!cli.stdout.closed || !cli.stderr.closed) await once(cli, 'close')
  return { command: `pulumi ${args.join(' ')}`, code, output, killed }
}

function killProcess({ target, signal }: Kill, cli: number, list: string): Killed | undefined {
  if (target === 'cli') return send(cli, signal) ? target : undefined
  if (target === 'group') return send(-cli, signal) ? target : undefined
  const last = processes(list).findLast(({ role }) => role === target)
  if (last) return send(last.pid, signal) ? target : undefined
  const host = target === 'program' ? languageHostOfYaml(cli) : undefined
  return host !== undefined && send(host, signal) ? 'language host' : undefined
}

/** A program in YAML has no process of its own. Undefined also on systems without `/proc`. */
function languageHostOfYaml(cli: number): number | undefined {
  try {
    const children = readdirSync(`/proc/${cli}/task`).flatMap((thread) =>
      readFileSync(`/proc/${cli}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    )
    const host = children.find((pid) => /pulumi-language-yaml\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')))
    return host === undefined ? undefined : Number(host)
  } catch {
    // A thread or a process has ended meanwhile.
    return undefined
  }
}

function processes(list: string): { role: string; pid: number }[] {
  const lines = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n').filter(Boolean) : []
  return lines.map((line) => {
    const [role = '', pid] = line.split(' ')
    return { role, pid: Number(pid) }
  })
}

/** Returns whether the process still existed. */
function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    // It has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return false
  }
}
