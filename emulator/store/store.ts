import { EmulatorError } from './emulator-error'

/** A stored object. */
export interface Stored {
  readonly id: number
}

/** An index of the records of a collection. */
export interface Index<T> {
  /** The key of a record. Several records can have the same key. */
  by: (record: T) => string | number
  /** The order of records with the same key. Default: by id. */
  order?: (a: T, b: T) => number
}

/** The name, record type and indexes of a collection. `store.of(kind)` opens it. */
export interface Kind<T extends Stored> {
  name: string
  indexes: Record<string, Index<T>>
}

/** Declares a collection. Its records are plain JSON. */
export function collection<T extends Stored>(name: string, indexes: Record<string, Index<T>> = {}): Kind<T> {
  const kind = { name, indexes }
  kinds.set(name, kind)
  return kind
}

const kinds = new Map<string, Kind<never>>()

/** A collection as JSON. */
export interface CollectionState {
  /** The id that the next record gets. */
  next: number
  records: Stored[]
}

/** The state of an emulator as JSON. */
export interface EmulatorState {
  version: 1
  collections: Record<string, CollectionState>
}

interface Group<T> {
  records: Map<number, T>
  /** The records in the index's order, until one of them changes. */
  list: readonly T[] | undefined
}

const byId = (a: Stored, b: Stored): number => a.id - b.id

/** Records by id and by each index. Records are immutable: `update` replaces them. */
export class Collection<T extends Stored> {
  #next = 1
  readonly #records = new Map<number, T>()
  readonly #groups = new Map<string, Map<string | number, Group<T>>>()

  constructor(
    private readonly kind: Kind<T>,
    state: CollectionState | undefined,
    private readonly changed: () => void,
  ) {
    for (const name of Object.keys(kind.indexes)) this.#groups.set(name, new Map())
    for (const record of state?.records ?? []) this.#put(record as T)
    this.#next = Math.max(this.#next, state?.next ?? 1)
  }

  get(id: number): T | undefined {
    return this.#records.get(id)
  }

  /** Every record, in the order of creation. */
  all(): T[] {
    return [...this.#records.values()]
  }

  /** The records with this key, in the index's order. */
  where(index: string, key: string | number): readonly T[] {
    const group = this.#index(index).get(key)
    if (!group) return []
    if (!group.list) {
      group.list = [...group.records.values()].sort(this.kind.indexes[index]?.order ?? byId)
    }
    return group.list
  }

  /** The first record with this key. */
  find(index: string, key: string | number): T | undefined {
    return this.#index(index).get(key)?.records.values().next().value
  }

  /** Adds a record. Default for its id: the next one. */
  insert(fields: Omit<T, 'id'> & { id?: number }): T {
    const record = { ...fields, id: fields.id ?? this.#next } as unknown as T
    this.#put(record)
    this.changed()
    return record
  }

  update(record: T, changes: Partial<Omit<T, 'id'>>): T {
    const updated = { ...record, ...changes }
    for (const name of this.#groups.keys()) this.#leave(name, record)
    this.#put(updated)
    this.changed()
    return updated
  }

  delete(record: T): void {
    for (const name of this.#groups.keys()) this.#leave(name, record)
    this.#records.delete(record.id)
    this.changed()
  }

  /** Reserves an id that no record will get. */
  reserve(): number {
    this.changed()
    return this.#next++
  }

  toJSON(): CollectionState {
    return { next: this.#next, records: this.all() }
  }

  #index(name: string): Map<string | number, Group<T>> {
    const index = this.#groups.get(name)
    if (!index) throw new Error(`collection ${this.kind.name} has no index ${name}`)
    return index
  }

  #put(record: T): void {
    this.#records.set(record.id, record)
    this.#next = Math.max(this.#next, record.id + 1)
    for (const [name, index] of this.#groups) {
      const key = this.#key(name, record)
      const group = index.get(key) ?? { records: new Map(), list: undefined }
      group.records.set(record.id, record)
      group.list = undefined
      index.set(key, group)
    }
  }

  #leave(name: string, record: T): void {
    const index = this.#index(name)
    const key = this.#key(name, record)
    const group = index.get(key)
    if (!group) return
    group.records.delete(record.id)
    group.list = undefined
    if (group.records.size === 0) index.delete(key)
  }

  #key(name: string, record: T): string | number {
    return this.kind.indexes[name]!.by(record)
  }
}

/** All collections. They open on first use, so that a state can contain collections that this version does not know. */
export class Store {
  #open = new Map<string, unknown>()
  #closed = new Map<string, CollectionState>()
  #changes = 0

  /** Increases with every change. */
  get changes(): number {
    return this.#changes
  }

  of<T extends Stored>(kind: Kind<T>): Collection<T> {
    const open = this.#open.get(kind.name)
    if (open) return open as Collection<T>
    const opened = new Collection(kind, this.#closed.get(kind.name), () => void this.#changes++)
    this.#closed.delete(kind.name)
    this.#open.set(kind.name, opened)
    return opened
  }

  /** Deletes the records of all collections whose field has the value and for which `also` returns true. */
  deleteWhere(field: string, value: unknown, also: (record: Record<string, unknown>) => boolean = () => true): void {
    for (const kind of kinds.values()) {
      const all = this.of(kind as Kind<Stored>)
      for (const record of all.all()) {
        const fields = record as unknown as Record<string, unknown>
        if (fields[field] === value && also(fields)) all.delete(record)
      }
    }
  }

  /** For `JSON.stringify`. */
  toJSON(): unknown {
    return { version: 1, collections: Object.fromEntries([...this.#closed, ...this.#open]) }
  }

  /** A copy of the state. */
  state(): EmulatorState {
    return JSON.parse(JSON.stringify(this)) as EmulatorState
  }

  /** Replaces everything with a copy of `state`. @throws EmulatorError for an invalid state. */
  load(state: unknown): void {
    const copy: unknown = JSON.parse(JSON.stringify(state ?? null))
    assertState(copy)
    for (const [name, held] of Object.entries(copy.collections)) assertIndexed(name, held)
    this.#closed = new Map(Object.entries(copy.collections))
    this.#open.clear()
    this.#changes++
  }
}

function assertState(state: unknown): asserts state is EmulatorState {
  const { version, collections } = (state ?? {}) as Partial<EmulatorState>
  if (Number(version) > 1) {
    throw new EmulatorError(
      `this is an emulator state of version ${version}, but this release only supports version 1: upgrade trueup`,
    )
  }
  if (version !== 1) throw new EmulatorError('this is not an emulator state of version 1')
  if (!isObject(collections)) throw new EmulatorError('the emulator state has no collections')
  for (const [name, held] of Object.entries(collections)) {
    const { next, records } = (held ?? {}) as Partial<CollectionState>
    if (!isId(next) || !Array.isArray(records)) {
      throw new EmulatorError(
        `collection ${name} of the emulator state must have a counter "next" and a list "records"`,
      )
    }
    const ids = new Set(records.map((record: unknown) => (isObject(record) ? record.id : undefined)))
    if (ids.size !== records.length || [...ids].some((id) => !isId(id))) {
      throw new EmulatorError(`collection ${name} of the emulator state has records without a unique id`)
    }
  }
}

/** A record without the fields of an index would break every request that uses its collection. */
function assertIndexed(name: string, { records }: CollectionState): void {
  for (const { by } of Object.values(kinds.get(name)?.indexes ?? {}) as Index<Stored>[]) {
    for (const record of records) {
      try {
        by(record)
      } catch {
        throw new EmulatorError(
          `record ${record.id} of collection ${name} of the emulator state lacks a field of an index`,
        )
      }
    }
  }
}

/** Larger ids would soon exceed the safe integers. */
const largestId = 2 ** 52
const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Math.abs(Number(value)) <= largestId

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
