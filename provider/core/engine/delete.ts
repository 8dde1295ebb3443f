import { NotFound } from '../../../sdk'
import { declaredPart } from '../schema/check'
import type { Definition } from '../schema/define'
import { EmptyAnswer } from '../schema/empty-answer'
import { address, collectionOf, formatId, isShown, keyOf, locate, type Place } from '../schema/identity'
import { idOf } from '../schema/kind'
import type { Json } from '../schema/plain'
import { subject } from '../schema/subject'
import type { Connection } from '../service/connection'
import { Estranged } from '../service/errors'
import type { Holder } from '../service/holder'
import { holderOf } from '../service/mark'
import { StillDeclared } from '../service/ownership'
import { inWords } from '../service/resource-names'
import { find } from './find'

/** Deletes objects that no other resource of the program has. */
export class Deletion {
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
    let place = locate(definition, id, props)
    const other = await connection.ownership.release(definition, place, props, holder)
    if (other) {
      this.warnOfOther(id, props, other)
      this.warnOfPredecessor(props)
      return other
    }
    await this.releasePredecessor(props, props, holder, true)
    if (!definition.delete) {
      connection.warn(`${subject(definition, props)} (id ${id}) stays: the service has no way to delete it.`)
      return undefined
    }
    if (definition.fetchFirst) {
      const found = await find(definition, connection, place, props, 'recent').catch((error: unknown) => {
        if (!(error instanceof Estranged)) throw error
        connection.warn(`${error.reason} It stays as it is.`)
        return 'gone' as const
      })
      if (typeof found === 'string') {
        connection.ownership.gone(definition, place, holder)
        return undefined
      }
      const key = keyOf(definition, found.live)
      if (key !== place.key) {
        place = { ...place, key }
        const holderOfHeir = await connection.ownership.release(definition, place, props, holder)
        if (holderOfHeir) {
          this.warnOfOther(formatId(place), props, holderOfHeir)
          return holderOfHeir
        }
      }
    }
    await this.deleteAt(place, props, holder)
    return undefined
  }

  /** The object that was followed, while it goes on. */
  predecessorOf(state: Json): Place | undefined {
    const { definition } = this
    const key = definition.succession && state[definition.succession.predecessor]
    if (key == null) return undefined
    return { ...locate(definition, `0/${String(key)}`, {}), parent: Number(state[idOf(definition.parent)]) }
  }

  /** Ends the object that was followed, once its time is over; answers what the state has to say of it then. */
  async releasePredecessor(olds: Json, news: Json, holder: Holder, now = false): Promise<Json> {
    const { definition, connection } = this
    const { succession } = definition
    const place = this.predecessorOf(olds)
    if (!succession || !place || !(now || succession.isOver(news as never))) return {}
    // What the state knows beside is of the one that goes on.
    const values = declaredPart(definition, olds)
    try {
      const other = await connection.ownership.release(definition, place, values, holder)
      if (other) this.warnOfOther(formatId(place), values, other)
      else await this.deleteAt(place, values, holder)
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
    const place = this.predecessorOf(props)
    if (!place) return
    connection.warn(
      `${subject(definition, props)}: the one before it (id ${formatId(place)}) stays, too, until its own end. ` +
        `No resource has it from now on: delete it when it is not used any more.`,
    )
  }

  /** What is gone already needs no deleting. */
  private async deleteAt(place: Place, props: Json, holder: Holder): Promise<void> {
    const { definition, connection } = this
    try {
      await this.sendDelete(place, props)
    } catch (error) {
      connection.ownership.giveUp(definition, place, holder)
      throw error
    }
    connection.ownership.gone(definition, place, holder)
  }

  private async sendDelete(place: Place, props: Json): Promise<void> {
    const { definition, connection } = this
    const wrote = ({ key }: Place) => connection.snapshots.wrote(collectionOf(definition, place), key)
    try {
      const answer = await definition.delete?.(connection.api, address(definition, place))
      // Who has something else to say may not be the service.
      if (answer !== undefined && !isShown(definition, answer)) throw new EmptyAnswer()
    } catch (error) {
      if (!(error instanceof EmptyAnswer) && (!NotFound.is(error) || error.routeMissing)) throw error
      wrote(place)
      if (typeof (await find(definition, connection, place, props)) !== 'string') throw error
    }
    wrote(place)
  }
}
