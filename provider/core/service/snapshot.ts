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
 * One collection of the service, as all who look into it during one operation of the engine share it.
 *
 * Its first page is fetched in any case. What is not there costs a request of its own, until those have cost as much as
 * the other pages would: then they are fetched, too. Whatever the number of objects, this takes no more than twice the
 * requests of the better of the two ways. If the collection changes in the meantime, all pages are read again, since
 * an object that moves from one page to another may be on neither of them.
 */
export class Snapshot {
  private first: Promise<FirstPage> | undefined
  private whole: Promise<Objects> | undefined
  private misses = 0
  /** What was written since: nobody knows it from here. */
  private readonly written = new Set<Key>()
  private readonly added: object[] = []

  constructor(
    private readonly list: () => Collection<object>,
    private readonly keyOf: (live: object) => Key,
    /** When it was made, in milliseconds since 1970. */
    readonly madeAt: number,
  ) {}

  /** Tells that an object was made, changed or deleted: it has to be asked for alone. */
  wrote(key: Key): void {
    this.written.add(key)
  }

  isWritten(key: Key): boolean {
    return this.written.has(key)
  }

  /** The object with this key; undefined where there is none, and `'unseen'` where to ask for it alone is cheaper. */
  async look(key: Key): Promise<object | undefined | 'unseen'> {
    if (this.written.has(key)) return 'unseen'
    if (!this.whole) {
      const { objects, pages } = await this.page()
      const found = objects.get(key)
      if (found || pages === 1) return found
      if (++this.misses < pages && !this.whole) return 'unseen'
    }
    return this.find(key)
  }

  /** The object with this key, from the whole list; undefined also for one that was written since. */
  async find(key: Key): Promise<object | undefined> {
    const objects = await this.everything()
    return this.written.has(key) ? undefined : objects.get(key)
  }

  /** Adds an object that was created since, so that `all` contains it. */
  add(live: object): void {
    this.added.push(live)
  }

  /** All objects except those that were written since. */
  async all(): Promise<object[]> {
    const objects = await this.everything()
    return [...[...objects].flatMap(([key, live]) => (this.written.has(key) ? [] : [live])), ...this.added]
  }

  private everything(): Promise<Objects> {
    this.whole ??= this.fetch().catch((error: unknown) => {
      // A failed attempt is not remembered.
      this.whole = undefined
      throw error
    })
    return this.whole
  }

  private async fetch(): Promise<Objects> {
    const seen = await this.first
    if (seen?.pages === 1) return seen.objects
    return (seen && (await this.completed(seen))) ?? this.byKey(await this.list().all())
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

  /** What tells an object from others is worked out once: looking through a long list for each of its objects takes long. */
  private byKey(items: object[]): Objects {
    return new Map(items.map((live) => [this.keyOf(live), live]))
  }

  private page(): Promise<FirstPage> {
    this.first ??= this.fetchPage().catch((error: unknown) => {
      this.first = undefined
      throw error
    })
    return this.first
  }

  private async fetchPage(): Promise<FirstPage> {
    const collection = this.list()
    if (!collection.page) return { objects: this.byKey(await collection.all()), pages: 1, total: undefined }
    const { items, total, totalPages, nextPage } = await collection.page(1)
    // A collection that does not tell how large it is has more than 10,000 objects.
    return { objects: this.byKey(items), pages: nextPage === undefined ? 1 : (totalPages ?? 101), total }
  }
}

/** The snapshots of one operation, by collection. */
export class Snapshots {
  private readonly known = new Map<string, Snapshot>()

  /** The snapshot of a collection; a new one where the last is not what the asker needs. */
  of(
    collection: string,
    list: () => Collection<object>,
    keyOf: (live: object) => Key,
    { maxAgeMs = Infinity, knowing }: Needs = {},
  ): Snapshot {
    const at = now().getTime()
    let snapshot = this.known.get(collection)
    if (!snapshot || at - snapshot.madeAt > maxAgeMs || (knowing !== undefined && snapshot.isWritten(knowing))) {
      this.known.set(collection, (snapshot = new Snapshot(list, keyOf, at)))
    }
    return snapshot
  }

  /** To be called when an object of the collection was made, changed or deleted. */
  wrote(collection: string, key: Key): void {
    this.known.get(collection)?.wrote(key)
  }
}

/** What a snapshot has to be like. */
export interface Needs {
  maxAgeMs?: number
  /** An object that it has to know, whatever was written. */
  knowing?: Key
}
