import { isDeepStrictEqual } from 'node:util'
import { declaredPart, withDefaults } from '../schema/check'
import type { Definition } from '../schema/define'
import { formatId, type ObjectRef, objectRefOf } from '../schema/identity'
import type { Json } from '../schema/json'
import { idOf } from '../schema/kind'
import { subject } from '../schema/subject'
import { hasUnknown } from '../schema/unknown'
import { now } from '../service/clock'
import type { Connection } from '../service/connection'
import type { Holder } from '../service/ownership/holder'
import { OwnershipUnknown } from '../service/ownership/ownership-unknown'
import { StillDeclared } from '../service/ownership/still-declared'
import { displayName } from '../service/resource-names'
import { sendDelete } from './send-delete'

/** Applies the rotation strategy of a kind. Kinds without one are never rotated. */
export class Rotation {
  constructor(
    private readonly definition: Definition,
    private readonly connection: Connection,
  ) {}

  /** Whether the state requires an update although no argument differs. */
  isDue(state: Json): boolean {
    return this.definition.rotation?.updateDue?.(state) ?? false
  }

  /** The arguments whose change replaces the resource, because the API cannot rotate an object to these values. */
  replaceOn(news: Json): readonly string[] {
    return this.definition.rotation?.replaceOn?.(news) ?? []
  }

  /**
   * The declared values, with dates that depend on the current time and on the dates in the state. Only updates change
   * dates that are due: a refresh runs no program and must not find a difference.
   */
  scheduled(olds: Json, news: Json, isDeclared: boolean): Json {
    const { rotation } = this.definition
    if (!rotation?.schedule || hasUnknown(news)) return news
    const dates = rotation.schedule(withDefaults(this.definition, news), olds, now()) as Json
    const values = Object.entries(dates).map(([name, date]) => [
      name,
      isDeclared || isDeepStrictEqual(date, news[name]) ? date : olds[name],
    ])
    return { ...news, ...(Object.fromEntries(values) as Json) }
  }

  /** Whether an update creates a successor, beside which the object of the state works for some time. */
  beginsOverlap(news: Json, changed: ReadonlySet<string>, olds: Json): boolean {
    return this.definition.rotation?.overlap?.begins(news, changed, olds) ?? false
  }

  /** The state from which a successor is created. Only one predecessor can work, so an earlier one is deleted. */
  async beginOverlap(id: string, olds: Json, news: Json, holder: Holder): Promise<Json> {
    const { definition } = this
    const released = await this.releasePredecessor(olds, news, holder, true)
    const { key } = objectRefOf(definition, id, olds)
    return { ...olds, ...released, [String(definition.rotation?.overlap?.predecessor)]: key }
  }

  /** The predecessor of the object of a state, while it works. */
  predecessorOf(state: Json): ObjectRef | undefined {
    const { definition } = this
    const { overlap } = definition.rotation ?? {}
    const key = overlap && state[overlap.predecessor]
    if (key == null) return undefined
    return {
      ...objectRefOf(definition, `0/${String(key)}`, {}),
      parent: Number(state[idOf(definition.identity.parent)]),
    }
  }

  /** Deletes the predecessor after the end of the overlap, or at once. Returns the outputs that this changes. */
  async releasePredecessor(olds: Json, news: Json, holder: Holder, atOnce = false): Promise<Json> {
    const { definition, connection } = this
    const { overlap } = definition.rotation ?? {}
    const ref = this.predecessorOf(olds)
    if (!overlap || !ref || !(atOnce || overlap.isOver(news))) return {}
    // The outputs of the state describe the successor.
    const values = declaredPart(definition, olds)
    try {
      const other = await connection.ownership.release(definition, ref, values, holder)
      if (other) warnOfOtherOwner(definition, connection, formatId(definition, ref), values, other)
      else await sendDelete(definition, connection, ref, values, holder)
    } catch (error) {
      if (!(error instanceof StillDeclared) && !OwnershipUnknown.isRequested(error)) throw error
      connection.warn(`${error.warning} The next update checks again.`)
      return {}
    }
    return { [overlap.predecessor]: null }
  }

  /** Warns that the predecessor remains. The resource that adopted the object does not know its predecessor. */
  warnOfPredecessor(props: Json): void {
    const { definition, connection } = this
    const ref = this.predecessorOf(props)
    if (!ref) return
    connection.warn(
      `${subject(definition, props)}: its predecessor (id ${formatId(definition, ref)}) is also kept, and works until it expires. ` +
        `No resource owns it now. Delete it when it is no longer used.`,
    )
  }
}

/** Warns that an object is not deleted because another resource owns it. */
export function warnOfOtherOwner(
  definition: Definition,
  connection: Connection,
  id: string,
  props: Json,
  other: Holder,
): void {
  connection.warn(`${subject(definition, props)} (id ${id}) is kept: ${displayName(other.name)} owns it.`)
}
