import type { Clock } from '../../../sdk/http/clock'

/** The number of turns of the event loop without a request, after which all work is waiting. */
const quiet = 30

/** A clock that advances to the next timer when all work is waiting. */
export class VirtualClock implements Clock {
  private readonly sleepers: { until: number; wake(): void }[] = []
  private running = false

  /** @param requests the number of requests up to now @param set receives each new time */
  constructor(
    private time: number,
    private readonly requests: () => number,
    private readonly set: (time: number) => void = () => undefined,
  ) {}

  now(): number {
    return this.time
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    await new Promise<void>((resolve, reject) => {
      const sleeper = { until: this.time + ms, wake: resolve }
      this.sleepers.push(sleeper)
      signal?.addEventListener('abort', () => {
        const at = this.sleepers.indexOf(sleeper)
        if (at >= 0) this.sleepers.splice(at, 1)
        reject(signal.reason)
      })
      void this.run()
    })
  }

  private async run(): Promise<void> {
    if (this.running) return
    this.running = true
    while (this.sleepers.length > 0) {
      for (let turns = 0, seen = this.requests(); turns < quiet; turns++) {
        await new Promise((resolve) => setImmediate(resolve))
        if (this.requests() !== seen) [turns, seen] = [0, this.requests()]
      }
      const next = this.sleepers.sort((a, b) => a.until - b.until).shift()
      if (!next) break
      this.time = Math.max(this.time, next.until)
      this.set(this.time)
      next.wake()
    }
    this.running = false
  }
}
