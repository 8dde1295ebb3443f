import { type OnDuplicate } from '../schema/adoption-fields'
import { keyOf, type ObjectRef } from '../schema/identity'
import { subject } from '../schema/subject'
import { observed, sentFields } from '../schema/wire'
import { ResourceError } from '../service/resource-error'
import { inWords } from '../service/resource-names'
import { matchesNaturalKey } from './collection'
import { type DesiredObject, isReplaced } from './desired-object'
import { differingNames } from './diff'

/** How many objects an error names. */
const NAMED = 10

/** The objects of a collection that have the natural key of one that is to be made, where the service allows several. */
export class Candidates {
  constructor(private readonly desired: DesiredObject) {}

  /**
   * The object to take over, of those that have the natural key already; undefined where one more is to be made.
   *
   * @throws ResourceError where the program has to say which, or that it wants several.
   */
  async toAdopt(before: object[]): Promise<object | undefined> {
    const { definition, connection, collection, inputs, holder } = this.desired
    const { ownership } = connection
    // One that took the place of what the resource replaces goes with that.
    const successors = ownership
      .statesReplacedBy(holder)
      .map((state) => definition.rotation?.successor?.(state, before)?.live)
    const choice = (inputs.onConflict ?? connection.settings.onConflict ?? 'fail') as OnDuplicate
    const isAdopting = choice === 'adopt' || choice === 'adopt-if-equal'
    const alike: object[] = []
    for (const live of before.filter((one) => matchesNaturalKey(definition, inputs, one))) {
      const ref = this.placeOf(live)
      const former = ownership.holderOf(definition, ref)
      if (ownership.isDeleted(definition, ref)) continue
      // What the resource replaces goes when the new one is there.
      const isOwn = former && former.mark !== holder.mark && former.name !== undefined && former.name === holder.name
      if (isOwn || successors.includes(live) || this.isReplaced(live)) continue
      // Its resource is being replaced and will delete it, so it only matters to a resource that adopts objects.
      if (!isAdopting && ownership.replacerOf(definition, ref)) continue
      if (await this.isForeign(live)) continue
      alike.push(live)
    }
    if (alike.length === 0) return undefined
    const what = subject(definition, inputs)
    const held = alike.filter((live) => !this.isFree(live))
    const free = alike.filter((live) => this.isFree(live))
    if (choice === 'create') {
      const declared = await ownership.countDeclared(definition, collection, inputs)
      // Where no program has said how many it wants, nobody knows.
      if (declared === 0 || alike.length < Math.max(declared, held.length + 1)) return undefined
      throw new ResourceError(
        `${what}: ${alike.length === 1 ? 'one exists' : `${alike.length} exist`} already, as many as the program declares ` +
          `(id ${this.idsOf(alike)}). ${remedyOf(free)}`,
      )
    }
    const [first] = free
    if (!first) {
      const [other] = held.flatMap((live) => ownership.holderOf(definition, this.placeOf(live)) ?? [])
      throw new ResourceError(
        `${what} is declared by ${inWords(other?.name)}, too (id ${this.idsOf(held)}): keep one of them. ` +
          `If both are wanted, give each onConflict: "create".`,
      )
    }
    if (free.length > 1) {
      throw new ResourceError(`${what}: ${free.length} exist already (id ${this.idsOf(free)}). ${remedyOf(free)}`)
    }
    return first
  }

  /** One that follows another is no conflict, unless an update that was killed has made it already. */
  refuseFollower(before: object[]): void {
    const { definition, inputs } = this.desired
    const made = before.filter(
      (live) => matchesNaturalKey(definition, inputs, live) && this.isEqual(live) && this.isFree(live),
    )
    if (made.length === 0) return
    throw new ResourceError(
      `${subject(definition, inputs)}: the one that is to follow exists already (id ${this.idsOf(made)}), and no resource ` +
        `has it: an update that was killed may have made it. Delete it, and run "pulumi up" again.`,
    )
  }

  private idsOf(lives: object[]): string {
    const keys = lives.map((live) => Number(keyOf(this.desired.definition, live))).sort((one, other) => other - one)
    return keys.slice(0, NAMED).join(', ') + (keys.length > NAMED ? ', …' : '')
  }

  /** Whether an object is another user's: it was not made by an earlier run of this program. */
  private async isForeign(live: object): Promise<boolean> {
    const { definition, connection } = this.desired
    if (!definition.existence?.isForeign) return false
    const { username } = await connection.currentUser()
    return definition.existence.isForeign(live, username)
  }

  isEqual(live: object): boolean {
    const { definition, inputs } = this.desired
    const seen = observed(definition, live, inputs)
    return !definition.existence?.isEnded?.(live) && differingNames(sentFields(definition), inputs, seen).length === 0
  }

  /** Whether no resource has an object, as far as the operation knows. */
  isFree(live: object): boolean {
    const { definition, connection } = this.desired
    return connection.ownership.holderOf(definition, this.placeOf(live)) === undefined
  }

  /** Whether this resource is replaced and the object is the one that it had before. */
  isReplaced(live: object): boolean {
    return isReplaced(this.desired, keyOf(this.desired.definition, live))
  }

  placeOf(live: object): ObjectRef {
    const { definition, collection } = this.desired
    return { ...collection, key: keyOf(definition, live) }
  }
}

const remedyOf = (free: object[]) =>
  free.length === 0
    ? 'Delete one of them, or declare fewer.'
    : 'To take one of them over, add adoptId: with its id; delete those that are not wanted.'
