import { unescape } from 'node:querystring'
import { types } from 'node:util'

/** Removes secrets from a string. */
export type Redact = (text: string) => string

const hidden = '[redacted]'
const secretParameter = /([?&;](?:private_token|access_token|job_token|token|password)=)[^&;#\s"'<>]*/gi
const secretField = /("(?:\w+_)?token"\s*:\s*")(?:[^"\\]|\\.)*/gi
const issuedToken = /\bgl(?:pat|ptt)-[\w.-]{20,}/g
const secretName = /(?:^|_)(?:token|password|passphrase|secret|private_key|authorization_key)$/i
/**
 * A URL with credentials. A password can contain characters that are invalid in a URL and can then look like host, port
 * and path.
 */
const credentials = [/^\s*[a-z][a-z0-9+.-]*:\/\/([^/?#]*)@/i, /^\s*[a-z][a-z0-9+.-]*:\/\/([^/?#:]*:.*)@/is]
/** Everything up to the last `@`, for the same reason. In JSON, a quote in it has a backslash. */
const userinfo = /([a-z][a-z0-9+.-]{0,40}:\/\/)(?:\\\S|[^\s"'<>\\]){0,4000}@/gi

/** Hides the client's token, tokens in responses, values of secret query parameters and credentials in URLs. */
export function redactor(token: string | undefined): Redact {
  const hideToken = token === undefined || token === '' ? (text: string) => text : hideWhole(token)
  return (text) =>
    [secretField, secretParameter]
      .reduce((redacted, secret) => redacted.replace(secret, `$1${hidden}`), hideToken(text))
      .replace(issuedToken, hidden)
      .replace(userinfo, `$1${hidden}@`)
}

/** A shorter token can be a part of common words. */
const minTokenLength = 6

/** Hides a token. A short one is only hidden where it is not a part of a word. */
function hideWhole(token: string): Redact {
  if (token.length >= minTokenLength) return hide([token])
  const pattern = new RegExp(`(?<![\\w-])${[...token].map(literal).join('')}(?![\\w-])`, 'g')
  return (text) => text.replace(pattern, hidden)
}

/** Also hides secrets of a request's body (fields such as `token`, and URLs), because the response can repeat them. */
export const withBody =
  (redact: Redact, body: object = {}): Redact =>
  (text) =>
    redact(hide(secretsIn(body))(text))

/** The maximum length of a pattern, in characters. Longer patterns are slow or fail to compile. */
const maxPartLength = 500

/** Hides these secrets, including their encodings in URLs, forms, JSON and HTML. */
export function hide(secrets: string[]): Redact {
  // Longest first, so that a shorter secret does not split a longer one.
  const each = [...new Set(secrets)].sort((a, b) => b.length - a.length).flatMap(parts)
  const patterns: RegExp[] = []
  return (text) =>
    each.reduce((redacted, part, at) => {
      // Compiling the patterns of a long secret takes seconds.
      if (part.length > redacted.length) return redacted
      return redacted.replace((patterns[at] ??= new RegExp(part.map(spellings).join(''), 'g')), hidden)
    }, text)
}

/** The characters of a secret, in parts of about the same length. */
function parts(secret: string): string[][] {
  const characters = [...secret]
  const length = Math.ceil(characters.length / Math.ceil(characters.length / maxPartLength))
  return characters.flatMap((_, at) => (at % length === 0 ? [characters.slice(at, at + length)] : []))
}

const entities: Record<string, string> = { '"': 'quot', '&': 'amp', "'": 'apos', '<': 'lt', '>': 'gt' }

/**
 * A pattern for one character in all its encodings. Services escape more than necessary, and some messages are JSON
 * within JSON or HTML.
 */
function spellings(character: string): string {
  // An unpaired surrogate has no UTF-8 encoding and cannot be part of a URL.
  const bytes = [...Buffer.from(character)].map((byte) => `%(?:25){0,2}${hex(byte, 2)}`)
  const units = character.split('').map((unit) => `\\\\{1,4}u${hex(unit.charCodeAt(0), 4)}`)
  const point = character.codePointAt(0) ?? 0
  const jsonEscape = JSON.stringify(character).slice(1, -1)
  return `(?:${[
    /\w/.test(character) ? character : `\\\\{0,4}${literal(character)}`,
    ...(/^\\[a-z]$/.test(jsonEscape) ? [`\\\\{1,4}${jsonEscape.slice(1)}`] : []),
    ...(character === ' ' ? ['\\+'] : []),
    ...(/\p{Surrogate}/u.test(character) ? ['\ufffd'] : []),
    ...(entities[character] ? [`&${entities[character]};`] : []),
    `&#(?:x0*${hex(point, 1)}|0*${point});`,
    bytes.join(''),
    units.join(''),
  ].join('|')})`
}

/** A pattern for a hexadecimal number with at least this many digits, in upper or lower case. */
const hex = (code: number, digits: number): string =>
  code
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

const literal = (character: string): string => character.replace(/[$()*+./?[\\\]^{|}]/, '\\$&')

/** The shortest value of a variable to redact. Redacting shorter values would remove common words from messages. */
export const minVariableLength = 8

/** The secrets of a body: values with secret names, and long values of variables. */
const secretsIn = (body: object, isVariable = false): string[] =>
  fieldsOf(body).flatMap(([name, value, ofVariable = isVariable]): string[] => {
    if (typeof value === 'object' && value !== null) return secretsIn(value, isVariable || name === 'variables')
    if (typeof value !== 'string') return []
    const isSecret = secretName.test(name) ? value !== '' : ofVariable && value.length >= minVariableLength
    return isSecret ? [value] : credentialsIn(value)
  })

/**
 * Names and values of a body, and whether the value is that of a variable. The name of a variable `{ key, value }` is its
 * `key`.
 */
function fieldsOf(body: object & { key?: unknown }): [name: string, value: unknown, ofVariable?: boolean][] {
  const key = typeof body.key === 'string' && 'value' in body ? body.key : undefined
  return Object.entries(body).map(([name, value]) => {
    if (name === 'value') return [key ?? name, value, true]
    return key === undefined ? [name, value] : [name, value, false]
  })
}

function credentialsIn(url: string): string[] {
  return credentials.flatMap((pattern) => {
    const userinfo = pattern.exec(url)?.[1] ?? ''
    const password = userinfo.slice(userinfo.indexOf(':') + 1)
    // The standard user of SSH hosts.
    return userinfo === 'git' ? [] : [userinfo, password, unescape(password)].filter((secret) => secret !== '')
  })
}

/**
 * Redacts all strings of an error and of nested errors in place, because a copy would lose its class. Not only
 * `message` and `stack` can contain secrets: a parser error has its input in `data`.
 */
export function redactError<E>(error: E, redact: Redact, seen = new Set<unknown>()): E {
  // Also true for errors of another realm.
  if (!types.isNativeError(error) || seen.has(error)) return error
  seen.add(error)
  for (const key of Object.getOwnPropertyNames(error)) {
    const value: unknown = Reflect.get(error, key)
    // A property that is only a URL can contain invalid characters, such as spaces.
    if (typeof value === 'string') Reflect.set(error, key, redact(hide(credentialsIn(value))(value)))
    else for (const inner of Array.isArray(value) ? value : [value]) redactError(inner, redact, seen)
  }
  return error
}
