import { isUtf8 } from 'node:buffer'
import type { Clock } from './clock'
import { readErrorBody } from './error-body'
import { apiError, UnreadableResponse } from './errors'
import { isWithinLimits, parseJson } from './json'
import type { RequestOptions } from './options'
import type { Redaction } from './redact'
import { retryAfter } from './retry'

/** A request as the endpoints describe it. The client can send it several times. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query below `/api/v4`, encoded. */
  target: string
  /** Sent as JSON or as a form. Undefined: no body. */
  body?: object | undefined
  /** Whether the request has the same effect if it is sent twice. */
  idempotent: boolean
  options: RequestOptions
}

/** A response as received. Header names are in lower case. */
export interface RawResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** A successful response. */
export interface ApiResponse {
  /** 2xx; 3xx for a redirect; 304 if there was nothing to do. */
  status: number
  /** Header names in lower case. */
  headers: Record<string, string>
  /** The parsed body. Undefined if the response has none. */
  body: unknown
  /** Size of the body as received, in bytes. */
  size: number
}

export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 307, 308])

/** The maximum size that is read of the body of an error, in bytes. */
const maxErrorBytes = 16 * 1024

/** The target without its query, for error messages. */
export const withoutQuery = (target: string): string => target.replace(/\?.*/s, '')

/** Parses a response. Throws an error if its status is an error or its body cannot be read. */
export function parseResponse(
  raw: RawResponse,
  method: string,
  path: string,
  redaction: Redaction,
  clock: Clock,
): ApiResponse {
  const { status, headers, body } = raw
  const size = body.length
  if (status === 304 || redirectStatuses.has(status)) return { status, headers, body: undefined, size }
  if (status >= 300) {
    throw apiError({
      ...readErrorBody(redactedStart(body, redaction), redaction.theirs),
      status,
      method,
      path,
      requestId: headers['x-request-id'] && redaction.theirs(headers['x-request-id']),
      retryAfterMs: retryAfter(headers, clock),
    })
  }
  // Removes whitespace and a byte order mark.
  const text = body.toString().trim()
  if (text === '') return { status, headers, body: undefined, size }
  const at = { method, path, status, sent: true }
  if (!isWithinLimits(text))
    throw new UnreadableResponse('the response is nested too deeply or has too many values', at)
  const parsed = isUtf8(body) ? parseJson(text) : undefined
  if (parsed !== undefined) return { status, headers, body: parsed, size }
  const encoding = headers['content-encoding']
  const type = redaction.theirs((encoding ? `${encoding}-encoded ` : '') + (headers['content-type'] ?? 'unlabeled'))
  throw new UnreadableResponse(`the response is not JSON but ${type} content: check baseUrl`, at)
}

/**
 * The service's message is at the start of the body. A secret can extend past the limit, so twice as much is redacted.
 * Short secrets can be in names of a complete body, whose values are redacted later.
 */
function redactedStart(body: Buffer, { ours, theirs }: Redaction): string {
  const start = body.subarray(0, 2 * maxErrorBytes).toString()
  return body.length > maxErrorBytes ? theirs(start).slice(0, maxErrorBytes) : ours(start)
}
