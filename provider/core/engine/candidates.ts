import type { OnDuplicate } from '../schema/adoption-fields'
import { keyOf, type ObjectRef } from '../schema/identity'
import { subject } from '../schema/subject'
import { observed, sentFields } from '../schema/wire'
import { ResourceError } from '../service/resource-error'
import { displayName } from '../service/resource-names'
import { hintForReplace } from './adopt'
import { matchesNaturalKey } from './collection'
import { conflictChoice, type DesiredObject, isReplaced } from './desired-object'
import { differingNames } from './diff'
import { waitFor } from './wait-for'

/** The maximum number of ids in an error. */
const MAX_IDS = 10

/** The existing objects with the natural key of a desired object, if the service allows several. */
export class Candidates {
  constructor(private readonly desired: DesiredObject) {}

  /**
   * Returns the object to adopt, or undefined if another one is to be created. If the choice is not clear, waits for the
   * resources that may own one of the objects.
   *
   * @throws ResourceError if the program must choose an object, or must allow several.
   */
  async toAdopt(before: object[]): Promise<object | undefined> {
    const { connection } = this.desired
    let unknown: string[] = []
    // The engine may not have passed the resource yet that gives up an object.
    if ((await this.choose(before)).refusal !== undefined) await connection.waitForProgram()
    const isClear = async () => {
      const { live, refusal } = await this.choose(before)
      // A creation that fails because of an object waits for the resource that may give it up.
      const mayFail = refusal !== undefined || (live !== undefined && !this.isAdopting)
      if (!mayFail) return true
      unknown = await this.unknownHolders()
      return unknown.length === 0
    }
    await waitFor(connection, isClear)
    const { live, refusal } = await this.choose(before)
    if (refusal !== undefined) throw new ResourceError(refusal(unknown))
    return live
  }

  /** The existing objects that count, as far as the owners of objects are known now. */
  async existing(before: object[]): Promise<{ matching: object[]; owned: object[]; unowned: object[] }> {
    const { definition, connection, inputs, holder } = this.desired
    const { ownership } = connection
    // The replacement also deletes a successor of the object that the resource replaces.
    const successors = ownership
      .statesReplacedBy(holder)
      .map((state) => definition.rotation?.successor?.(state, before)?.live)
    const matching: object[] = []
    for (const live of before.filter((one) => matchesNaturalKey(definition, inputs, one))) {
      const ref = this.refOf(live)
      const owner = ownership.ownerOf(definition, ref)
      if (ownership.isDeleted(definition, ref)) continue
      // The object that this resource replaces is deleted after the new one is created.
      const isOwn = owner && owner.mark !== holder.mark && owner.name !== undefined && owner.name === holder.name
      if (isOwn || successors.includes(live) || this.isReplaced(live)) continue
      // Its resource is being replaced and will delete it, so it only matters to a resource that adopts objects.
      if (!this.isAdopting && ownership.replacerOf(definition, ref)) continue
      // Its resource gives it another natural key.
      if (ownership.renamerOf(definition, ref, inputs)) continue
      // It is in the state of another resource, so no update that was killed has created it.
      const isHeld = !owner && ownership.isInOtherState(definition, ref, holder)
      if (isHeld && this.onConflict === 'create' && !allowsAdoption(connection.settings.onConflict)) continue
      if (await this.isForeign(live)) continue
      matching.push(live)
    }
    const owned = matching.filter((live) => !this.isUnowned(live))
    return { matching, owned, unowned: matching.filter((live) => !owned.includes(live)) }
  }

  /** The object to adopt, as far as the owners of objects are known now, or the reason why there is none. */
  private async choose(before: object[]): Promise<{ live?: object; refusal?: (unknown: string[]) => string }> {
    const { definition, connection, collection, inputs } = this.desired
    const { ownership } = connection
    const { matching, owned, unowned } = await this.existing(before)
    if (matching.length === 0) return {}
    if (this.onConflict === 'create') {
      const declared = await ownership.countDeclared(definition, collection, inputs)
      // Without intents in the ledger, the number of wanted objects is unknown.
      if (declared === 0 || matching.length < Math.max(declared, owned.length + 1)) return {}
      const missing = declared - owned.length
      const live = this.amongEqual(unowned, missing)
      if (live) return { live }
      const reason = 'as many as the program declares'
      return { refusal: (unknown) => this.refusalToCreate(reason, matching, { unowned, missing, unknown }) }
    }
    const [first] = unowned
    if (!first) {
      if (await this.areIntended(owned)) return {}
      const [other] = owned.flatMap((live) => ownership.ownerOf(definition, this.refOf(live)) ?? [])
      return { refusal: () => this.refusalOfOwned(other?.name, owned) }
    }
    if (unowned.length === 1) return { live: first }
    return { refusal: (unknown) => this.refusalOfSeveral(unowned, unknown) }
  }

  /** Whether the resources that own these objects declare that they want them beside equal ones. */
  async areIntended(owned: readonly object[]): Promise<boolean> {
    const { definition, connection, collection, inputs } = this.desired
    const { ownership } = connection
    const declarers = await ownership.declarersOf(definition, collection, inputs)
    const owners = owned.map((live) => ownership.ownerOf(definition, this.refOf(live))?.name)
    return owners.every((owner) => {
      const creates = declarers.find(({ name }) => name === owner)?.creates ?? 0
      return owners.filter((one) => one === owner).length <= creates
    })
  }

  /**
   * @param found The objects to count.
   * @param missing The number of declared objects that no resource has yet.
   */
  refusalToCreate(
    reason: string,
    found: readonly object[],
    { unowned, missing, unknown = [] }: { unowned: readonly object[]; missing: number; unknown?: readonly string[] },
  ): string {
    const { definition, connection, inputs } = this.desired
    const count = found.length === 1 ? 'one already exists' : `${found.length} already exist`
    const { onConflictVariable: variable } = connection.settings
    const isEnough = unowned.length <= missing && unowned.every((live) => this.isAsDeclared(live))
    const forOneRun = variable !== undefined && isEnough ? ` For one run, set ${variable}=adopt-if-equal.` : ''
    return (
      `${subject(definition, inputs)}: ${count}, ${reason} (id ${this.idsOf(found)}). ` +
      `${remedyFor(unknown)}${forOneRun}${hintForReplace(connection)}`
    )
  }

  refusalOfOwned(owner: string | undefined, owned: readonly object[]): string {
    const name = displayName(owner)
    const reason =
      owned.length > 0
        ? `is also declared by ${name} (id ${this.idsOf(owned)}): keep one of them.`
        : `is also declared by ${name}: keep one of them.`
    const what = subject(this.desired.definition, this.desired.inputs)
    return `${what} ${reason} If you need both, set onConflict: "create" on each of them.`
  }

  refusalOfSeveral(unowned: readonly object[], unknown: readonly string[] = []): string {
    const { definition, connection, inputs } = this.desired
    const found = `${unowned.length} already exist (id ${this.idsOf(unowned)})`
    return `${subject(definition, inputs)}: ${found}. ${remedyFor(unknown)}${hintForReplace(connection)}`
  }

  /**
   * The desired object as the one that adopts. A resource with `onConflict: "create"` adopts an object only if no further
   * one can be created, and if the provider's `onConflict` allows adoptions.
   */
  get adopting(): DesiredObject {
    const { connection, inputs } = this.desired
    const { onConflict } = connection.settings
    return this.onConflict === 'create' && allowsAdoption(onConflict)
      ? { ...this.desired, inputs: { ...inputs, onConflict } }
      : this.desired
  }

  /**
   * The object without an owner that a resource with `onConflict: "create"` adopts: one that is as declared, otherwise the
   * first one. None if the provider does not allow it, or if the program would not adopt all of them.
   *
   * @param missing The number of declared objects that no resource has yet.
   */
  amongEqual(unowned: readonly object[], missing: number): object | undefined {
    if (unowned.length > missing || !allowsAdoption(this.desired.connection.settings.onConflict)) return undefined
    return unowned.find((live) => this.isAsDeclared(live)) ?? unowned[0]
  }

  /** Rejects the creation of a successor that already exists, because an update that was killed may have created it. */
  async refuseSuccessor(before: object[]): Promise<void> {
    const { definition, connection, inputs } = this.desired
    const find = () =>
      before.filter(
        (live) => matchesNaturalKey(definition, inputs, live) && this.isAsDeclared(live) && this.isUnowned(live),
      )
    await waitFor(connection, async () => find().length === 0 || (await this.unknownHolders()).length === 0)
    const existing = find()
    if (existing.length === 0) return
    throw new ResourceError(
      `${subject(definition, inputs)}: its successor already exists (id ${this.idsOf(existing)}), and no resource is known ` +
        `to own it. An update that was killed may have created it. If no other resource owns it, delete it, and run ` +
        `"pulumi up" again.`,
    )
  }

  private get onConflict(): OnDuplicate {
    return conflictChoice(this.desired)
  }

  private get isAdopting(): boolean {
    return allowsAdoption(this.onConflict)
  }

  /** The names of other resources that may own one of the objects. */
  private unknownHolders(): Promise<string[]> {
    const { definition, connection, collection, inputs, holder } = this.desired
    return connection.ownership.unknownHolders(definition, collection, inputs, holder)
  }

  private idsOf(lives: readonly object[]): string {
    const keys = lives.map((live) => Number(keyOf(this.desired.definition, live))).sort((one, other) => other - one)
    return keys.slice(0, MAX_IDS).join(', ') + (keys.length > MAX_IDS ? ', …' : '')
  }

  /** Whether an object belongs to another user, so no earlier run of this program created it. */
  private async isForeign(live: object): Promise<boolean> {
    const { definition, connection } = this.desired
    if (!definition.existence?.isForeign) return false
    const { username } = await connection.currentUser()
    return definition.existence.isForeign(live, username)
  }

  isAsDeclared(live: object): boolean {
    const { definition, inputs } = this.desired
    const current = observed(definition, live, inputs)
    return (
      !definition.existence?.isEnded?.(live) && differingNames(sentFields(definition), inputs, current).length === 0
    )
  }

  /** Whether no resource is known to own an object. */
  isUnowned(live: object): boolean {
    const { definition, connection } = this.desired
    return connection.ownership.ownerOf(definition, this.refOf(live)) === undefined
  }

  /** Whether this resource is replaced and the object is the one that it had before. */
  private isReplaced(live: object): boolean {
    return isReplaced(this.desired, keyOf(this.desired.definition, live))
  }

  refOf(live: object): ObjectRef {
    const { definition, collection } = this.desired
    return { ...collection, key: keyOf(definition, live) }
  }
}

const allowsAdoption = (onConflict: string | undefined): boolean =>
  onConflict === 'adopt' || onConflict === 'adopt-if-equal'

/** The remedy for several objects. Resources that left the program can own some of them, which is never known. */
function remedyFor(unknown: readonly string[]): string {
  const [name, ...others] = unknown
  const owners = `${displayName(name)}${others.length > 0 ? ` or ${others.length} other${others.length > 1 ? 's' : ''}` : ''}`
  const caution =
    name === undefined
      ? 'Delete an object only if no resource owns it.'
      : `${owners} may own one of them: keep all of them.`
  return `To adopt one of them, set adoptId to its id. ${caution}`
}
