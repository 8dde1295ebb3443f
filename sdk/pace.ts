import { type Clock } from './clock'
import { longestWaitMs, serverNow } from './retry'

/** How fast a client wants to go at most. */
export interface Limits {
  maxConcurrency: number
  maxRequestsPerMinute: number
  clock: Clock
}

interface Waiting extends Limits {
  admit(): void
}

const minuteMs = 60_000
const budgets = new Map<string, Budget>()

/** The budget of a token at an origin: one per process, shared by every client that uses the two. */
export function budgetFor(origin: string, token: string | undefined): Budget {
  const key = `${origin} ${token ?? ''}`
  const budget = budgets.get(key) ?? new Budget()
  budgets.set(key, budget)
  return budget
}

/**
 * Admits requests in the order they come: as many at once and per minute as the client that sends them allows, and
 * none while the service says that its window (`RateLimit-Remaining`, `RateLimit-Reset`) is used up.
 */
export class Budget {
  private readonly queue: Waiting[] = []
  private readonly starts: number[] = []
  private active = 0
  private remaining = Infinity
  private resetAt = 0
  private pause: AbortController | undefined

  /** Waits for a turn. Whoever got one must `leave`. */
  async enter(limits: Limits, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        this.queue.splice(this.queue.indexOf(waiting), 1)
        reject(signal?.reason)
        this.advance()
      }
      const waiting: Waiting = {
        ...limits,
        admit() {
          signal?.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.queue.push(waiting)
      this.advance()
    })
  }

  /** Ends a turn. */
  leave(): void {
    this.active -= 1
    this.advance()
  }

  /** Learns from an answer, while its turn lasts, how much the service still allows. */
  note(headers: Record<string, string>, clock: Clock): void {
    const remaining = Number(headers['ratelimit-remaining'] ?? NaN)
    const reset = Number(headers['ratelimit-reset'] ?? NaN)
    if (Number.isNaN(remaining) || Number.isNaN(reset)) return
    // The service may not have counted the others that are under way.
    this.remaining = remaining - (this.active - 1)
    this.resetAt = clock.now() + reset * 1_000 - serverNow(headers, clock)
  }

  private advance(): void {
    this.pause?.abort()
    this.pause = undefined
    for (let head = this.queue[0]; head && this.active < head.maxConcurrency; head = this.queue[0]) {
      const now = head.clock.now()
      const waitMs = this.waitMs(head, now)
      if (waitMs > 0) return this.advanceLater(waitMs, head.clock)
      this.queue.shift()
      this.starts.push(now)
      this.remaining -= 1
      this.active += 1
      head.admit()
    }
  }

  private waitMs({ maxRequestsPerMinute }: Waiting, now: number): number {
    while (this.starts[0] !== undefined && this.starts[0] <= now - minuteMs) this.starts.shift()
    const full = this.starts.at(-maxRequestsPerMinute)
    const untilMinute = full === undefined ? 0 : full + minuteMs - now
    if (now >= this.resetAt) this.remaining = Infinity
    const untilReset = this.remaining > 0 ? 0 : this.resetAt - now
    // A pause nobody would sit out: let the service's own 429 say it.
    return Math.max(untilMinute, untilReset > longestWaitMs ? 0 : untilReset)
  }

  private advanceLater(ms: number, clock: Clock): void {
    const pause = new AbortController()
    this.pause = pause
    clock.sleep(ms, pause.signal).then(
      () => this.advance(),
      () => undefined,
    )
  }
}
