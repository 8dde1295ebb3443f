import { unescape } from 'node:querystring'
import { types } from 'node:util'

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

/** No token is longer. An expression for many more characters is slow, and some time refused. */
const longestPart = 500

/** Hides these secrets, however a URL, a form, JSON or HTML spells them. */
export function hide(secrets: string[]): Redact {
  // The longest first, so that no end of it is left where a shorter one was hidden.
  const each = [...new Set(secrets)].sort((a, b) => b.length - a.length)
  const patterns = each.flatMap(parts).map((part) => new RegExp(part.map(spellings).join(''), 'g'))
  return (text) => patterns.reduce((redacted, pattern) => redacted.replace(pattern, hidden), text)
}

/** The characters of a secret, in parts of about the same length. */
function parts(secret: string): string[][] {
  const characters = [...secret]
  const length = Math.ceil(characters.length / Math.ceil(characters.length / longestPart))
  return characters.flatMap((_, at) => (at % length === 0 ? [characters.slice(at, at + length)] : []))
}

const entities: Record<string, string> = { '"': 'quot', '&': 'amp', "'": 'apos', '<': 'lt', '>': 'gt' }

/**
 * An expression for one character as somebody may repeat it. Services escape more than they have to, and some of their
 * messages are JSON in a JSON text, or in a page.
 */
function spellings(character: string): string {
  // Half a character has no bytes of its own, and no URL can hold it.
  const bytes = [...Buffer.from(character)].map((byte) => `%(?:25){0,2}${hex(byte, 2)}`)
  const units = character.split('').map((unit) => `\\\\{1,4}u${hex(unit.charCodeAt(0), 4)}`)
  const point = character.codePointAt(0) ?? 0
  const inJson = JSON.stringify(character).slice(1, -1)
  return `(?:${[
    /\w/.test(character) ? character : `\\\\{0,4}${literal(character)}`,
    ...(/^\\[a-z]$/.test(inJson) ? [`\\\\{1,4}${inJson.slice(1)}`] : []),
    ...(character === ' ' ? ['\\+'] : []),
    ...(/\p{Surrogate}/u.test(character) ? ['\ufffd'] : []),
    ...(entities[character] ? [`&${entities[character]};`] : []),
    `&#(?:x0*${hex(point, 1)}|0*${point});`,
    bytes.join(''),
    units.join(''),
  ].join('|')})`
}

/** So many hexadecimal digits at least, in upper or lower case. */
const hex = (code: number, digits: number): string =>
  code
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

const literal = (character: string): string => character.replace(/[$()*+./?[\\\]^{|}]/, '\\$&')

/** The shortest value of a variable to redact. Redacting shorter values would remove common words from messages. */
export const shortestVariable = 8

/** The secrets of a body: values with secret names, and long values of variables. */
const secretsIn = (body: object, isVariable = false): string[] =>
  fieldsOf(body).flatMap(([name, value]): string[] => {
    if (typeof value === 'object' && value !== null) return secretsIn(value, isVariable || name === 'variables')
    if (typeof value !== 'string') return []
    const isSecret = secretName.test(name) ? value !== '' : isVariable && value.length >= shortestVariable
    return isSecret ? [value] : credentialsIn(value)
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
  // Also one that another realm has made.
  if (!types.isNativeError(error) || seen.has(error)) return error
  seen.add(error)
  for (const key of Object.getOwnPropertyNames(error)) {
    const value: unknown = Reflect.get(error, key)
    // A URL that stands for itself may hold what none should, blanks and all.
    if (typeof value === 'string') Reflect.set(error, key, redact(hide(credentialsIn(value))(value)))
    else for (const inner of Array.isArray(value) ? value : [value]) redactError(inner, redact, seen)
  }
  return error
}
