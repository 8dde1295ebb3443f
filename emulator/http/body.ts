import { HttpError, malformed } from './errors'
import { isParams, nest, pairsOf, type RawParams } from './nest'

/** The body of a request. */
export interface Body {
  /** Its parameters. A JSON list or scalar has none. */
  params: RawParams
  /** Its value, for the request log. */
  value?: unknown
  /** Whether it is a form instead of JSON. */
  form?: boolean
  /** The error with which GitLab refuses it on all paths. */
  refused?: HttpError
  /** Its media type, if GitLab does not support it. */
  unsupported?: string
}

/** Maximum number of parameters in a form. */
const mostPairs = 4096

/** Reads a body by its media type. Without one, the body must be JSON if `untypedIsJson`, and is not supported in any case. */
export async function readBody(
  contentType: string | undefined,
  bytes: Buffer,
  { untypedIsJson = false } = {},
): Promise<Body> {
  if (bytes.length === 0) return { params: {} }
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()
  try {
    if (type === 'application/json') {
      const value = parseJson(bytes)
      return { params: isParams(value) ? value : {}, value }
    }
    if (type === 'application/x-www-form-urlencoded') {
      const pairs = [...pairsOf(text(bytes))]
      if (pairs.length > mostPairs) throw malformed()
      const params = nest(pairs)
      return { params, value: params, form: true }
    }
    if (type === 'multipart/form-data' && !contentType!.includes('boundary')) return { params: {} }
    if (type.startsWith('multipart/')) {
      const params = nest(await multipart(contentType!, bytes))
      return { params, value: params, form: true }
    }
    if (type === '' && untypedIsJson) parseJson(bytes)
    return { params: {}, unsupported: type }
  } catch (error) {
    if (error instanceof HttpError) return { params: {}, refused: error }
    throw error
  }
}

/**
 * Removes the parts without a name, which GitLab ignores and on which this parser fails. @throws for an end without a
 * line break.
 */
function named(contentType: string, bytes: Buffer): Buffer {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1] ?? ''
  const sent = bytes.toString('latin1')
  if (sent === `--${boundary}--`) throw malformed()
  const parts = sent.split(`--${boundary}\r\n`)
  const isNamed = (part: string, at: number): boolean =>
    at === 0 || part.slice(0, part.indexOf('\r\n\r\n')).includes('name=')
  if (parts.every(isNamed)) return bytes
  const end = `--${boundary}--\r\n`
  const kept = parts.filter(isNamed).join(`--${boundary}\r\n`)
  return Buffer.from(kept.endsWith(end) || !sent.endsWith(end) ? kept : kept + end, 'latin1')
}

async function multipart(contentType: string, bytes: Buffer): Promise<[string, unknown][]> {
  try {
    const form = await new Response(named(contentType, bytes), { headers: { 'content-type': contentType } }).formData()
    return await Promise.all(
      [...form].map(async ([name, value]): Promise<[string, unknown]> => [
        name,
        // An uploaded file is not a string parameter.
        typeof value === 'string' ? value : { filename: value.name, text: await value.text() },
      ]),
    )
  } catch {
    throw malformed()
  }
}

function parseJson(bytes: Buffer): unknown {
  const sent = text(bytes)
  const value = readJson(sent)
  if (value === undefined) throw looksLikeJson(sent) ? malformed() : refuse('Invalid JSON format')
  if (typeof value === 'number') throw refuse('Invalid JSON format')
  checkSize(value, 1, { left: 100_000 })
  return value
}

/** Strings, comments, and the text between them. */
const tokens = /"(?:[^"\\]|\\[\s\S])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[^"/]+/g

/** Parses JSON that can have comments. Returns undefined if it is invalid. */
function readJson(sent: string): unknown {
  try {
    return JSON.parse(sent)
  } catch {
    // Comments are rare: try without them first.
  }
  if (!/\/[/*]/.test(sent)) return undefined
  const plain = sent.replace(tokens, (token) => (token.startsWith('/') ? ' ' : token))
  try {
    return JSON.parse(plain)
  } catch {
    return undefined
  }
}

/** Invalid JSON that is longer than this is not parsed a second time. */
const longestLook = 100_000

/** Whether GitLab accepts the structure of a list or object. It validates the numbers and strings later. */
function looksLikeJson(sent: string): boolean {
  if (sent.length > longestLook) return false
  const lenient = sent.replace(tokens, (token) => {
    if (token.startsWith('"')) return token.replace(/[^\u0020-\u{10ffff}]/gu, ' ')
    return token.startsWith('/') ? ' ' : token.replace(/-?(?:NaN|Infinity|\b0\d+)/g, '0')
  })
  return typeof readJson(lenient) === 'object'
}

function checkSize(value: unknown, depth: number, budget: { left: number }): void {
  if (typeof value === 'string' && value.includes('\0')) throw malformed()
  if (typeof value === 'string' && isBroken(value)) throw refuse('Invalid JSON format')
  if (typeof value !== 'object' || value === null) return
  if (depth > 32) throw refuse('Parameters nested too deeply')
  const items: unknown[] = Array.isArray(value) ? value : Object.values(value)
  // The keys of objects count, too.
  budget.left -= Array.isArray(value) ? items.length : 2 * items.length
  if (budget.left < 0) throw refuse('Too many total parameters')
  if (Array.isArray(value) && items.length > 50_000) throw refuse('Array parameter too large')
  if (!Array.isArray(value) && Object.keys(value).some(isBroken)) throw refuse('Invalid JSON format')
  for (const item of items) checkSize(item, depth + 1, budget)
}

/** Whether the value contains an unpaired surrogate, which only JSON can express. */
const isBroken = (text: string): boolean => /\p{Cs}/u.test(text)

const refuse = (error: string): HttpError => new HttpError(400, { error }, {}, 'unread')

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function text(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw malformed()
  }
}
