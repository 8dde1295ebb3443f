import type { Collection } from './define'

type Key = number | string

/**
 * One collection of the service, as all who look into it during one operation of the engine share it.
 *
 * Its first page is fetched in any case. What is not there costs a request of its own, until those have cost as much as
 * the other pages would: then they are fetched, too. Whatever the number of objects, this takes no more than twice the
 * requests of the better of the two ways.
 */
export class Snapshot {
  private first: Promise<{ items: object[]; pages: number }> | undefined
  private whole: Promise<object[]> | undefined
  private misses = 0

  constructor(
    private readonly list: () => Collection<object>,
    private readonly keyOf: (live: object) => Key,
  ) {}

  /** The object with this key; undefined where there is none, and `'unseen'` where to ask for it alone is cheaper. */
  async look(key: Key): Promise<object | undefined | 'unseen'> {
    const ofKey = (live: object) => this.keyOf(live) === key
    if (!this.whole) {
      const { items, pages } = await this.page()
      const found = items.find(ofKey)
      if (found || pages === 1) return found
      if (++this.misses < pages && !this.whole) return 'unseen'
    }
    return (await this.all()).find(ofKey)
  }

  /** All objects. */
  all(): Promise<object[]> {
    this.whole ??= this.fetch().catch((error: unknown) => {
      // A failed attempt is not remembered.
      this.whole = undefined
      throw error
    })
    return this.whole
  }

  private async fetch(): Promise<object[]> {
    const seen = await this.first
    return seen?.pages === 1 ? seen.items : this.list().all()
  }

  private page(): Promise<{ items: object[]; pages: number }> {
    this.first ??= this.fetchPage().catch((error: unknown) => {
      this.first = undefined
      throw error
    })
    return this.first
  }

  private async fetchPage(): Promise<{ items: object[]; pages: number }> {
    const collection = this.list()
    if (!collection.page) return { items: await collection.all(), pages: 1 }
    const { items, totalPages, nextPage } = await collection.page(1)
    // A collection that does not tell how large it is has more than 10,000 objects.
    return { items, pages: nextPage === undefined ? 1 : (totalPages ?? 101) }
  }
}

/** The snapshots of one operation, by collection. */
export class Snapshots {
  private readonly known = new Map<string, Snapshot>()

  of(collection: string, list: () => Collection<object>, keyOf: (live: object) => Key): Snapshot {
    let snapshot = this.known.get(collection)
    if (!snapshot) this.known.set(collection, (snapshot = new Snapshot(list, keyOf)))
    return snapshot
  }

  /** To be called when the collection was written to. */
  forget(collection: string): void {
    this.known.delete(collection)
  }
}
