import { malformed } from './errors'

/** Parameters by name. Values are strings, null, lists and nested parameters. */
export type RawParams = Record<string, unknown>

/** Maximum depth of nested parameters. */
const deepest = 100

/**
 * Reads `a=1&b[]=2&c[key]=3&d[][key]=4` like GitLab: the last `a` wins, brackets nest.
 * @throws HttpError if a name is used for values of different types, or nests too deeply.
 */
export function nest(pairs: Iterable<Pair>): RawParams {
  const params = empty()
  for (const [name, value] of pairs) put(params, name, value, deepest)
  return params
}

/** A name and its value: a string, an uploaded file, or null if no `=` follows the name. */
type Pair = readonly [name: string, value: unknown]

/** Splits a query string or form body. @throws HttpError if an escape sequence is not valid UTF-8. */
export function* pairsOf(text: string): Generator<Pair> {
  for (const part of text.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    yield at < 0 ? [unescapeName(part), null] : [unescapeName(part.slice(0, at)), unescape(part.slice(at + 1))]
  }
}

/** Decodes percent-encoding. @throws HttpError if the result is not valid UTF-8. */
export function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text)
    if (!decoded.includes('\0')) return decoded
  } catch {
    // Falls through: both cases have the same response.
  }
  throw malformed()
}

/** Unlike values, names can be malformed: such a name does not match any parameter. */
const unescapeName = (text: string): string => unescape(text.replaceAll('%00', '\ufffd'))

const unescape = (text: string): string => decode(text.replaceAll('+', ' '))

// Without a prototype, so that a parameter can be called `constructor`.
const empty = (): RawParams => Object.create(null) as RawParams

function put(params: RawParams, name: string, value: unknown, depth: number): void {
  if (depth === 0) throw malformed()
  const [head = '', key] = /^[[\]]*([^[\]]+)\]*/.exec(name) ?? []
  if (key === undefined) return
  const rest = name.slice(head.length)
  if (rest === '') {
    params[key] = value
  } else if (rest === '[]') {
    list(params, key).push(value)
  } else if (rest.startsWith('[]')) {
    const items = list(params, key)
    const child = /^\[\]\[([^[\]]+)\]$/.exec(rest)?.[1] ?? rest.slice(2)
    const last = items.at(-1)
    if (!isParams(last) || has(last, child)) items.push(empty())
    put(items.at(-1) as RawParams, child, value, depth - 1)
  } else {
    const inner = (params[key] ??= empty())
    if (!isParams(inner)) throw malformed()
    put(inner, rest, value, depth - 1)
  }
}

/** Whether the item already has such a value, so that this one starts the list's next item. */
function has(params: RawParams, name: string): boolean {
  if (name.includes('[]')) return false
  let at: unknown = params
  for (const key of name.split(/[[\]]+/).filter((part) => part !== '')) {
    if (!isParams(at) || !(key in at)) return false
    at = at[key]
  }
  return true
}

function list(params: RawParams, key: string): unknown[] {
  const items = (params[key] ??= [])
  if (!Array.isArray(items)) throw malformed()
  return items
}

export const isParams = (value: unknown): value is RawParams =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
