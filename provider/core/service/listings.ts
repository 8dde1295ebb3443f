import { now } from './clock'

interface Listing {
  items: Promise<object[]>
  /** When it was asked for. */
  at: number
}

/** Complete lists of collections, fetched once for all who ask during one operation of the engine. */
export class Listings {
  private readonly lists = new Map<string, Listing>()

  /** The whole collection, as it was no longer than `maxAgeMs` ago. A failed attempt is not remembered. */
  all<T extends object>(collection: string, list: () => Promise<T[]>, maxAgeMs = Infinity): Promise<T[]> {
    const at = now().getTime()
    const known = this.lists.get(collection)
    if (known && at - known.at <= maxAgeMs) return known.items as Promise<T[]>
    const items = list()
    this.lists.set(collection, { items, at })
    items.catch(() => this.lists.delete(collection))
    return items
  }
}
