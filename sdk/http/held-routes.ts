import { type Clock } from './clock'
import { longestWaitMs } from './retry'

/**
 * Whether a single endpoint has a limit of its own, which leaves all others alone. The limit of the whole service
 * answers in plain text, and has `RateLimit-*`.
 */
export const isEndpointLimit = (status: number, headers: Record<string, string>, body: Buffer): boolean =>
  status === 429 &&
  !('ratelimit-limit' in headers) &&
  /endpoint has been requested too many times/i.test(body.subarray(0, 1_000).toString())

/** The endpoints that have reached a limit of their own. Their requests wait, while all others go on. */
export class HeldRoutes {
  private readonly until = new Map<string, number>()

  /** Lets requests to an endpoint wait, unless nobody would wait that long. */
  hold(route: string, ms: number, clock: Clock): void {
    if (ms <= longestWaitMs) this.until.set(route, Math.max(this.until.get(route) ?? 0, clock.now() + ms))
  }

  /** How long requests to an endpoint still wait, in milliseconds. */
  msLeft(route: string, clock: Clock): number {
    const until = this.until.get(route)
    if (until === undefined) return 0
    const ms = Math.max(0, until - clock.now())
    if (ms === 0) this.until.delete(route)
    return ms
  }
}
