/** Lets works of the same name run one after another. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>()

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(name) ?? Promise.resolve()).then(work, work)
    this.last.set(name, turn)
    try {
      return await turn
    } finally {
      if (this.last.get(name) === turn) this.last.delete(name)
    }
  }
}
