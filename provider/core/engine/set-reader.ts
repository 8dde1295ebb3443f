import { factsOf } from '../schema/facts'
import { keyOf } from '../schema/identity'
import { type Json, own } from '../schema/json'
import { type SetKind, UNMANAGED } from '../schema/set'
import { observed } from '../schema/wire'
import type { Connection } from '../service/connection'
import { NotOwned } from '../service/resource-error'
import { snapshotOf } from './collection'
import type { Reconciler } from './reconciler'
import {
  collectionRefOfSet,
  contentsOf,
  isUnmanaged,
  itemsOf,
  ownerOf,
  type SetContents,
  singlesOf,
  store,
} from './set-state'

/** Reads the live objects of sets. */
export class SetReader {
  constructor(
    private readonly set: SetKind,
    private readonly connection: Connection,
    private readonly single: Reconciler,
  ) {}

  /**
   * Reads the objects of a set's state. Deleted objects have no item. If the set is exclusive, unmanaged objects have
   * one.
   */
  async read(props: Json): Promise<SetContents> {
    const { set, connection } = this
    const { ids } = contentsOf(props)
    const live: SetContents = contentsOf({})
    const known = Object.keys(ids).filter((key) => !isUnmanaged(key))
    const single = singlesOf(set, props)
    const snapshot = snapshotOf(set.of, connection, collectionRefOfSet(set, props))
    // One list for all items. If it fails, the read of each item reports the error.
    if (known.length > 0 || props.exclusive) await snapshot.all().catch(() => undefined)
    await Promise.all(
      known.map(async (key) => {
        const { id, state } = single(key)
        const found = await this.single.read(id, state).catch((error: unknown) => {
          // If an object no longer belongs to the parent, only its item fails, not the whole set.
          if (!(error instanceof NotOwned)) throw error
          connection.warn(`${error.reason} Remove the item ${key} from the set. The object is kept.`)
          return undefined
        })
        if (found) store(set, live, key, found.props)
      }),
    )
    if (props.exclusive) await this.addUnmanaged(live, await snapshot.all(), props)
    // Keep the former order, because previews compare it with the program.
    const items = Object.fromEntries(
      [...new Set([...Object.keys(itemsOf(props)), ...Object.keys(live.items)])].flatMap((key) => {
        const item = own(live.items, key)
        return item ? [[key, item]] : []
      }),
    )
    return { ...live, items }
  }

  /** The objects that an exclusive set would own although no item declares them, if it has no objects yet. */
  async unmanaged(props: Json): Promise<SetContents> {
    const live: SetContents = contentsOf({})
    const snapshot = snapshotOf(this.set.of, this.connection, collectionRefOfSet(this.set, props))
    await this.addUnmanaged(live, await snapshot.all(), props)
    return live
  }

  /**
   * What a reviewer needs to know about the unmanaged objects of a set's state, by their keys. The state does not contain
   * their secrets, which the facts can be part of.
   */
  async facts(state: Json): Promise<Map<string, Json>> {
    const { set, connection } = this
    const { ids } = contentsOf(state)
    const unmanaged = new Map(Object.entries(ids).flatMap(([key, id]) => (isUnmanaged(key) ? [[String(id), key]] : [])))
    if (!set.of.facts || unmanaged.size === 0) return new Map()
    const all = await snapshotOf(set.of, connection, collectionRefOfSet(set, state)).all()
    return new Map(
      all.flatMap((object) => {
        const key = unmanaged.get(String(keyOf(set.of, object)))
        const facts = key !== undefined && factsOf(set.of, observed(set.of, object, {}))
        return facts ? [[key, facts] as const] : []
      }),
    )
  }

  private async addUnmanaged(live: SetContents, collection: object[], props: Json): Promise<void> {
    const { of } = this.set
    const managed = new Set(Object.values(live.ids))
    const { others = {} } = ownerOf(props)
    const username =
      of.existence?.isForeign && props.exclusive !== 'all-owners' ? (await this.connection.currentUser()).username : ''
    const user = of.existence?.isKept ? await this.connection.currentUser() : undefined
    for (const object of collection) {
      const key = keyOf(of, object)
      if (
        managed.has(key) ||
        Object.hasOwn(others, String(key)) ||
        of.existence?.isEnded?.(object) ||
        of.existence?.isOwned?.(object) === false
      )
        continue
      if (username && of.existence?.isForeign?.(object, username)) continue
      if (user && of.existence?.isKept?.(object, collection, user)) continue
      // Pulumi does not know that the values of unmanaged objects are secret.
      const shown = Object.entries(observed(of, object, {})).filter(([name]) => !of.input[name]?.secret)
      live.items[`${UNMANAGED}${key}`] = Object.fromEntries(shown)
      live.ids[`${UNMANAGED}${key}`] = key
    }
  }
}
