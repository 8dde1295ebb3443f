import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { ResourceError } from '../core/service/resource-error'

const current = new AsyncLocalStorage<Rejections>()
const inProgress = new Set<Rejections>()
let isListening = false

/**
 * Collects the rejections that nothing handles while a component is created: of outputs of its children, and of
 * registrations that failed. Node.js would end the process because of them.
 */
export class Rejections {
  private readonly reasons: unknown[] = []

  /** Collects the rejections of the work and of all promises that it creates. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (!isListening) process.on('unhandledRejection', collect)
    isListening = true
    inProgress.add(this)
    try {
      return await current.run(this, work)
    } finally {
      inProgress.delete(this)
    }
  }

  add(reason: unknown): void {
    this.reasons.push(reason)
  }

  /** @throws the first rejection so far that the engine has not reported. */
  async throwFirst(): Promise<void> {
    // Node.js reports rejections after the other work of their turn.
    await setImmediate()
    const [first] = this.reasons.filter((reason) => !isReported(reason))
    if (first === undefined) return
    const message = first instanceof Error ? first.message : String(first)
    throw new ResourceError(message.replace(/^(?:error serializing property "[^"]*": )+/, ''))
  }
}

/**
 * Whether the engine has reported the reason: a child was not created or updated, and the operation continues because
 * of `--continue-on-error`. Such an error has no other property than its message.
 */
export const isReported = (reason: unknown): boolean =>
  reason instanceof Error && /\bresource .+ \[[\w:/-]+\] failed to register$/.test(reason.message)

function collect(reason: unknown): void {
  const known = current.getStore()
  for (const one of known ? [known] : inProgress) one.add(reason)
}
