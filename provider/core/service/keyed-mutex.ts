/** Runs functions with the same name one after another. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>()

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const result = (this.last.get(name) ?? Promise.resolve()).then(work, work)
    this.last.set(name, result)
    try {
      return await result
    } finally {
      if (this.last.get(name) === result) this.last.delete(name)
    }
  }
}
