import type { List } from '../../sdk'

/** Complete lists of collections, fetched once for all who ask during one operation of the engine. */
export class Listings {
  private readonly lists = new Map<string, Promise<object[]>>()

  /** The whole collection. A failed attempt is not remembered. */
  all<T extends object>(collection: string, list: () => List<T>): Promise<T[]> {
    let items = this.lists.get(collection)
    if (!items) {
      items = list().all()
      this.lists.set(collection, items)
      items.catch(() => this.lists.delete(collection))
    }
    return items as Promise<T[]>
  }

  /** To be called when the collection was written to. */
  forget(collection: string): void {
    this.lists.delete(collection)
  }
}
