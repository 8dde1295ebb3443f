import { NotFound } from '../../../sdk'
import { declaredPart } from '../schema/check'
import type { Definition } from '../schema/define'
import { InvalidResponse } from '../schema/invalid-response'
import {
  objectParams,
  collectionName,
  formatId,
  showsObject,
  keyOf,
  objectRefOf,
  type ObjectRef,
} from '../schema/identity'
import { idOf } from '../schema/kind'
import type { Json } from '../schema/plain'
import { subject } from '../schema/subject'
import type { Connection } from '../service/connection'
import { NotOwned } from '../service/errors'
import type { Holder } from '../service/holder'
import { holderOf } from '../service/mark'
import { StillDeclared } from '../service/ownership'
import { inWords } from '../service/resource-names'
import { find } from './find'

/** Deletes objects that no other resource of the program has. */
export class Deleter {
  constructor(
    private readonly definition: Definition,
    private readonly connection: Connection,
  ) {}

  /**
   * Deletes the object, unless another resource holds it. Returns that resource.
   *
   * @throws StillDeclared if another resource declares the object and is not known to have adopted it.
   */
  async delete(id: string, props: Json): Promise<Holder | undefined> {
    const { definition, connection } = this
    const holder = holderOf(props)
    let ref = objectRefOf(definition, id, props)
    const other = await connection.ownership.release(definition, ref, props, holder)
    if (other) {
      this.warnOfOther(id, props, other)
      this.warnOfPredecessor(props)
      return other
    }
    await this.releasePredecessor(props, props, holder, true)
    if (!definition.api.delete) {
      connection.warn(`${subject(definition, props)} (id ${id}) stays: the service has no way to delete it.`)
      return undefined
    }
    if (definition.api.fetchFirst) {
      const found = await find(definition, connection, ref, props, 'recent').catch((error: unknown) => {
        if (!(error instanceof NotOwned)) throw error
        connection.warn(`${error.reason} It stays as it is.`)
        return 'gone' as const
      })
      if (typeof found === 'string') {
        connection.ownership.gone(definition, ref, holder)
        return undefined
      }
      const key = keyOf(definition, found.live)
      if (key !== ref.key) {
        ref = { ...ref, key }
        const holderOfHeir = await connection.ownership.release(definition, ref, props, holder)
        if (holderOfHeir) {
          this.warnOfOther(formatId(ref), props, holderOfHeir)
          return holderOfHeir
        }
      }
    }
    await this.deleteAt(ref, props, holder)
    return undefined
  }

  /** The object that was followed, while it goes on. */
  predecessorOf(state: Json): ObjectRef | undefined {
    const { definition } = this
    const key = definition.rotation?.overlap && state[definition.rotation?.overlap.predecessor]
    if (key == null) return undefined
    return {
      ...objectRefOf(definition, `0/${String(key)}`, {}),
      parent: Number(state[idOf(definition.identity.parent)]),
    }
  }

  /** Ends the object that was followed, once its time is over; answers what the state has to say of it then. */
  async releasePredecessor(olds: Json, news: Json, holder: Holder, now = false): Promise<Json> {
    const { definition, connection } = this
    const { overlap: succession } = definition.rotation ?? {}
    const ref = this.predecessorOf(olds)
    if (!succession || !ref || !(now || succession.isOver(news as never))) return {}
    // What the state knows beside is of the one that goes on.
    const values = declaredPart(definition, olds)
    try {
      const other = await connection.ownership.release(definition, ref, values, holder)
      if (other) this.warnOfOther(formatId(ref), values, other)
      else await this.deleteAt(ref, values, holder)
    } catch (error) {
      if (!(error instanceof StillDeclared)) throw error
      // The next update tries again.
      connection.warn(error.message)
      return {}
    }
    return { [succession.predecessor]: null }
  }

  private warnOfOther(id: string, props: Json, other: Holder): void {
    this.connection.warn(`${subject(this.definition, props)} (id ${id}) stays: ${inWords(other.name)} has it.`)
  }

  /** The resource that took an object over knows nothing of the one that it followed. */
  private warnOfPredecessor(props: Json): void {
    const { definition, connection } = this
    const ref = this.predecessorOf(props)
    if (!ref) return
    connection.warn(
      `${subject(definition, props)}: the one before it (id ${formatId(ref)}) stays, too, until its own end. ` +
        `No resource has it from now on: delete it when it is not used any more.`,
    )
  }

  /** What is gone already needs no deleting. */
  private async deleteAt(ref: ObjectRef, props: Json, holder: Holder): Promise<void> {
    const { definition, connection } = this
    try {
      await this.sendDelete(ref, props)
    } catch (error) {
      connection.ownership.giveUp(definition, ref, holder)
      throw error
    }
    connection.ownership.gone(definition, ref, holder)
  }

  private async sendDelete(ref: ObjectRef, props: Json): Promise<void> {
    const { definition, connection } = this
    const wrote = ({ key }: ObjectRef) => connection.snapshots.wrote(collectionName(definition, ref), key)
    try {
      const answer = await definition.api.delete?.(connection.api, objectParams(definition, ref))
      // Who has something else to say may not be the service.
      if (answer !== undefined && !showsObject(definition, answer)) throw new InvalidResponse()
    } catch (error) {
      if (!(error instanceof InvalidResponse) && (!NotFound.is(error) || error.routeMissing)) throw error
      wrote(ref)
      if (typeof (await find(definition, connection, ref, props)) !== 'string') throw error
    }
    wrote(ref)
  }
}
