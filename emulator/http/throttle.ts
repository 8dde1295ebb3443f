import type { Clock } from '../store/clock'
import type { Store } from '../store/store'
import { HttpError } from './errors'
import { settingsOf } from './settings'

const windowMs = 60_000

/**
 * Limits the requests per minute for each token, for all anonymous callers together, and for each path outside the API.
 */
export class Throttle {
  /** Requests since the start of the minute. */
  readonly #requests = new Map<string, number>()
  #start = 0

  constructor(
    /** The limit if the settings have none. 0 means no limit. */
    private readonly usual: number,
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** Counts a request. Returns headers for its response. @throws HttpError 429 above the limit. */
  count(token: string | undefined): Record<string, string> {
    return this.#count(token ?? '', token === undefined ? 'throttle_unauthenticated_api' : 'throttle_authenticated_api')
  }

  /** The same for a path outside the API, whose limit all callers share. */
  countWebhook(path: string): Record<string, string> {
    return this.#count(path, 'throttle_incident_management_notification_web')
  }

  #count(key: string, name: string): Record<string, string> {
    const limit = settingsOf(this.store).requests_per_minute ?? this.usual
    if (limit === 0) return {}
    const now = this.clock.now().getTime()
    const start = now - (now % windowMs)
    if (this.#start !== start) this.#requests.clear()
    this.#start = start
    const requests = (this.#requests.get(key) ?? 0) + 1
    this.#requests.set(key, requests)
    const reset = new Date(start + windowMs)
    const headers = {
      'RateLimit-Name': name,
      'RateLimit-Limit': String(limit),
      'RateLimit-Observed': String(requests),
      'RateLimit-Remaining': String(Math.max(0, limit - requests)),
      'RateLimit-Reset': String(reset.getTime() / 1000),
    }
    if (requests <= limit) return headers
    throw new HttpError(429, 'Retry later\n', {
      ...headers,
      'RateLimit-ResetTime': reset.toUTCString(),
      'Retry-After': String(Math.ceil((reset.getTime() - now) / 1000)),
    })
  }
}
