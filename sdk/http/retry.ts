import { type Clock } from './clock'
import { ApiError, ConnectionError, MaintenanceMode, UnreadableResponse } from './errors'

/** The longest wait the service can ask for, in milliseconds; when it asks for more, its error is final. */
export const longestWaitMs = 5 * 60_000

/** The maximum total time, in milliseconds, that a request waits because the service asks for it. */
const longestWaitsMs = 3 * longestWaitMs

const longestBackOffMs = 30_000

/** How often a request goes again that was turned away unread: with others at the same limit, its turn may come late. */
const mostTurnsAway = 12

/**
 * Whether a failed request may be sent again.
 *
 * Always when it surely had no effect: it was never sent, or was turned away with 429. When sending it twice does no
 * harm also after a lost answer, 408, 5xx and a lock on the object.
 */
export function mayRetry(error: unknown, idempotent: boolean): error is ApiError | ConnectionError {
  if (error instanceof UnreadableResponse || error instanceof MaintenanceMode) return false
  if (error instanceof ConnectionError) return idempotent || !error.sent
  if (!(error instanceof ApiError) || (error.retryAfterMs ?? 0) > longestWaitMs) return false
  if (error.status === 429) return true
  return (
    idempotent &&
    (error.status === 408 ||
      error.status >= 500 ||
      (error.status === 409 && /resource lock/i.test(error.serverMessage)))
  )
}

/** The retries that one request has. Being turned away for the rate of requests says nothing of it, and is counted apart. */
export class Retries {
  private failures = 0
  private turnsAway = 0
  private askedMs = 0

  constructor(private readonly most: number) {}

  /** Counts a failed attempt; false if it was the last. */
  allow(error: ApiError | ConnectionError): boolean {
    this.askedMs += error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
    if (this.askedMs > longestWaitsMs) return false
    if (error instanceof ApiError && error.status === 429 && this.most > 0) {
      return ++this.turnsAway <= Math.max(this.most, mostTurnsAway)
    }
    return ++this.failures <= this.most
  }
}

/** Milliseconds to wait before the attempt after `attempt`: what the service asked for, plus capped full jitter. */
export function retryDelay(error: ApiError | ConnectionError, attempt: number, firstStepMs: number): number {
  const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0
  return asked + backOff(attempt, firstStepMs)
}

/** Some time up to a limit that doubles with each failure, so that those who failed together do not come back together. */
export const backOff = (failures: number, firstStepMs: number): number =>
  Math.random() * Math.min(longestBackOffMs, firstStepMs * 2 ** (failures - 1))

/** `Retry-After` in milliseconds: it holds seconds or a date. */
export function retryAfter(headers: Record<string, string>, clock: Clock): number | undefined {
  const value = headers['retry-after']?.trim()
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - serverNow(headers, clock)
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** The service's idea of now, since the times it names are its own. */
export function serverNow(headers: Record<string, string>, clock: Clock): number {
  const date = Date.parse(headers['date'] ?? '')
  return Number.isNaN(date) ? clock.now() : date
}
