import { type Command, CommanderError, InvalidArgumentError } from 'commander'
import { Failed } from './connection'

/** The options of all commands that use a GitLab of the user. */
export interface ServerFlags {
  url?: string
  group?: string
  tokenEnv: string
  allowHttp?: boolean
  requestsPerMinute: number
}

/** A parser of a list, separated by commas, of some of the values. */
export const someOf =
  (all: readonly string[]) =>
  (text: string): string[] => {
    const wanted = text.split(',').filter(Boolean)
    const isKnown = wanted.length > 0 && wanted.every((one) => all.includes(one))
    if (!isKnown) throw new InvalidArgumentError(`Choose from ${all.join(', ')}.`)
    return wanted
  }

export const aNumber = (text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It has to be a whole number above 0.')
  return Number(text)
}

/** Why the options cannot be used. */
function complaintAbout({ url, group, tokenEnv, allowHttp }: ServerFlags, env: NodeJS.ProcessEnv): string | undefined {
  if (!url || !group) return '--url and --group are needed; --help has the rest'
  if (!URL.canParse(url)) return '--url is not a URL'
  const { protocol, hostname, username, password, search, hash } = new URL(url)
  if (username || password || search || hash) return '--url has credentials, a query or a fragment: leave them out'
  const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && protocol !== 'http:') return '--url is not an http or https URL'
  if (protocol === 'http:' && !loopback && !allowHttp) {
    return 'the token would be sent unencrypted: use https, or --allow-http in a trusted network'
  }
  if (!env[tokenEnv]) return `the variable ${tokenEnv} is empty: put the token there`
  return /^[\x21-\x7e]+$/.test(env[tokenEnv]) ? undefined : `the variable ${tokenEnv} has characters that no token has`
}

/** The exit codes that these commands have in common. */
export const failedCode = 2
const usageCode = 64

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** Reads the options of a command, or returns the exit code if it cannot start. */
export function flagsOf<Flags extends ServerFlags>(command: Command, args: string[]): Flags | number {
  try {
    return command.parse(args, { from: 'user' }).opts<Flags>()
  } catch (error) {
    return error instanceof CommanderError && error.exitCode === 0 ? 0 : usageCode
  }
}

/** What a command uses of its options after their check. */
interface Access {
  url: string
  group: string
  token: string
  say: typeof say
  /** Aborts at Ctrl-C and other signals that end a process. */
  signal: AbortSignal
}

/** Does the work of a command on a server, and returns its exit code. No message contains the token. */
export async function onServer(
  name: string,
  flags: ServerFlags,
  env: NodeJS.ProcessEnv,
  work: (access: Access) => Promise<number>,
): Promise<number> {
  const complaint = complaintAbout(flags, env)
  if (complaint) {
    say(`${name}: ${complaint}`)
    return usageCode
  }
  const token = env[flags.tokenEnv]!
  const stop = new AbortController()
  const interrupt = () => stop.abort(new Failed('interrupted'))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, interrupt)
  try {
    return await work({ url: flags.url!.replace(/\/+$/, ''), group: flags.group!, token, say, signal: stop.signal })
  } catch (error) {
    const { message, stack } = error as Error
    const text = stop.signal.aborted ? 'interrupted' : error instanceof Failed ? message : String(stack)
    say(`${name}: ${text.replaceAll(token, '{token}')}`)
    return failedCode
  } finally {
    for (const signal of signals) process.off(signal, interrupt)
  }
}
