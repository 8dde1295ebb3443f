import { type RawResponse } from './call'
import { type Clock } from './clock'
import { Concurrency } from './concurrency'
import { HeldRoutes, isEndpointLimit } from './held-routes'
import { FairQueue, collectionOf, routeOf } from './fair-queue'
import { backOff, longestWaitMs, retryAfter, serverNow } from './retry'

/** How fast a client wants to go at most. */
export interface Limits {
  maxConcurrency: number
  maxRequestsPerMinute: number
  /** The most that the first pause lasts when the service does not say how long. */
  retryDelayMs: number
  clock: Clock
  /** Told when nobody may start for so many milliseconds. */
  onPause?: ((ms: number) => void) | undefined
}

/** Who wants to send a request. */
export interface PermitRequest {
  method: string
  /** Path and query below the API. */
  target: string
  limits: Limits
  /** Whether it was turned away before: then it does not queue up again. */
  isRetry: boolean
  signal?: AbortSignal | undefined
}

interface Waiting extends Limits {
  /** Method and path without ids: what the limit of an endpoint counts. */
  route: string
  admit(): void
}

const minuteMs = 60_000
const rateLimiters = new Map<string, RateLimiter>()

/** The budget of a token at an origin: one per process, shared by every client that uses the two. */
export function rateLimiterFor(origin: string, token: string | undefined): RateLimiter {
  const key = `${origin} ${token ?? ''}`
  const budget = rateLimiters.get(key) ?? new RateLimiter()
  rateLimiters.set(key, budget)
  return budget
}

/**
 * Admits requests: as many at once and per minute as the client that sends them allows and the service takes, and none
 * while the service says that its window (`RateLimit-Remaining`, `RateLimit-Reset`) is used up, or asks to wait.
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

  /** Waits for a turn. Whoever got one must `end` it. */
  async acquire({ method, target, limits, isRetry: again, signal }: PermitRequest): Promise<Permit> {
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
      this.queue.add(lane, waiting, { again })
      this.advance()
    })
    return this.permit(route, limits)
  }

  private permit(route: string, limits: Limits): Permit {
    const { clock } = limits
    const startedAt = clock.now()
    const { generation } = this.concurrency
    return {
      answered: ({ status, headers, body }) => {
        const askedMs = retryAfter(headers, clock)
        if (askedMs !== undefined && isEndpointLimit(status, headers, body)) this.held.hold(route, askedMs, clock)
        else if (status === 429 || (status === 503 && askedMs !== undefined)) {
          const refusals = this.concurrency.refused(generation)
          this.pause(askedMs ?? backOff(refusals, limits.retryDelayMs), clock)
        } else {
          this.concurrency.answered(route, clock.now(), clock.now() - startedAt, this.active)
        }
        this.note(headers, clock)
      },
      timedOut: () => void this.concurrency.refused(generation),
      release: () => {
        this.active -= 1
        this.advance()
      },
    }
  }

  private pause(ms: number, clock: Clock): void {
    // A pause that nobody would sit out: let the service say it to each.
    if (ms <= longestWaitMs) this.pausedUntil = Math.max(this.pausedUntil, clock.now() + ms)
  }

  /** Learns from an answer, while its turn lasts, how much the service still allows. */
  private note(headers: Record<string, string>, clock: Clock): void {
    const remaining = Number(headers['ratelimit-remaining'] ?? NaN)
    const reset = Number(headers['ratelimit-reset'] ?? NaN)
    if (Number.isNaN(remaining) || Number.isNaN(reset)) return
    // The service may not have counted the others that are under way.
    this.remaining = remaining - (this.active - 1)
    this.resetAt = clock.now() + reset * 1_000 - serverNow(headers, clock)
  }

  private advance(): void {
    this.timer?.abort()
    this.timer = undefined
    for (let next = this.next(); next; next = this.next()) {
      const { lane, one: head, heldMs } = next
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

  /** Who is next: the first whose endpoint takes requests, else the one whose endpoint does so soonest. */
  private next(): { lane: string; one: Waiting; heldMs: number } | undefined {
    let soonest: { lane: string; one: Waiting; heldMs: number } | undefined
    for (const { lane, one } of this.queue.heads()) {
      const heldMs = this.held.msLeft(one.route, one.clock)
      if (heldMs === 0) return { lane, one, heldMs }
      if (!soonest || heldMs < soonest.heldMs) soonest = { lane, one, heldMs }
    }
    return soonest
  }

  private waitMs({ maxRequestsPerMinute }: Waiting, now: number): number {
    while (this.starts[0] !== undefined && this.starts[0] <= now - minuteMs) this.starts.shift()
    const full = this.starts.at(-maxRequestsPerMinute)
    const untilMinute = full === undefined ? 0 : full + minuteMs - now
    if (now >= this.resetAt) this.remaining = Infinity
    const untilReset = this.remaining > 0 ? 0 : this.resetAt - now
    // The same with a window: let the service's own 429 say it.
    return Math.max(untilMinute, untilReset > longestWaitMs ? 0 : untilReset, this.pausedUntil - now)
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

/** One request's time with the service. */
export interface Permit {
  /** Lets the budget learn from an answer how much the service takes. */
  answered(answer: RawResponse): void
  /** There was no answer in time. */
  timedOut(): void
  release(): void
}
