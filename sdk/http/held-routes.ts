import type { Clock } from './clock'
import { maxWaitMs } from './retry'

/**
 * Whether a response reports the limit of a single endpoint, which does not affect others. The limit of the whole
 * service has a plain text response with `RateLimit-*` headers.
 */
export const isEndpointLimit = (status: number, headers: Record<string, string>, body: Buffer): boolean =>
  status === 429 &&
  !('ratelimit-limit' in headers) &&
  /endpoint has been requested too many times/i.test(body.subarray(0, 1_000).toString())

/** Endpoints that have reached their own limit. Their requests wait, and all other requests continue. */
export class HeldRoutes {
  private readonly until = new Map<string, number>()

  /** Delays requests to an endpoint, unless the wait is longer than any request would wait. */
  hold(route: string, ms: number, clock: Clock): void {
    if (ms <= maxWaitMs) this.until.set(route, Math.max(this.until.get(route) ?? 0, clock.now() + ms))
  }

  /** The remaining wait of an endpoint, in milliseconds. */
  msLeft(route: string, clock: Clock): number {
    const until = this.until.get(route)
    if (until === undefined) return 0
    const ms = Math.max(0, until - clock.now())
    if (ms === 0) this.until.delete(route)
    return ms
  }
}
