import type { Definition } from '../schema/define'
import { formatId, keyOf, type ObjectRef, objectRefOf } from '../schema/identity'
import { type Json, pick } from '../schema/json'
import { naturalKeyOf } from '../schema/natural-key'
import { agreeing, subject } from '../schema/subject'
import { observed } from '../schema/wire'
import type { Connection } from '../service/connection'
import type { Holder } from '../service/ownership/holder'
import { holderOf } from '../service/ownership/mark'
import { StillDeclared } from '../service/ownership/still-declared'
import { Kept, NotOwned, ResourceError } from '../service/resource-error'
import { find } from './find'
import { type Rotation, warnOfOtherOwner } from './rotation'
import { sendDelete } from './send-delete'
import { waitFor } from './wait-for'

/** Deletes objects that no other resource of the program owns. */
export class Deleter {
  constructor(
    private readonly definition: Definition,
    private readonly connection: Connection,
    private readonly rotation: Rotation,
  ) {}

  /**
   * Deletes the object, unless another resource owns it. Returns that resource.
   *
   * @throws StillDeclared if another resource declares the object and is not known to have adopted it.
   */
  async delete(id: string, props: Json): Promise<Holder | undefined> {
    const { definition, connection } = this
    const holder = holderOf(props)
    let ref = objectRefOf(definition, id, props)
    const named = await this.named(ref, props)
    if (!named) {
      connection.ownership.gone(definition, ref, holder)
      return undefined
    }
    const other = await releaseObject(definition, connection, ref, named, holder)
    if (other) {
      warnOfOtherOwner(definition, connection, id, props, other)
      this.rotation.warnOfPredecessor(props)
      return other
    }
    await this.rotation.releasePredecessor(props, props, holder, true)
    if (!definition.api.delete) {
      connection.warn(
        `${subject(definition, props)} (id ${id}) ${agreeing(definition, 'is kept, because the API cannot delete it')}.`,
      )
      return undefined
    }
    if (definition.api.fetchFirst) {
      const found = await find(definition, connection, ref, props, 'recent').catch((error: unknown) => {
        if (!(error instanceof NotOwned)) throw error
        connection.warn(`${error.reason} It was not changed.`)
        return 'gone' as const
      })
      if (typeof found === 'string') {
        connection.ownership.gone(definition, ref, holder)
        return undefined
      }
      const key = keyOf(definition, found.live)
      if (key !== ref.key) {
        ref = { ...ref, key }
        const holderOfSuccessor = await connection.ownership.release(definition, ref, props, holder)
        if (holderOfSuccessor) {
          warnOfOtherOwner(definition, connection, formatId(definition, ref), props, holderOfSuccessor)
          return holderOfSuccessor
        }
      }
    }
    try {
      await sendDelete(definition, connection, ref, props, holder)
    } catch (error) {
      if (!(error instanceof Kept)) throw error
      connection.warn(`${subject(definition, props)} (id ${id}) ${agreeing(definition, 'is kept:')} ${error.message}`)
    }
    return undefined
  }

  /**
   * The values of a state with the natural key of its object. An import omits a secret one, such as the URL of a hook, and
   * without it, each other resource of the kind could declare the object. Undefined if that object does not exist.
   */
  private async named(ref: ObjectRef, props: Json): Promise<Json | undefined> {
    const { definition, connection } = this
    const { naturalKey } = definition.identity
    if (!naturalKey || naturalKeyOf(definition, props)) return props
    const found = await find(definition, connection, ref, props, 'recent').catch((error: unknown) => {
      if (!(error instanceof NotOwned)) throw error
      return 'gone' as const
    })
    return typeof found === 'string'
      ? undefined
      : { ...props, ...pick(observed(definition, found.live, props), new Set(naturalKey)) }
  }
}

/**
 * Releases an object before its deletion. If the resource replaces it, waits for another resource that is about to take it
 * over. Returns the other resource that owns the object.
 */
export async function releaseObject(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  props: Json,
  holder: Holder,
): Promise<Holder | undefined> {
  const { ownership } = connection
  let other: Holder | undefined
  let reason: StillDeclared | undefined
  const isReplaced = ownership.replacerOf(definition, ref) !== undefined
  await waitFor(connection, async () => {
    try {
      other = await ownership.release(definition, ref, props, holder)
      reason = undefined
    } catch (error) {
      if (!(error instanceof StillDeclared)) throw error
      reason = error
    }
    return !isReplaced || !reason?.isBegun
  })
  if (!reason) return other
  if (!isReplaced) throw reason
  throw new ResourceError(`${reason.message} Without deleteBeforeReplace, it can take over the object.`)
}
