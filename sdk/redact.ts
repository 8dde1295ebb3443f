import { unescape } from 'node:querystring'

/** Takes secrets out of a text. */
export type Redact = (text: string) => string

const hidden = '[redacted]'
const secretParameter = /([?&;](?:private_token|access_token|job_token|token|password)=)[^&;#\s"'<>]*/gi
const secretField = /("(?:\w+_)?token"\s*:\s*")(?:[^"\\]|\\.)*/gi
const issued = /\bgl(?:pat|ptt)-[\w.-]{20,}/g
const secretName = /(?:^|_)(?:token|password|passphrase|secret|private_key|authorization_key)$/i
/** A URL with credentials. A password may hold what no URL allows, and then look like a host, a port and a path. */
const credentials = [/^\s*[a-z][a-z0-9+.-]*:\/\/([^/?#]*)@/i, /^\s*[a-z][a-z0-9+.-]*:\/\/([^/?#:]*:.*)@/is]
/** Up to the last `@`, whatever is before it, for the same reason; in JSON, a quote in it has a backslash. */
const userinfo = /([a-z][a-z0-9+.-]{0,40}:\/\/)(?:\\\S|[^\s"'<>\\]){0,4000}@/gi

/** Hides the token, tokens that an answer holds, the values of secret query parameters and the userinfo of URLs. */
export function redactor(token: string | undefined): Redact {
  const hideToken = hide(token ? [token] : [])
  return (text) =>
    [secretField, secretParameter]
      .reduce((redacted, secret) => redacted.replace(secret, `$1${hidden}`), hideToken(text))
      .replace(issued, hidden)
      .replace(userinfo, `$1${hidden}@`)
}

/** Hides also what a request's body holds under names such as `token`, and in URLs: its answer may repeat it. */
export const withBody =
  (redact: Redact, body: object = {}): Redact =>
  (text) =>
    redact(hide(secretsIn(body))(text))

/** Hides these secrets, however a URL or JSON spells them. */
export function hide(secrets: string[]): Redact {
  const spellings = secrets.flatMap((secret) => {
    // Half a character has no bytes of its own, and no URL can hold it.
    const sent = Buffer.from(secret).toString()
    // Some of the service's messages are JSON in a JSON text.
    return [sent, encodeURIComponent(sent), inJson(secret), inJson(inJson(secret))]
  })
  // The longest first, so that no end of it is left where a shorter one was hidden.
  const each = [...new Set(spellings)].sort((a, b) => b.length - a.length)
  return (text) => each.reduce((redacted, spelling) => redacted.replaceAll(spelling, hidden), text)
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

const secretsIn = (body: object): string[] =>
  fieldsOf(body).flatMap(([name, value]): string[] => {
    if (typeof value === 'object' && value !== null) return secretsIn(value)
    if (typeof value !== 'string') return []
    return value !== '' && secretName.test(name) ? [value] : credentialsIn(value)
  })

/** Names and values; a variable `{ key, value }` is one by the name in its `key`. */
const fieldsOf = (body: object & { key?: unknown; value?: unknown }): [string, unknown][] =>
  typeof body.key === 'string' && 'value' in body ? [[body.key, body.value]] : Object.entries(body)

function credentialsIn(url: string): string[] {
  return credentials.flatMap((pattern) => {
    const userinfo = pattern.exec(url)?.[1] ?? ''
    const password = userinfo.slice(userinfo.indexOf(':') + 1)
    // The name that ssh hosts give everybody.
    return userinfo === 'git' ? [] : [userinfo, password, unescape(password)].filter((secret) => secret !== '')
  })
}

/**
 * Redacts every text of an error and of the errors inside it, in place: a copy would lose its class.
 * Texts are not only `message` and `stack`: a parser error carries what it had read in `data`.
 */
export function redactError<E>(error: E, redact: Redact, seen = new Set<unknown>()): E {
  if (!(error instanceof Error) || seen.has(error)) return error
  seen.add(error)
  for (const key of Object.getOwnPropertyNames(error)) {
    const value: unknown = Reflect.get(error, key)
    if (typeof value === 'string') Reflect.set(error, key, redact(value))
    else for (const inner of Array.isArray(value) ? value : [value]) redactError(inner, redact, seen)
  }
  return error
}
