import { clipped } from '../schema/display'
import type { Json } from '../schema/json'
import { type SecretPath, secretsOfItem } from '../schema/secret-paths'
import type { SetKind } from '../schema/set'
import type { Job } from '../service/jobs'
import type { Holder } from '../service/ownership/holder'
import { InitFailed } from '../service/resource-error'
import type { Reconciler } from './reconciler'
import { formerKey, itemsOf, remove, type SetContents, type SingleState, store } from './set-state'
import { renamedBy } from './taken-name'
import type { Difference, ProgramResource } from './verbs'

/** The shared data of an update of a set's items. */
export interface SetUpdate {
  /** The declared arguments of the set. */
  readonly news: Json
  /** The state before the update, by the keys that its items have now. */
  readonly had: Json & SetContents
  /** The items of `had`, each as a single resource. */
  readonly before: (key: string) => SingleState
  /** The objects of the set so far. */
  readonly contents: SetContents
  readonly holder: Holder
  readonly secrets: readonly SecretPath[]
  /** The keys of objects to remove after all wanted objects exist. */
  readonly removed: string[]
}

/** Compares, creates, updates and replaces the objects of a set's items. */
export class SetItems {
  constructor(
    private readonly set: SetKind,
    private readonly single: Reconciler,
  ) {}

  /** The arguments of an item, as those of a single resource. An item's own `onConflict` takes precedence over the set's. */
  inputsOf(inputs: Json, item: Json): Json {
    const { parent } = this.set.identity
    const onConflict = inputs.onConflict === undefined ? {} : { onConflict: inputs.onConflict }
    return { ...onConflict, ...item, [parent]: inputs[parent] }
  }

  compare({ id, state }: SingleState, parent: unknown, item: Json, resource: ProgramResource): Promise<Difference> {
    return this.single.diff(id, state, this.inputsOf({ [this.set.identity.parent]: parent }, item), resource)
  }

  /** The declared items that have no object yet. */
  added({ ids }: SetContents, news: Json): [string, Json][] {
    return Object.entries(itemsOf(news)).filter(([key]) => !Object.hasOwn(ids, key))
  }

  /** A job for each declared item. The jobs update `holding` and `leaving`. */
  jobs(update: SetUpdate): Job[] {
    const { news, had } = update
    const { requiredRole } = this.set.of
    const name = renamedBy(this.set.of)
    const keysByName = new Map(name ? Object.entries(had.items).map(([key, item]) => [item[name], key]) : [])
    return Object.entries(itemsOf(news)).map(([key, item]) => ({
      key,
      operation: Object.hasOwn(had.ids, key) ? 'update' : 'create',
      after: name && keysByName.get(item[name]),
      // Another object must have the role before one loses it, which an adoption can also do.
      isLater: requiredRole !== undefined && !requiredRole.isGiven(item),
      work: () => this.reconcileItem(key, item, update),
    }))
  }

  /** Creates, updates or replaces the object of one item. Returns its new outputs, if it changed. */
  private async reconcileItem(key: string, item: Json, update: SetUpdate): Promise<{ outs: Json } | undefined> {
    const { news, had, before, contents, holder, secrets, removed } = update
    const inputs = this.inputsOf(news, item)
    const resource = { ...holder, secrets: secretsOfItem(secrets, key) }
    if (!Object.hasOwn(had.ids, key)) return this.single.create(inputs, resource)
    const current = before(key)
    const difference = await this.compare(current, news[this.set.identity.parent], item, holder)
    if ('changes' in difference && !difference.changes) return undefined
    if (!('replaces' in difference) || difference.replaces.length === 0) {
      return this.single.update(current.id, current.state, inputs, holder)
    }
    if (difference.deleteBeforeReplace) {
      await this.single.delete(current.id, current.state)
      // If the new object cannot be created, the next update creates it.
      remove(contents, key)
      return this.single.create(inputs, resource)
    }
    const keepFormer = () => {
      // Its new key is not in any program, so this update or the next one removes the object.
      const otherKey = formerKey(key, had.ids[key] ?? '')
      store(this.set, contents, otherKey, current.state)
      store(this.set, had, otherKey, current.state)
      removed.push(otherKey)
    }
    const created = await this.single.create(inputs, resource).catch((error: unknown) => {
      // The new object exists, although its initialization failed.
      if (error instanceof InitFailed) keepFormer()
      throw error
    })
    keepFormer()
    return created
  }
}

/** Refers to items in a message: `item a`, `items a, b and 7 others`. */
export function describeKeys(keys: readonly string[]): string {
  const named = keys.slice(0, 5).map(clipped).join(', ')
  const others = keys.length > 5 ? ` and ${keys.length - 5} others` : ''
  return `${keys.length === 1 ? 'item' : 'items'} ${named}${others}`
}
