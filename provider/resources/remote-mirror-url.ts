import { strip } from '../../cron/strip'
import { required } from '../core/schema/field'
import type { Problem } from '../core/schema/problem'
import { Type } from '../core/schema/type'

/** The URL of the target. The service returns it without credentials and sometimes without percent-encoding. */
export const mirrorUrl = () =>
  required<string>(Type.String(), {
    mayHoldSecret: true,
    canonical: canonicalUrl,
    meaning: comparable,
    fromWire: urlFromWire,
    problem: urlProblem,
  })

/** The URL as returned by the service, without credentials. */
export const masked = (url: unknown): string | undefined =>
  typeof url === 'string'
    ? url.replace(userinfo, (shown) => (/^[*:]*@$/.test(shown) || shown === 'git@' ? shown : '*****:*****@'))
    : undefined

/** Credentials before the host, including the `@`. */
const userinfo = /(?<=^[a-z]+:\/\/)[^/?#]*@/i
export const hasUser = (url: string) => userinfo.test(url)

function urlProblem(written: string): Problem | undefined {
  const value = strip(written)
  const scp = /^([\w.-]+@[\w.-]+):(?!\/\/)(.+)$/.exec(value)
  if (scp) return { problem: 'must be a URL', detail: `write it as "ssh://${scp[1]}/${scp[2]}"` }
  const url = URL.canParse(value) ? new URL(value) : undefined
  // URL parsers differ in whether a backslash ends the host.
  if (!url || !/^(https?|ssh|git):$/.test(url.protocol) || !url.hostname || value.includes('\\')) {
    return 'must be a URL that starts with https://, http://, ssh:// or git://'
  }
  // URL parsers silently remove these characters.
  if (/[\p{Cc}\p{Cs}]/u.test(value)) return 'must not contain control characters'
  if (url.password || (url.username && !(url.username === 'git' && url.protocol === 'ssh:'))) {
    return { problem: 'must not contain credentials', detail: 'pass them as username and password' }
  }
  // Like the service, treats `12/34` in user:12/34@example.com as a password.
  if (url.port && /@[\w-]+(?:\.[\w-]+)+[:/]/.test(partsOf(value)?.path ?? '')) {
    return {
      problem: 'must not contain credentials',
      detail: 'pass them as username and password, and write @ in the path as %40',
    }
  }
  return undefined
}

const defaultPorts: Record<string, number> = { http: 80, https: 443, ssh: 22, git: 9418 }

/** Normalizes scheme and host to lower case and removes the default port. Keeps the path as it was first written. */
function canonicalUrl(value: string, previous?: unknown): string {
  const url = plainUrl(value)
  return typeof previous === 'string' && recoded(url) === recoded(previous) ? previous : url
}

interface Parts {
  /** Scheme, user, host and port. */
  origin: string
  path: string
}

function partsOf(value: string): Parts | undefined {
  const parts = /^([a-z]+):\/\/(?:([^/?#@]*)@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d*))?(.*)/is.exec(strip(value))
  if (!parts) return undefined
  const [, schemeAsWritten = '', user, host = '', port, path = ''] = parts
  const scheme = schemeAsWritten.toLowerCase()
  const own = user === 'git' && scheme === 'ssh' ? 'git@' : ''
  const number = Number(port ?? 0) === 0 || Number(port) === defaultPorts[scheme] ? '' : `:${port}`
  return { origin: `${scheme}://${own}${host.toLowerCase()}${number}`, path }
}

function plainUrl(value: string): string {
  const parts = partsOf(value)
  return parts ? parts.origin + parts.path : value
}

/** Normalizes percent-encoding: only necessary escapes, in upper case. */
function recoded(url: string): string {
  const { origin, path } = partsOf(url) ?? { origin: '', path: url }
  const escaped = path.replace(/[^!-~]+/g, encodeURIComponent).replace(/%[\da-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(parseInt(escape.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase()
  })
  return origin + withoutAt(escaped)
}

/** Escapes each `@` of a path, because the service treats the text before an `@` as credentials. */
const withoutAt = (path: string): string => path.replaceAll('@', '%40')

/**
 * Returns the declared URL if it is equivalent to the URL on the service. The service does not return credentials, and
 * releases differ in percent-encoding.
 */
function urlFromWire(live: unknown, like: unknown): string | null {
  if (typeof live !== 'string') return null
  const isLike = typeof like === 'string' && [like, unescaped(like)].some((url) => comparable(url) === comparable(live))
  return isLike ? like : live
}

/** A form that is the same for all equivalent URLs. */
const comparable = (url: string): string => recoded(plainUrl(url)).replace(userinfo, '')

const unescaped = (url: string): string =>
  url.replace(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())

/** The URL with credentials, which the service requires for creating a mirror and never returns. */
export function withCredentials(declaredUrl: string, username: string | null, password: string | null): string {
  const { origin, path } = partsOf(declaredUrl) ?? { origin: declaredUrl, path: '' }
  const url = origin + withoutAt(path)
  const user = username === null ? userinfo.exec(url)?.[0].slice(0, -1) : encodeURIComponent(username)
  if (user === undefined) return url
  const secret = password === null ? '' : `:${encodeURIComponent(password)}`
  return url.replace(userinfo, '').replace('://', `://${user}${secret}@`)
}
