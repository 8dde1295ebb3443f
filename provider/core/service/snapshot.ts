import type { Collection } from '../schema/define'
import { now } from './clock'

type Key = number | string
type Objects = ReadonlyMap<Key, object>

/** The first page of a collection. */
interface FirstPage {
  objects: Objects
  pages: number
  /** Total number of objects, if the service returns it. */
  total: number | undefined
}

/**
 * A collection of the service, shared by all resources of an operation.
 *
 * The first page is always fetched. Objects that are not on it are read by single requests, until the number of these
 * requests reaches the number of the other pages. Then the other pages are fetched. For any number of objects, this
 * takes at most twice as many requests as the better of the two ways. If the collection changes in the meantime, all
 * pages are fetched again, because an object that moves between pages could be missing from both.
 */
export class Snapshot {
  private first: Promise<FirstPage> | undefined
  private whole: Promise<Objects> | undefined
  private misses = 0
  /** Objects that were written since. The snapshot does not know their current values. */
  private readonly written = new Set<Key>()
  private readonly added: object[] = []
  private seen: Objects | undefined

  constructor(
    private readonly list: () => Collection<object>,
    private readonly keyOf: (live: object) => Key,
    /** The time of its creation, in milliseconds since 1970. */
    readonly createdAt: number,
  ) {}

  /** Records that an object was created, changed or deleted, so that it is read by a request of its own. */
  markWritten(key: Key): void {
    this.written.add(key)
  }

  isWritten(key: Key): boolean {
    return this.written.has(key)
  }

  /** The object with this key. Undefined if it does not exist, `'unseen'` if a single request for it is cheaper. */
  async peek(key: Key): Promise<object | undefined | 'unseen'> {
    if (this.written.has(key)) return 'unseen'
    if (!this.whole) {
      const { objects, pages } = await this.page()
      const found = objects.get(key)
      if (found || pages === 1) return found
      if (++this.misses < pages && !this.whole) return 'unseen'
    }
    return this.find(key)
  }

  /** The object with this key from the whole list. Undefined if it does not exist or was written since. */
  async find(key: Key): Promise<object | undefined> {
    const objects = await this.fetchOnce()
    return this.written.has(key) ? undefined : objects.get(key)
  }

  /** All objects if they fit on one page. Undefined if there are more pages. */
  async ofOnePage(): Promise<readonly object[] | undefined> {
    const { objects, pages } = await this.page()
    return pages === 1 ? [...objects.values()] : undefined
  }

  /** Adds an object that was created since, so that `all` contains it. */
  add(live: object): void {
    this.added.push(live)
  }

  /** All objects except those that were written since. */
  async all(): Promise<object[]> {
    const objects = await this.fetchOnce()
    return [...[...objects].flatMap(([key, live]) => (this.written.has(key) ? [] : [live])), ...this.added]
  }

  /** The objects that were fetched so far, which can be the first page only. Sends no request. */
  known(): readonly object[] {
    return [...(this.seen ?? [])].flatMap(([key, live]) => (this.written.has(key) ? [] : [live]))
  }

  private fetchOnce(): Promise<Objects> {
    this.whole ??= this.fetch()
      .then((objects) => (this.seen = objects))
      .catch((error: unknown) => {
        // The next call tries again.
        this.whole = undefined
        throw error
      })
    return this.whole
  }

  private async fetch(): Promise<Objects> {
    const firstPage = await this.first
    if (firstPage?.pages === 1) return firstPage.objects
    return (firstPage && (await this.completed(firstPage))) ?? this.byKey(await this.list().all())
  }

  /** All objects, reusing the first page. Undefined if the collection changed after the first page was fetched. */
  private async completed({ objects, pages, total }: FirstPage): Promise<Objects | undefined> {
    const collection = this.list()
    if (!collection.page || total === undefined) return undefined
    const others = await Promise.all(Array.from({ length: pages - 1 }, (_, index) => collection.page!(index + 2)))
    if (others.some((page) => page.total !== total)) return undefined
    const items = [...objects.values(), ...others.flatMap((page) => page.items)]
    const all = this.byKey(items)
    // Objects that were added or removed shift all later pages, so that objects are duplicated or missing.
    return all.size === total && items.length === total ? all : undefined
  }

  /** Indexes objects by key, because searching a long list for each of its objects takes too long. */
  private byKey(items: object[]): Objects {
    return new Map(items.map((live) => [this.keyOf(live), live]))
  }

  private page(): Promise<FirstPage> {
    this.first ??= this.fetchPage()
      .then((page) => {
        this.seen ??= page.objects
        return page
      })
      .catch((error: unknown) => {
        this.first = undefined
        throw error
      })
    return this.first
  }

  private async fetchPage(): Promise<FirstPage> {
    const collection = this.list()
    if (!collection.page) return { objects: this.byKey(await collection.all()), pages: 1, total: undefined }
    const { items, total, totalPages, nextPage } = await collection.page(1)
    // The service omits the number of pages if a collection has more than 10,000 objects.
    return { objects: this.byKey(items), pages: nextPage === undefined ? 1 : (totalPages ?? 101), total }
  }
}

/** The snapshots of one operation, by collection. */
export class Snapshots {
  private readonly snapshots = new Map<string, Snapshot>()

  /** Returns the snapshot of a collection. Creates a new one if the last one is not fresh enough. */
  of(
    collection: string,
    list: () => Collection<object>,
    keyOf: (live: object) => Key,
    { maxAgeMs = Infinity, includes: knowing }: Freshness = {},
  ): Snapshot {
    const at = now().getTime()
    let snapshot = this.snapshots.get(collection)
    if (!snapshot || at - snapshot.createdAt > maxAgeMs || (knowing !== undefined && snapshot.isWritten(knowing))) {
      this.snapshots.set(collection, (snapshot = new Snapshot(list, keyOf, at)))
    }
    return snapshot
  }

  /** The snapshot of a collection, if there is one. */
  existing(collection: string): Snapshot | undefined {
    return this.snapshots.get(collection)
  }

  /** Records that an object of the collection was created, changed or deleted. */
  markWritten(collection: string, key: Key): void {
    this.snapshots.get(collection)?.markWritten(key)
  }
}

/** How fresh a snapshot must be. */
export interface Freshness {
  maxAgeMs?: number
  /** The key of an object whose current value it must contain. */
  includes?: Key
}
