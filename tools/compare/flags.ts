import { InvalidArgumentError } from 'commander'
import { Failed } from './connection'

/** The options of all commands that use a GitLab of the user. */
export interface ServerFlags {
  url?: string
  group?: string
  tokenEnv: string
  allowHttp?: boolean
  requestsPerMinute: number
}

export const aNumber = (text: string): number => {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It has to be a whole number above 0.')
  return Number(text)
}

/** Why the options cannot be used. */
export function complaintAbout(
  { url, group, tokenEnv, allowHttp }: ServerFlags,
  env: NodeJS.ProcessEnv,
): string | undefined {
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

/** Aborts at Ctrl-C and other signals that end a process, until `release`. */
export function stopOnSignals(): { signal: AbortSignal; release: () => void } {
  const stop = new AbortController()
  const interrupt = () => stop.abort(new Failed('interrupted'))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, interrupt)
  return {
    signal: stop.signal,
    release: () => {
      for (const signal of signals) process.off(signal, interrupt)
    },
  }
}
