import { unescape } from 'node:querystring'
import { types } from 'node:util'

/** Removes secrets from a string. */
export type Redact = (text: string) => string

/** Removes secrets from texts: long ones wherever they are, short ones only where they can be. */
export interface Redaction {
  /** For texts of this package, such as the path of a request. They contain no short secret. */
  readonly ours: Redact
  /** For texts of the service, which can repeat what it has received. */
  readonly theirs: Redact
}

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

/** Hides tokens that the service has issued, values of secret query parameters and credentials in URLs. */
export const withoutCredentials: Redact = (text) =>
  [secretField, secretParameter]
    .reduce((redacted, secret) => redacted.replace(secret, `$1${hidden}`), text)
    .replace(issuedToken, hidden)
    .replace(userinfo, `$1${hidden}@`)

/** Also hides the client's token, which a path can contain in the place of an id. */
export function redactor(token = ''): Redaction {
  const { theirs } = hiding([token])
  const redact: Redact = (text) => withoutCredentials(theirs(text))
  return { ours: redact, theirs: redact }
}

/** Also hides secrets of a request's body (fields such as `token`, and URLs), because the response can repeat them. */
export const withBody = (redaction: Redaction, body: object = {}): Redaction =>
  joined(
    later(() => hiding(secretsIn(body))),
    redaction,
  )

/** Applies one redaction after another. */
export const joined = (...each: readonly Redaction[]): Redaction => ({
  ours: (text) => each.reduce((redacted, { ours }) => ours(redacted), text),
  theirs: (text) => each.reduce((redacted, { theirs }) => theirs(redacted), text),
})

/** A redaction that is made for its first text. Most have none, because most responses repeat nothing. */
export function later(make: () => Redaction): Redaction {
  let made: Redaction | undefined
  return { ours: (text) => (made ??= make()).ours(text), theirs: (text) => (made ??= make()).theirs(text) }
}

/**
 * The shortest secret to search for in any text. A shorter one can be a word, a number or a part of one: `1` is in the
 * path of most requests. GitLab masks no shorter value in the logs of jobs either.
 */
const minSearchLength = 8

const isLong = (secret: string): boolean => secret.length >= minSearchLength

/** Hides these secrets. */
export function hiding(secrets: readonly string[]): Redaction {
  const long = hide(secrets.filter(isLong))
  const short = hideWords(secrets.filter((secret) => secret !== '' && !isLong(secret)))
  return { ours: long, theirs: (text) => short(long(text)) }
}

/** The end of an escape sequence. Its letters and digits do not belong to the word that follows. */
const escapeEnd = '\\\\[bfnrt]|\\\\u[\\da-fA-F]{4}|%[\\da-fA-F]{2}'

/** Hides secrets where they are not a part of a word or a number. */
const hideWords = (secrets: readonly string[]): Redact =>
  replacing(
    secrets,
    (pattern) => new RegExp(`(?:(?<![\\p{L}\\p{N}_])|(?<=${escapeEnd}))${pattern}(?![\\p{L}\\p{N}_])`, 'gu'),
  )

/** The maximum length of a pattern, in characters. Longer patterns are slow or fail to compile. */
const maxPartLength = 500

/** Hides these secrets in any text, including their encodings in URLs, forms, JSON and HTML. */
const hide = (secrets: readonly string[]): Redact => replacing(secrets, (pattern) => new RegExp(pattern, 'g'))

/** Hides what the patterns of secrets match. `place` returns the expression for a pattern. */
export function replacing(secrets: readonly string[], place: (pattern: string) => RegExp): Redact {
  // Longest first, so that a shorter secret does not split a longer one.
  const each = [...new Set(secrets)].sort((a, b) => b.length - a.length).flatMap(parts)
  const patterns: RegExp[] = []
  return (text) =>
    each.reduce((redacted, part, at) => {
      // Compiling the patterns of a long secret takes seconds.
      if (part.length > redacted.length) return redacted
      return redacted.replace((patterns[at] ??= place(part.map(spellings).join(''))), hidden)
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

/** The fields whose strings are values of variables, or of inputs of a pipeline. */
const values: readonly string[] = ['variables', 'inputs']

/** The secrets of a body: values with secret names, and values of variables. */
const secretsIn = (body: object, isVariable = false): string[] =>
  fieldsOf(body).flatMap(([name, value, ofVariable = isVariable]): string[] => {
    if (typeof value === 'object' && value !== null) return secretsIn(value, isVariable || values.includes(name))
    if (typeof value !== 'string') return []
    return ofVariable || secretName.test(name) ? [value] : credentialsIn(value)
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

/** What this package, Node.js or its HTTP client says about a request. Other properties can be a part of a response. */
const ownTexts: ReadonlySet<string> = new Set(['name', 'code', 'message', 'stack'])

/**
 * Redacts all strings of an error and of nested errors in place, because a copy would lose its class. Not only
 * `message` and `stack` can contain secrets: a parser error has its input in `data`.
 */
export function redactError<E>(error: E, redaction: Redaction, seen = new Set<unknown>()): E {
  // Also true for errors of another realm.
  if (!types.isNativeError(error) || seen.has(error)) return error
  seen.add(error)
  for (const key of Object.getOwnPropertyNames(error)) {
    const value: unknown = Reflect.get(error, key)
    const redact = ownTexts.has(key) ? redaction.ours : redaction.theirs
    // A property that is only a URL can contain invalid characters, such as spaces.
    if (typeof value === 'string') Reflect.set(error, key, redact(hideUserinfo(value)))
    else for (const inner of Array.isArray(value) ? value : [value]) redactError(inner, redaction, seen)
  }
  return error
}

/** A text without its userinfo, if it is a URL. */
const hideUserinfo: Redact = (text) =>
  credentials.reduce((url, pattern) => {
    const userinfo = pattern.exec(url)?.[1] ?? ''
    return userinfo === '' ? url : url.replace(`${userinfo}@`, () => `${hidden}@`)
  }, text)
