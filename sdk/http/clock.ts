import { setTimeout as wait } from 'node:timers/promises'

/** What the client knows of time; tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after `ms` milliseconds, rejects with the signal's reason when that ends the wait. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    signal?.throwIfAborted()
    // The timer's own rejection is a generic AbortError; callers are promised their reason.
    await wait(ms, undefined, signal && { signal }).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : error
    })
  },
}
