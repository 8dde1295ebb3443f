import { type Json, own } from '../schema/json'
import { naturalKeyOf } from '../schema/natural-key'
import { hasComputedKey } from '../schema/object-key'
import type { SetKind } from '../schema/set'
import { subject } from '../schema/subject'
import type { Connection } from '../service/connection'
import type { Job } from '../service/jobs'
import type { Holder } from '../service/ownership/holder'
import { OwnershipUnknown } from '../service/ownership/ownership-unknown'
import { StillDeclared } from '../service/ownership/still-declared'
import type { Reconciler } from './reconciler'
import { withSecretsMarked } from './set-secrets'
import {
  collectionRefOfSet,
  contentsOf,
  isUnmanaged,
  itemsOf,
  ownerOf,
  remove,
  type SetContents,
  type SetOwner,
  singlesOf,
  type SingleState,
} from './set-state'
import { waitFor } from './wait-for'

/** What a set stores about objects that other resources own or declare. */
export type Remembered = Pick<SetOwner, 'others' | 'leaving'>

/** Decides which objects without an item are removed, and removes them. */
export class SetRemoval {
  constructor(
    private readonly set: SetKind,
    private readonly connection: Connection,
    private readonly single: Reconciler,
  ) {}

  /**
   * Returns the jobs for objects that no item declares. Objects of other resources are kept. The jobs update `contents`
   * and `remembered`.
   */
  async jobs(
    keys: readonly string[],
    had: Json,
    news: Json,
    contents: SetContents,
    remembered: Remembered,
  ): Promise<Job[]> {
    const owner = ownerOf(had)
    const found = await this.unmanagedOfOthers(had, itemsOf(news), owner)
    const others = new Map(found.map((one) => [one.key, one]))
    const jobs: Job[] = []
    const { ids, items } = contentsOf(had)
    const single = singlesOf(this.set, had)
    const remember = (key: string) => {
      remembered.others = {
        ...remembered.others,
        [String(ids[key])]: withSecretsMarked(this.set, key, own(items, key) ?? {}, {}),
      }
    }
    for (const key of keys) {
      const item = single(key)
      const { id, state } = item
      const other = others.get(key)
      if (other && !other.isDeclaredHere) remember(key)
      if (isUnmanaged(key) && (other || !news.exclusive)) remove(contents, key)
      else if (news.retainOnRemove && !isUnmanaged(key)) {
        this.single.retain(id, state)
        this.connection.warn(`${subject(this.set.of, state)} (id ${id}) is kept: the set has retainOnRemove.`)
        remove(contents, key)
      } else {
        const work = async () => {
          try {
            const isOthers = await this.removeAdopted(item, own(owner.leaving, key))
            // The next refresh of an exclusive set must not find the object that now belongs to another resource.
            if (isOthers && news.exclusive) remember(key)
          } catch (error) {
            const isDeclared = error instanceof StillDeclared
            if (!isDeclared && !OwnershipUnknown.isRequested(error)) throw error
            if (!isUnmanaged(key)) {
              remembered.leaving = { ...remembered.leaving, [key]: isDeclared ? error.by : [] }
              this.connection.warn(
                isDeclared ? `${error.warning} The set keeps it until the next update.` : error.warning,
              )
              return
            }
            remember(key)
          }
          remove(contents, key)
        }
        jobs.push({ key, operation: 'delete', work })
      }
    }
    return jobs
  }

  /**
   * Deletes an object like `removeItem`. If another resource of this update is about to adopt the object, waits for it,
   * so that no further update is necessary.
   */
  private async removeAdopted(item: SingleState, otherDeclarers?: readonly string[]): Promise<boolean> {
    let reason: StillDeclared | undefined
    let isOthers = false
    const attempt = async () => {
      try {
        isOthers = await this.removeItem(item, otherDeclarers)
        reason = undefined
      } catch (error) {
        if (!(error instanceof StillDeclared)) throw error
        reason = error
      }
      return !reason?.isBegun
    }
    await waitFor(this.connection, attempt)
    if (reason) throw reason
    return isOthers
  }

  /**
   * Deletes an object. Returns true if it now belongs to another resource. If another resource declared the object when
   * its item was removed, and still declares it, the object belongs to that resource.
   */
  async removeItem({ id, state }: SingleState, otherDeclarers?: readonly string[]): Promise<boolean> {
    try {
      return (await this.single.deleteUnlessHeld(id, state)) !== undefined
    } catch (error) {
      if (!(error instanceof StillDeclared) || !otherDeclarers) throw error
      // With targets, the other resources were not known yet.
      if (otherDeclarers.length > 0 && !otherDeclarers.some((name) => error.by.includes(name))) throw error
      this.connection.warn(`${subject(this.set.of, state)} (id ${id}) is kept: ${error.by.join(' and ')} declares it.`)
      return true
    }
  }

  /**
   * Returns the unmanaged objects that other resources of the program own or declare, or that an item declares. The set
   * does not remove them.
   */
  async unmanagedOfOthers(
    state: Json,
    wanted: Record<string, Json>,
    owner: Holder,
  ): Promise<{ key: string; isDeclaredHere: boolean }[]> {
    const { set } = this
    const { ids, items } = contentsOf(state)
    const declared = new Set(Object.values(wanted).map((item) => JSON.stringify(naturalKeyOf(set.of, item) ?? item)))
    const found = Object.keys(ids)
      .filter(isUnmanaged)
      .map(async (key) => {
        const natural = naturalKeyOf(set.of, own(items, key) ?? {})
        if (natural && declared.has(JSON.stringify(natural))) return [{ key, isDeclaredHere: true }]
        const isOthers = await this.isOthers(state, ids[key] ?? '', own(items, key) ?? {}, owner)
        return isOthers ? [{ key, isDeclaredHere: false }] : []
      })
    return (await Promise.all(found)).flat()
  }

  /** The stored objects of other resources that still belong to other resources. */
  async othersOf(state: Json): Promise<Record<string, Json>> {
    const owner = ownerOf(state)
    // Other resources can still declare them.
    if (!this.connection.ownership.knowsProgram) return owner.others ?? {}
    const found = Object.entries(owner.others ?? {}).map(async ([id, item]) => {
      const key = hasComputedKey(this.set.of) ? Number(id) : id
      return (await this.isOthers(state, key, item, owner)) ? [[id, item] as const] : []
    })
    return Object.fromEntries((await Promise.all(found)).flat())
  }

  private async isOthers(state: Json, key: number | string, item: Json, owner: Holder): Promise<boolean> {
    const { set, connection } = this
    const ref = { ...collectionRefOfSet(this.set, state), key }
    const values = { ...item, [set.identity.parent]: state[set.identity.parent] }
    if (connection.ownership.otherOwner(set.of, ref, owner)) return true
    if (connection.ownership.isInOtherState(set.of, ref, owner)) return true
    return (await connection.ownership.intentsFor(set.of, ref, values, owner)).length > 0
  }
}
