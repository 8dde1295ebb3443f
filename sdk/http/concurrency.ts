/** So many are under way at once before anything is known of the service. */
const start = 10

/** So many requests that wait in the service are few, and so many are too many. */
const few = 3
const many = 6

/** Answers that are faster are as good as at once, in milliseconds. */
const instantMs = 5

/** The fastest answer is that of this and the last span of such length: a service may become slower for good. */
const spanMs = 60_000

/**
 * How many requests at once a service takes. Each answer tells: when it took longer than the fastest of its route, that
 * share of the time it waited behind others. While few wait, more are let through; when many wait, fewer, since nobody
 * gets their answer sooner for it. A service that refuses is left half of them.
 */
export class Concurrency {
  private limit = start
  /** No sign yet that there are too many: the limit doubles with each round of answers instead of growing by one. */
  private doubling = true
  private readonly fastest = new Map<string, { since: number; ms: number; before: number }>()
  /** To be kept by a request from its start, for `refused`. */
  generation = 0
  private refusals = 0

  /** Whether one more may start, where the client itself allows `most`. */
  allows(active: number, most: number): boolean {
    return active < Math.min(most, this.limit)
  }

  /** An answer came at this time, after so many milliseconds, while so many requests were under way. */
  answered(route: string, now: number, ms: number, active: number): void {
    this.refusals = 0
    const waiting = this.limit * (1 - this.fastestOf(route, now, ms) / Math.max(ms, instantMs))
    if (waiting > many) {
      this.doubling = false
      // Half of what is too many, in a round of answers.
      this.limit = Math.max(1, this.limit - (waiting - many) / 2 / this.limit)
    } else if (waiting < few && active > this.limit / 2) {
      this.limit += this.doubling ? 1 : 1 / this.limit
    }
  }

  /** The service was too busy for a request of this generation. How often that happened in a row. */
  refused(generation: number): number {
    // Those that were under way together say the same.
    if (generation === this.generation) {
      this.generation += 1
      this.refusals += 1
      this.doubling = false
      this.limit = Math.max(1, this.limit / 2)
    }
    return this.refusals
  }

  private fastestOf(route: string, now: number, ms: number): number {
    let span = this.fastest.get(route)
    if (!span || now - span.since >= spanMs) {
      span = { since: now, ms: Infinity, before: span?.ms ?? Infinity }
      this.fastest.set(route, span)
    }
    span.ms = Math.min(span.ms, Math.max(ms, instantMs))
    return Math.min(span.ms, span.before)
  }
}
