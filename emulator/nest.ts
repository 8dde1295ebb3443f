import { malformed } from './http-errors'

/** Parameters by name; values are texts, lists and further parameters. */
export type RawParams = Record<string, unknown>

/** Reads `a=1&b[]=2&c[key]=3&d[][key]=4` as the service does: the last `a` wins, brackets nest. */
export function nest(pairs: Iterable<readonly [string, string]>): RawParams {
  const params = empty()
  for (const [name, value] of pairs) put(params, name, value)
  return params
}

/** Splits a query string or form body. @throws HttpError when an escape sequence is no text. */
export function* pairsOf(text: string): Generator<[string, string]> {
  for (const part of text.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    yield at < 0 ? [unescape(part), ''] : [unescape(part.slice(0, at)), unescape(part.slice(at + 1))]
  }
}

/** Decodes `%2F` and its like. @throws HttpError when what comes out is no text. */
export function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text)
    if (!decoded.includes('\0')) return decoded
  } catch {
    // Falls through to the one answer for both.
  }
  throw malformed()
}

const unescape = (text: string): string => decode(text.replaceAll('+', ' '))

// Without a prototype, so that a parameter may be called `constructor`.
const empty = (): RawParams => Object.create(null) as RawParams

function put(params: RawParams, name: string, value: string): void {
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
    if (!isParams(last) || child in last) items.push(empty())
    put(items.at(-1) as RawParams, child, value)
  } else {
    const inner = (params[key] ??= empty())
    if (!isParams(inner)) throw malformed()
    put(inner, rest, value)
  }
}

function list(params: RawParams, key: string): unknown[] {
  const items = (params[key] ??= [])
  if (!Array.isArray(items)) throw malformed()
  return items
}

export const isParams = (value: unknown): value is RawParams =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
