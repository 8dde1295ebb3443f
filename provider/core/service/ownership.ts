import { NotFound } from '../../../sdk'
import { normalizeBaseUrl } from '../../../sdk/http/options'
import type { Definition } from '../schema/define'
import { collectionName, type CollectionRef, formatId, objectName, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { naturalKeyOf } from '../schema/natural-key'
import { nounOf, subject } from '../schema/subject'
import type { Connection } from './connection'
import type { EngineOperation } from './engine-operation'
import { type Holder, isSame } from './holder'
import type { Ledger } from './ledger'
import type { AdoptedAs, Declaration } from './ledger-entries'
import { holderOf } from './mark'
import type { Reference } from './parents'
import { ResourceError } from './resource-error'
import { displayName } from './resource-names'

/** An object was not deleted, because another resource of the program may own it. */
export class StillDeclared extends ResourceError {
  constructor(
    message: string,
    /** The resources that declare it. */
    readonly by: readonly string[],
  ) {
    super(message)
  }
}

/** Which resource owns each object of a service, as far as the operation knows. */
export class Ownership {
  /** The resources that have an object in their state, by object, as far as a refresh has read them. */
  private readonly inStates = new Map<string, Holder>()
  private readonly replacedStates = new Map<string, Json[]>()
  private readonly freedKeys = new Set<string>()
  /** The base URL of the service and its earlier base URLs. */
  private readonly baseUrls: readonly string[]

  constructor(
    private readonly connection: Connection,
    private readonly operation: EngineOperation,
  ) {
    const { instance, settings } = connection
    this.baseUrls = [instance, ...settings.previousBaseUrls.map((url) => normalizeBaseUrl(url))]
  }

  /** Records during a refresh that a resource has an object in its state. */
  noteState(definition: Definition, ref: ObjectRef, state: Json): void {
    this.inStates.set(objectName(definition, ref), holderOf(state))
  }

  /** Whether the refresh has found the object in the state of another resource. */
  isInOtherState(definition: Definition, ref: ObjectRef, holder: Holder): boolean {
    const noted = this.inStates.get(objectName(definition, ref))
    return noted !== undefined && !isSame(noted, holder)
  }

  /** Records that a resource owns an object and keeps it. @throws ResourceError if another resource owns it. */
  keep(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): void {
    const other = this.claim(definition, ref, values, holder)
    if (isSame(other, holder)) return
    const names = [holder, other].map(({ name }) => displayName(name)).join(' and ')
    throw new ResourceError(
      `${subject(definition, values)} (id ${formatId(ref)}) is owned by two resources, ${names}. Nothing was changed. ` +
        `Remove one of them from the program. The other one keeps the object.`,
    )
  }

  /** Records that a resource owns an object. Returns the owner, which is another resource if its claim was first. */
  claim(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): Holder {
    const ledger = this.ledger()
    return ledger.claim(this.connection.instance, this.object(definition, ref), holder, this.key(definition, values))
  }

  /** Records that a resource will replace its object. */
  replace(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): void {
    this.ledger().replace(this.connection.instance, this.object(definition, ref), holder)
    const { name } = holder
    if (name !== undefined) this.replacedStates.set(name, [...(this.replacedStates.get(name) ?? []), values])
  }

  /** The states that a resource replaces in this process. */
  statesReplacedBy({ name }: Holder): readonly Json[] {
    return name === undefined ? [] : (this.replacedStates.get(name) ?? [])
  }

  /** Remembers the former natural key of an object if an update in this process changed it. */
  noteUpdate(definition: Definition, collection: CollectionRef, olds: Json, news: Json): void {
    const [former, current] = [olds, news].map((values) => keyIn(definition, collection, values)) as [string, string]
    if (former !== current) this.freedKeys.add(former)
  }

  /** Whether an update in this process has freed the natural key of these values. */
  isKeyFreed(definition: Definition, collection: CollectionRef, values: Json): boolean {
    return this.freedKeys.has(keyIn(definition, collection, values))
  }

  isDeleted(definition: Definition, ref: ObjectRef): boolean {
    return this.ledger().isDeleted(this.object(definition, ref))
  }

  /** The resource that will replace an object. */
  replacerOf(definition: Definition, ref: ObjectRef): Holder | undefined {
    return this.ledger().replacerOf(this.object(definition, ref))
  }

  /** The resource that owns an object, if it declares another natural key than these values. */
  renamerOf(definition: Definition, ref: ObjectRef, values: Json): Holder | undefined {
    const known = this.ledger().claimTo(this.connection.instance, this.object(definition, ref))
    const isRenamed = known?.key !== undefined && !known.deleting && known.key !== this.key(definition, values)
    return isRenamed ? known.holder : undefined
  }

  /** The resource that owns an object, if it is another one. */
  otherOwner(definition: Definition, ref: ObjectRef, holder: Holder): Holder | undefined {
    const known = this.ledger().claimTo(this.connection.instance, this.object(definition, ref))
    return known && !isSame(known.holder, holder) ? known.holder : undefined
  }

  /** Records that an object was or would be adopted. Returns whether the program reports their number. */
  noteAdoption(definition: Definition, change: AdoptedAs): boolean {
    return this.ledger().adopted(nounOf(definition), change)
  }

  /** The resource that owns an object. */
  ownerOf(definition: Definition, ref: ObjectRef): Holder | undefined {
    return this.ledger().claimTo(this.connection.instance, this.object(definition, ref))?.holder
  }

  /** How many objects with this natural key the program declares in a parent. */
  async countDeclared(definition: Definition, { parent }: CollectionRef, values: Json): Promise<number> {
    const key = this.key(definition, values)
    const declared = await this.declarations(definition, parent, values, {})
    return declared.flatMap(({ keys }) => keys.filter((one) => one === key)).length
  }

  /**
   * Checks whether a resource can delete an object, and records that it does. Returns the other resource that owns and
   * keeps the object, or undefined if the object can be deleted.
   *
   * @throws StillDeclared if another resource declares the object, and is not known to own another one instead.
   */
  async release(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): Promise<Holder | undefined> {
    await this.operation.resolved()
    const ledger = this.ledger()
    const { instance } = this.connection
    const object = this.object(definition, ref)
    const other = this.otherOwner(definition, ref, holder)
    if (other) return other
    // A resource of an older release has no name in its state, but the ledger can know its name.
    const name = holder.name ?? ledger.claimTo(instance, object)?.holder.name ?? ledger.replacerOf(object)?.name
    const declared = await this.declarersOf(definition, ref, values, { ...holder, name })
    if (declared.length > 0) throw this.stillDeclared(definition, ref, values, declared)
    const winner = ledger.claim(instance, object, { ...holder, name }, undefined, true)
    return isSame(winner, { ...holder, name }) ? undefined : winner
  }

  /** Records that a resource no longer claims an object that still exists. */
  giveUp(definition: Definition, ref: ObjectRef, holder: Holder): void {
    this.ledger().giveUp(this.connection.instance, this.object(definition, ref), this.named(definition, ref, holder))
  }

  /** Records that a resource has deleted its object. */
  gone(definition: Definition, ref: ObjectRef, holder: Holder): void {
    this.ledger().gone(this.connection.instance, this.object(definition, ref), this.named(definition, ref, holder))
  }

  /** The holder, with the name that the ledger has for it. */
  private named(definition: Definition, ref: ObjectRef, holder: Holder): Holder {
    const known = this.ownerOf(definition, ref)
    return known && isSame(known, holder) ? known : holder
  }

  /** The other resources of the program that declare an object, and are not known to own another one instead. */
  async declarersOf(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): Promise<Declaration[]> {
    const key = this.key(definition, values)
    const object = this.object(definition, ref)
    const holdsAnother = ({ name }: Declaration) => {
      const held = key === undefined ? undefined : this.ledger().objectOwnedBy(name, key)
      return held !== undefined && held !== object
    }
    return this.declarations(definition, ref.parent, values, holder, (declared) => !holdsAnother(declared))
  }

  /** Another resource that certainly declares an object, and is not known to own another one instead. */
  async rivalOf(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): Promise<string | undefined> {
    const key = this.key(definition, values)
    const found = await this.declarersOf(definition, ref, values, holder)
    return found.find(({ keys }) => key !== undefined && keys.includes(key))?.name
  }

  /** The declarations of other resources that match these values or may match them. */
  private async declarations(
    definition: Definition,
    parent: number,
    values: Json,
    holder: Holder,
    concerns = (_: Declaration) => true,
  ): Promise<Declaration[]> {
    const ledger = this.ledger()
    const { instance } = this.connection
    const found: Declaration[] = []
    for (const declared of ledger.declarationsOf(definition.kind, this.key(definition, values), holder)) {
      const { service } = declared
      if (!concerns(declared) || (service !== null && !ledger.isOneService(service, instance))) continue
      if (await this.isParent(definition, declared.parent, parent, values)) found.push(declared)
    }
    return found
  }

  /** Whether a reference in the program refers to this project or group, or could do so. */
  private async isParent(
    definition: Definition,
    written: Declaration['parent'],
    id: number,
    values: Json,
  ): Promise<boolean> {
    if (written === null || isSpelledLike(written, values[definition.identity.parent])) return true
    if (typeof written === 'number') return written === id
    try {
      return (await this.connection.parents.id(definition.identity.parent, written as Reference)) === id
    } catch (error) {
      // A reference that cannot be resolved could refer to it. One that does not exist cannot.
      return !(NotFound.is(error) && !error.routeMissing)
    }
  }

  private stillDeclared(definition: Definition, ref: ObjectRef, values: Json, declared: Declaration[]): StillDeclared {
    const names = [...new Set(declared.map(({ name }) => displayName(name)))]
    const list = names.slice(0, 3).join(', ') + (names.length > 3 ? ', …' : '')
    const open = declared.every((one) => one.open)
    return new StillDeclared(
      `${subject(definition, values)} (id ${formatId(ref)}) was not deleted: ${list} ` +
        (open
          ? `may also declare it, because some of its arguments are not known yet.`
          : `also declares it, and is not known to have adopted it.`) +
        ` Update that resource in the same run. With --target, add it as a target. If it failed, fix its error first.`,
      names,
    )
  }

  /** The ledger of the operation. */
  private ledger(): Ledger {
    const { known } = this.operation
    if (this.baseUrls.length > 1) known.addUrls(this.baseUrls)
    return known
  }

  private object(definition: Definition, ref: ObjectRef): string {
    return this.operation.known.hash(objectName(definition, ref))
  }

  private key(definition: Definition, values: Json): string | undefined {
    const key = naturalKeyOf(definition, values)
    return key && this.operation.known.hash(key)
  }
}

const isSpelledLike = (one: unknown, other: unknown): boolean =>
  String(one).toLowerCase() === String(other).toLowerCase()

const keyIn = (definition: Definition, collection: CollectionRef, values: Json): string =>
  JSON.stringify([collectionName(definition, collection), naturalKeyOf(definition, values)])
