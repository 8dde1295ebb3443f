import { ResourceError } from '../core/service/resource-error'

/** Ends work that waits for the engine, which cancels an operation before it ends the process. */
export class Cancellation {
  /** Rejects when the operation is canceled. */
  readonly canceled: Promise<never>
  private reject!: (error: Error) => void

  constructor() {
    this.canceled = new Promise((_, reject) => (this.reject = reject))
    this.canceled.catch(() => {})
  }

  cancel(): void {
    this.reject(new ResourceError('The operation ended before all of its resources were registered.'))
  }
}
