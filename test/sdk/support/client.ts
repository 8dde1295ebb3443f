import { Client, type ClientOptions, type RetryEvent } from '../../../sdk'
import type { Clock } from '../../../sdk/http/clock'

/** A clock that only advances during sleeps, and records them. */
export class TestClock implements Clock {
  readonly slept: number[] = []

  constructor(private time = Date.parse('2026-11-21T12:00:00Z')) {}

  now(): number {
    return this.time
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    this.slept.push(ms)
    const until = this.time + ms
    // A turn of the event loop, such as a timer would take.
    await new Promise((resolve) => setImmediate(resolve))
    this.time = Math.max(this.time, until)
    signal?.throwIfAborted()
  }
}

export interface TestClient extends Client {
  clock: TestClock
  retries: RetryEvent[]
}

const clients: Client[] = []
let tokens = 0

/** A client without waits and with a token, and so a rate limit, of its own. Needs `afterEach(closeClients)`. */
export function client(baseUrl: string, options: Partial<ClientOptions> = {}): TestClient {
  const clock = new TestClock()
  const retries: RetryEvent[] = []
  const made = new Client(
    { baseUrl, token: `secret-${++tokens}`, retryDelayMs: 0, onRetry: (event) => retries.push(event), ...options },
    clock,
  )
  clients.push(made)
  return Object.assign(made, { clock, retries })
}

export async function closeClients(): Promise<void> {
  await Promise.all(clients.splice(0).map((made) => made.close()))
}

/** The error of a call. */
export async function failure(call: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await call
  } catch (error) {
    return error as Error & Record<string, unknown>
  }
  throw new Error('expected a failure')
}
