import { isUtf8 } from 'node:buffer'
import { type Clock } from './clock'
import { readErrorBody } from './error-body'
import { apiError, UnreadableResponse } from './errors'
import { isModest, parseJson } from './json'
import { type RequestOptions } from './options'
import { type Redact } from './redact'
import { retryAfter } from './retry'

/** A request, before it is known how often it has to be sent. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path and query below `/api/v4`, encoded. */
  target: string
  /** Sent as JSON, or as a form; none when undefined. */
  body?: object | undefined
  /** Whether sending it twice does what sending it once does. */
  idempotent: boolean
  options: RequestOptions
}

/** An answer as it came over the wire; header names in lower case. */
export interface RawResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** An answer that is no error. */
export interface ApiResponse {
  /** 2xx, 3xx where the request has to go elsewhere, 304 where there was nothing to do. */
  status: number
  /** Header names in lower case. */
  headers: Record<string, string>
  /** The parsed body; undefined where there is none. */
  body: unknown
  /** Size of the body as it came, in bytes. */
  size: number
}

export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 307, 308])

/** As much as is read of the body of an error, in bytes. */
const longestError = 16 * 1024

/** A target as errors show it. */
export const withoutQuery = (target: string): string => target.replace(/\?.*/s, '')

/** Parses an answer; an error, or one that cannot be read, is thrown. */
export function parseResponse(
  raw: RawResponse,
  method: string,
  path: string,
  redact: Redact,
  clock: Clock,
): ApiResponse {
  const { status, headers, body } = raw
  const size = body.length
  if (status === 304 || redirectStatuses.has(status)) return { status, headers, body: undefined, size }
  if (status >= 300) {
    throw apiError({
      ...readErrorBody(redactedStart(body, redact)),
      status,
      method,
      path,
      requestId: headers['x-request-id'] && redact(headers['x-request-id']),
      retryAfterMs: retryAfter(headers, clock),
    })
  }
  // Blanks, and the mark that some put before a text in UTF-8.
  const text = body.toString().trim()
  if (text === '') return { status, headers, body: undefined, size }
  const at = { method, path, status, sent: true }
  if (!isModest(text)) throw new UnreadableResponse('the answer is nested too deep or has too many values', at)
  const parsed = isUtf8(body) ? parseJson(text) : undefined
  if (parsed !== undefined) return { status, headers, body: parsed, size }
  const encoding = headers['content-encoding']
  const type = redact((encoding ? `${encoding}-encoded ` : '') + (headers['content-type'] ?? 'unlabelled'))
  throw new UnreadableResponse(`the answer is not JSON but ${type} content: is this the address of the API?`, at)
}

/** What an error says is at the beginning of its body. A secret may reach over the first cut, but not so far. */
function redactedStart(body: Buffer, redact: Redact): string {
  const start = redact(body.subarray(0, 2 * longestError).toString())
  return body.length > longestError ? start.slice(0, longestError) : start
}
