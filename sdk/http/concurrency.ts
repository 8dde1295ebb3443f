/** The initial limit of concurrent requests. */
const initialLimit = 10

/** Below `few` requests waiting in the service the limit rises. Above `many` it falls. */
const few = 3
const many = 6

/** The minimum response time that is used in calculations, in milliseconds. Faster responses count as this fast. */
const instantMs = 5

/**
 * The fastest response is taken from the current and the previous span, because a service can become slower
 * permanently.
 */
const spanMs = 60_000

/**
 * Adapts the number of concurrent requests to the service. If a response takes longer than the fastest response of its
 * route, the request waited behind others for that share of the time. While few requests wait, the limit rises. While
 * many wait, it falls, because more concurrency makes no request faster. If the service rejects a request, the limit is
 * halved.
 */
export class Concurrency {
  private limit = initialLimit
  /**
   * Whether the limit doubles with each round of responses instead of growing by one. True until the first sign of
   * overload.
   */
  private doubling = true
  private readonly fastest = new Map<string, { since: number; ms: number; before: number }>()
  /** A request stores this number when it starts and passes it to `refused`. */
  generation = 0
  private refusals = 0

  /** Whether another request can start. `most` is the client's own limit. */
  allows(active: number, most: number): boolean {
    return active < Math.min(most, this.limit)
  }

  /** Records a response: when it arrived, how long it took in milliseconds, and the number of active requests. */
  responded(route: string, now: number, ms: number, active: number): void {
    this.refusals = 0
    const waiting = this.limit * (1 - this.fastestMs(route, now, ms) / Math.max(ms, instantMs))
    if (waiting > many) {
      this.doubling = false
      // Reduces the excess by half in one round of responses.
      this.limit = Math.max(1, this.limit - (waiting - many) / 2 / this.limit)
    } else if (waiting < few && active > this.limit / 2) {
      this.limit += this.doubling ? 1 : 1 / this.limit
    }
  }

  /**
   * Records that the service was too busy for a request of this generation. Returns how often in a row that happened.
   */
  refused(generation: number): number {
    // Requests that were active at the same time count once.
    if (generation === this.generation) {
      this.generation += 1
      this.refusals += 1
      this.doubling = false
      this.limit = Math.max(1, this.limit / 2)
    }
    return this.refusals
  }

  private fastestMs(route: string, now: number, ms: number): number {
    let span = this.fastest.get(route)
    if (!span || now - span.since >= spanMs) {
      span = { since: now, ms: Infinity, before: span?.ms ?? Infinity }
      this.fastest.set(route, span)
    }
    span.ms = Math.min(span.ms, Math.max(ms, instantMs))
    return Math.min(span.ms, span.before)
  }
}
