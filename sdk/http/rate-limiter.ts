import type { RawResponse } from './call'
import type { Clock } from './clock'
import { Concurrency } from './concurrency'
import { collectionOf, FairQueue, routeOf } from './fair-queue'
import { HeldRoutes, isEndpointLimit } from './held-routes'
import { backOff, maxWaitMs, retryAfter, serverNow } from './retry'

/** The limits of a client. */
export interface Limits {
  maxConcurrency: number
  maxRequestsPerMinute: number
  /** The maximum length of the first pause, in milliseconds, if the service does not report one. */
  retryDelayMs: number
  clock: Clock
  /** Called when all requests wait, with the wait in milliseconds. */
  onPause?: ((ms: number) => void) | undefined
}

/** A request that waits for a permit. */
export interface PermitRequest {
  method: string
  /** Path and query below the API root. */
  target: string
  limits: Limits
  /** Whether the request was rejected before. It then skips the queue of its lane. */
  isRetry: boolean
  signal?: AbortSignal | undefined
}

interface Waiting extends Limits {
  /** Method and path without ids. The service counts the limit of an endpoint by it. */
  route: string
  admit(): void
}

const minuteMs = 60_000
const rateLimiters = new Map<string, RateLimiter>()

/** The rate limiter of an origin and token: one per process, shared by all their clients. */
export function rateLimiterFor(origin: string, token: string | undefined): RateLimiter {
  const key = `${origin} ${token ?? ''}`
  const limiter = rateLimiters.get(key) ?? new RateLimiter()
  rateLimiters.set(key, limiter)
  return limiter
}

/**
 * Limits concurrent requests and requests per minute, according to the client's options and the load of the service.
 * Pauses all requests while the window of the service is used up (`RateLimit-Remaining`, `RateLimit-Reset`) or the
 * service requests a wait.
 */
export class RateLimiter {
  private readonly queue = new FairQueue<Waiting>()
  private readonly concurrency = new Concurrency()
  private readonly starts: number[] = []
  private active = 0
  private remaining = Infinity
  private resetAt = 0
  private pausedUntil = 0
  private readonly held = new HeldRoutes()
  private reportedUntil = 0
  private timer: AbortController | undefined

  /** Waits for a permit. The caller must call `release`. */
  async acquire({ method, target, limits, isRetry, signal }: PermitRequest): Promise<Permit> {
    signal?.throwIfAborted()
    const lane = collectionOf(target)
    const route = `${method} ${routeOf(target)}`
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        this.queue.remove(lane, waiting)
        reject(signal?.reason)
        this.advance()
      }
      const waiting: Waiting = {
        ...limits,
        route,
        admit() {
          signal?.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.queue.add(lane, waiting, { isRetry })
      this.advance()
    })
    return this.permit(route, limits)
  }

  private permit(route: string, limits: Limits): Permit {
    const { clock } = limits
    const startedAt = clock.now()
    const { generation } = this.concurrency
    return {
      responded: ({ status, headers, body }) => {
        const requestedMs = retryAfter(headers, clock)
        if (requestedMs !== undefined && isEndpointLimit(status, headers, body))
          this.held.hold(route, requestedMs, clock)
        else if (status === 429 || (status === 503 && requestedMs !== undefined)) {
          const refusals = this.concurrency.refused(generation)
          this.pause(requestedMs ?? backOff(refusals, limits.retryDelayMs), clock)
        } else {
          this.concurrency.responded(route, clock.now(), clock.now() - startedAt, this.active)
        }
        this.noteWindow(headers, clock)
      },
      timedOut: () => void this.concurrency.refused(generation),
      release: () => {
        this.active -= 1
        this.advance()
      },
    }
  }

  private pause(ms: number, clock: Clock): void {
    // Requests do not wait longer than this. Each of them gets the error of the service instead.
    if (ms <= maxWaitMs) this.pausedUntil = Math.max(this.pausedUntil, clock.now() + ms)
  }

  /** Reads the remaining requests of the window from a response, while its permit is active. */
  private noteWindow(headers: Record<string, string>, clock: Clock): void {
    const remaining = Number(headers['ratelimit-remaining'] ?? NaN)
    const reset = Number(headers['ratelimit-reset'] ?? NaN)
    if (Number.isNaN(remaining) || Number.isNaN(reset)) return
    // The service may not have counted the other active requests yet.
    this.remaining = remaining - (this.active - 1)
    this.resetAt = clock.now() + reset * 1_000 - serverNow(headers, clock)
  }

  private advance(): void {
    this.timer?.abort()
    this.timer = undefined
    for (let next = this.next(); next; next = this.next()) {
      const { lane, item: head, heldMs } = next
      if (!this.concurrency.allows(this.active, head.maxConcurrency)) return
      const now = head.clock.now()
      const waitMs = Math.max(heldMs, this.waitMs(head, now))
      if (waitMs > 0) return this.advanceLater(waitMs, now, head)
      this.queue.shift(lane)
      this.starts.push(now)
      this.remaining -= 1
      this.active += 1
      head.admit()
    }
  }

  /**
   * The next request: the first whose endpoint accepts requests, otherwise the request whose endpoint accepts them
   * soonest.
   */
  private next(): { lane: string; item: Waiting; heldMs: number } | undefined {
    let soonest: { lane: string; item: Waiting; heldMs: number } | undefined
    for (const { lane, item } of this.queue.heads()) {
      const heldMs = this.held.msLeft(item.route, item.clock)
      if (heldMs === 0) return { lane, item, heldMs }
      if (!soonest || heldMs < soonest.heldMs) soonest = { lane, item, heldMs }
    }
    return soonest
  }

  private waitMs({ maxRequestsPerMinute }: Waiting, now: number): number {
    while (this.starts[0] !== undefined && this.starts[0] <= now - minuteMs) this.starts.shift()
    const full = this.starts.at(-maxRequestsPerMinute)
    const untilMinute = full === undefined ? 0 : full + minuteMs - now
    if (now >= this.resetAt) this.remaining = Infinity
    const untilReset = this.remaining > 0 ? 0 : this.resetAt - now
    // If the wait for the window is too long, the requests get the 429 of the service instead.
    return Math.max(untilMinute, untilReset > maxWaitMs ? 0 : untilReset, this.pausedUntil - now)
  }

  private advanceLater(ms: number, now: number, { clock, onPause }: Waiting): void {
    if (now + ms > this.reportedUntil) {
      this.reportedUntil = now + ms
      onPause?.(ms)
    }
    const timer = new AbortController()
    this.timer = timer
    clock.sleep(ms, timer.signal).then(
      () => this.advance(),
      () => undefined,
    )
  }
}

/** Permission to send one request. */
export interface Permit {
  /** Updates the limits from a response. */
  responded(response: RawResponse): void
  /** Reports that the response did not arrive in time. */
  timedOut(): void
  release(): void
}
