import type { Clock } from './clock'
import { ApiError, ConnectionError, MaintenanceMode, UnreadableResponse } from './errors'

/** The maximum wait that a service can request, in milliseconds. If it requests more, the error is final. */
export const maxWaitMs = 5 * 60_000

/** The maximum total time, in milliseconds, that a request waits because the service asks for it. */
const maxTotalWaitMs = 3 * maxWaitMs

const maxBackOffMs = 30_000

/**
 * The maximum number of retries after a 429 rejection. With other clients at the same limit, a request can be rejected
 * often.
 */
const maxRejections = 12

/**
 * Whether a failed request can be retried.
 *
 * Yes, if it had no effect: it was not sent or was rejected with 429. If it is idempotent, also after a lost response,
 * 408, 5xx or a lock on the object.
 */
export function mayRetry(error: unknown, idempotent: boolean): error is ApiError | ConnectionError {
  if (error instanceof UnreadableResponse || error instanceof MaintenanceMode) return false
  // A response that does not end is not sent faster the next time.
  if (error instanceof ConnectionError && error.timedOut && error.status !== undefined) return false
  if (error instanceof ConnectionError) return idempotent || !error.sent
  if (!(error instanceof ApiError) || (error.retryAfterMs ?? 0) > maxWaitMs) return false
  if (error.status === 429) return true
  return (
    idempotent &&
    (error.status === 408 ||
      error.status >= 500 ||
      (error.status === 409 && /resource lock/i.test(error.serverMessage)))
  )
}

/**
 * The retries of one request. Rejections because of the rate limit are counted separately, because they are not
 * failures of the request.
 */
export class Retries {
  private failures = 0
  private rejections = 0
  private totalWaitMs = 0

  constructor(private readonly most: number) {}

  /** Counts a failed attempt. Returns false if it was the last. */
  allow(error: ApiError | ConnectionError): boolean {
    this.totalWaitMs += error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
    if (this.totalWaitMs > maxTotalWaitMs) return false
    if (error instanceof ApiError && error.status === 429 && this.most > 0) {
      return ++this.rejections <= Math.max(this.most, maxRejections)
    }
    return ++this.failures <= this.most
  }
}

/** Milliseconds to wait after an attempt: the wait that the service requests, plus capped full jitter. */
export function retryDelay(error: ApiError | ConnectionError, attempt: number, firstStepMs: number): number {
  const requestedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  return requestedMs + backOff(attempt, firstStepMs)
}

/**
 * A random wait up to a limit that doubles with each failure, so that requests that failed together are not retried
 * together.
 */
export const backOff = (failures: number, firstStepMs: number): number =>
  Math.random() * Math.min(maxBackOffMs, firstStepMs * 2 ** (failures - 1))

/** `Retry-After` in milliseconds. The header contains seconds or a date. */
export function retryAfter(headers: Record<string, string>, clock: Clock): number | undefined {
  const value = headers['retry-after']?.trim()
  if (value === undefined) return undefined
  // JavaScript parses "-5" as a date.
  if (value.startsWith('-')) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - serverNow(headers, clock)
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** The current time of the service's clock, to which its timestamps refer. */
export function serverNow(headers: Record<string, string>, clock: Clock): number {
  const date = Date.parse(headers['date'] ?? '')
  return Number.isNaN(date) ? clock.now() : date
}
