/** Counts calls, so that a process can wait for those in progress before it ends. */
export class CallsInProgress {
  private readonly calls = new Set<Promise<unknown>>()

  async during<T>(work: () => Promise<T>): Promise<T> {
    const call = work()
    this.calls.add(call)
    try {
      return await call
    } finally {
      this.calls.delete(call)
    }
  }

  /** Waits until no call is in progress. */
  async ended(): Promise<void> {
    while (this.calls.size > 0) await Promise.allSettled(this.calls)
  }
}
