import { type Clock } from './clock'
import { readErrorBody } from './error-body'
import { apiError, UnreadableAnswer } from './errors'
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
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  text: string
}

/** An answer that is no error. */
export interface Answer {
  /** 2xx, 3xx where the request has to go elsewhere, 304 where there was nothing to do. */
  status: number
  /** Header names in lower case. */
  headers: Record<string, string>
  /** The parsed body; undefined where there is none. */
  body: unknown
}

export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 307, 308])

/** A target as errors show it. */
export const withoutQuery = (target: string): string => target.replace(/\?.*$/s, '')

/** Parses an answer; an error, or one that cannot be read, is thrown. */
export function readAnswer(raw: RawAnswer, method: string, path: string, redact: Redact, clock: Clock): Answer {
  const { status, headers, text } = raw
  if (status === 304 || redirectStatuses.has(status)) return { status, headers, body: undefined }
  if (status >= 300) {
    throw apiError({
      ...readErrorBody(redact(text)),
      status,
      method,
      path,
      requestId: headers['x-request-id'],
      retryAfterMs: retryAfter(headers, clock),
    })
  }
  if (text.trim() === '') return { status, headers, body: undefined }
  try {
    return { status, headers, body: JSON.parse(text) }
  } catch {
    const type = headers['content-type'] ?? 'unlabelled'
    throw new UnreadableAnswer(`the answer is not JSON but ${type} content: is this the address of the API?`, {
      method,
      path,
      status,
      sent: true,
    })
  }
}
