import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PulumiStack } from '../support/pulumi'
import type { Front, Powers, Weather } from './fault-proxy'
import type { Kill } from './fault'

const preload = resolve(__dirname, 'preload.cjs')
/** How much faster time passes for the waits of the program and the provider. */
const speed = { calm: 10, disturbed: 60 }
const patienceMs = 120_000

export interface Ended {
  command: string
  /** Null where a signal ended the CLI. */
  code: number | null
  output: string
  /** Whether a process was sent the signal that was due. */
  struck: boolean
}

/** Runs a command of the real CLI, perhaps in bad weather, until nothing of it is left. */
export async function operate(
  stack: PulumiStack,
  front: Front,
  args: readonly string[],
  env: Record<string, string> = {},
  disturbed?: { weather: Weather; powers: Omit<Powers, 'strike'> },
): Promise<Ended> {
  const list = join(stack.folder, 'processes')
  rmSync(list, { force: true })
  const { cwd, env: usual } = stack.place
  const cli = spawn('pulumi', ['--non-interactive', '--color', 'never', ...args], {
    cwd,
    env: {
      ...usual,
      ...env,
      CHAOS_PROCESSES: list,
      CHAOS_SPEED: String(disturbed ? speed.disturbed : speed.calm),
      NODE_OPTIONS: `--require=${preload}`,
    },
    // A process group of its own, which is what Ctrl-C in a terminal reaches.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = cli.pid
  if (pid === undefined) throw new Error('the CLI did not start')
  let output = ''
  let struck = false
  for (const stream of [cli.stdout, cli.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  if (disturbed) {
    front.begin(disturbed.weather, { ...disturbed.powers, strike: (kill) => (struck = strike(kill, pid, list)) })
  }
  const late = setTimeout(() => {
    output += `\nIt did not end within ${patienceMs / 1000} s.\n`
    send(-pid, 'SIGKILL')
  }, patienceMs)
  // Not when its output is closed: what it started may live longer.
  const [code] = (await once(cli, 'exit')) as [number | null]
  clearTimeout(late)
  await front.calm()
  for (const process of processes(list)) send(process.pid, 'SIGKILL')
  if (!cli.stdout.closed || !cli.stderr.closed) await once(cli, 'close')
  return { command: `pulumi ${args.join(' ')}`, code, output, struck }
}

function strike({ victim, signal }: Kill, cli: number, list: string): boolean {
  if (victim === 'cli') return send(cli, signal)
  if (victim === 'group') return send(-cli, signal)
  const last = processes(list)
    .filter(({ role }) => role === victim)
    .at(-1)
  return last !== undefined && send(last.pid, signal)
}

function processes(list: string): { role: string; pid: number }[] {
  const lines = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n').filter(Boolean) : []
  return lines.map((line) => {
    const [role = '', pid] = line.split(' ')
    return { role, pid: Number(pid) }
  })
}

/** Whether it reached somebody. */
function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    // It has ended already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return false
  }
}
