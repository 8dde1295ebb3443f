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
   * resources that may own one of the objects. In a preview, which cannot wait, it returns undefined then.
   *
   * @throws ResourceError if the program must choose an object, or must allow several.
   */
  async toAdopt(before: object[], isPreview = false): Promise<object | undefined> {
    const { connection } = this.desired
    let unknown: string[] = []
    const isClear = async () => {
      const { live, refusal } = await this.choose(before)
      // A creation that fails because of an object waits for the resource that may give it up.
      const mayFail = refusal !== undefined || (live !== undefined && !isPreview && !this.isAdopting)
      if (!mayFail) return true
      unknown = await this.unknownHolders()
      return unknown.length === 0
    }
    if (!(isPreview ? await isClear() : await waitFor(connection, isClear)) && isPreview) return undefined
    const { live, refusal } = await this.choose(before)
    if (refusal !== undefined) throw new ResourceError(refusal(unknown))
    return live
  }

  /** The object to adopt, as far as the owners of objects are known now, or the reason why there is none. */
  private async choose(before: object[]): Promise<{ live?: object; refusal?: (unknown: string[]) => string }> {
    const { definition, connection, collection, inputs, holder } = this.desired
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
      if (await this.isForeign(live)) continue
      matching.push(live)
    }
    if (matching.length === 0) return {}
    const hint = hintForReplace(connection)
    const what = subject(definition, inputs)
    const owned = matching.filter((live) => !this.isUnowned(live))
    const unowned = matching.filter((live) => this.isUnowned(live))
    if (this.onConflict === 'create') {
      const declared = await ownership.countDeclared(definition, collection, inputs)
      // Without intents in the ledger, the number of wanted objects is unknown.
      if (declared === 0 || matching.length < Math.max(declared, owned.length + 1)) return {}
      const count = matching.length === 1 ? 'one already exists' : `${matching.length} already exist`
      return {
        refusal: (unknown) =>
          `${what}: ${count}, as many as the program declares (id ${this.idsOf(matching)}). ${remedyFor(unknown)}${hint}`,
      }
    }
    const [first] = unowned
    if (!first) {
      const [other] = owned.flatMap((live) => ownership.ownerOf(definition, this.refOf(live)) ?? [])
      return {
        refusal: () =>
          `${what} is also declared by ${displayName(other?.name)} (id ${this.idsOf(owned)}): keep one of them. ` +
          `If you need both, set onConflict: "create" on each of them.`,
      }
    }
    if (unowned.length === 1) return { live: first }
    return {
      refusal: (unknown) =>
        `${what}: ${unowned.length} already exist (id ${this.idsOf(unowned)}). ${remedyFor(unknown)}${hint}`,
    }
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
    return this.onConflict === 'adopt' || this.onConflict === 'adopt-if-equal'
  }

  /** The names of other resources that may own one of the objects. */
  private unknownHolders(): Promise<string[]> {
    const { definition, connection, collection, inputs, holder } = this.desired
    return connection.ownership.unknownHolders(definition, collection, inputs, holder)
  }

  private idsOf(lives: object[]): string {
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

/** The remedy for several objects. Resources that left the program can own some of them, which is never known. */
function remedyFor(unknown: string[]): string {
  const [name, ...others] = unknown
  const owners = `${displayName(name)}${others.length > 0 ? ` or ${others.length} other${others.length > 1 ? 's' : ''}` : ''}`
  const caution =
    name === undefined
      ? 'Delete an object only if no resource owns it.'
      : `${owners} may own one of them: keep all of them.`
  return `To adopt one of them, set adoptId to its id. ${caution}`
}
