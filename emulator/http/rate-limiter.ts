import type { Call } from './call'
import { HttpError } from './errors'
import { settingsOf } from './settings'

/** Periods in seconds, by the setting with the number of requests. */
const periods = { project_api_limit: 60, projects_api_limit: 600 }

export type Limit = keyof typeof periods

/** Rate limits of single endpoints. Unlike the throttle, they count per user, and add no headers to other responses. */
export class RateLimiter {
  readonly #windows = new Map<string, { start: number; requests: number }>()

  /** Counts a request. @throws HttpError 429 above the limit. */
  count(call: Call, limit: Limit): void {
    const most = settingsOf(call.store)[limit]
    if (most === 0) return
    const period = periods[limit]
    const start = Math.floor(call.instance.clock.now().getTime() / 1000 / period)
    const key = `${limit} ${call.user?.id ?? 'anonymous'}`
    const window = this.#windows.get(key)
    const requests = window?.start === start ? window.requests + 1 : 1
    this.#windows.set(key, { start, requests })
    if (requests <= most) return
    const error = 'This endpoint has been requested too many times. Try again later.'
    // The whole period, even if a part of it has passed.
    throw new HttpError(429, { message: { error } }, { 'Retry-After': String(period) })
  }
}
