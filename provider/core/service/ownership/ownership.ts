import type { Definition } from '../../schema/define'
import { collectionName, type CollectionRef, formatId, objectName, type ObjectRef } from '../../schema/identity'
import type { Json } from '../../schema/json'
import { naturalKeyOf } from '../../schema/natural-key'
import { agreeing, nounOf, subject } from '../../schema/subject'
import { ResourceError } from '../resource-error'
import { displayName } from '../resource-names'
import { type Holder, isSame } from './holder'
import { Intents } from './intents'
import type { AdoptedAs } from './ledger-entries'
import { holderOf } from './mark'
import { deletesUnverified, OwnershipUnknown } from './ownership-unknown'
import { StillDeclared } from './still-declared'

/** Which resource owns each object of a service, as far as the operation knows. */
export class Ownership extends Intents {
  /** The resources that have an object in their state, by object, as far as a refresh has read them. */
  private readonly inStates = new Map<string, Holder>()
  private readonly replacedStates = new Map<string, Json[]>()
  private readonly freedKeys = new Set<string>()

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
    // Pulumi waits for comparisons, which run one after another, so they do not wait for the service.
    void this.identifyBesideOthers(definition, ref.parent).catch(() => {})
    const other = this.claim(definition, ref, values, holder)
    if (isSame(other, holder)) return
    const names = [holder, other].map(({ name }) => displayName(name)).join(' and ')
    throw new ResourceError(
      `${subject(definition, values)} (id ${formatId(definition, ref)}) ` +
        agreeing(
          definition,
          `is owned by two resources, ${names}. Remove one of them from the program. The other one keeps the object.`,
        ),
    )
  }

  /** Records that a resource owns an object. Returns the owner, which is another resource if its claim was first. */
  claim(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): Holder {
    const ledger = this.ledger()
    return ledger.claim(this.service.instance, this.object(definition, ref), holder, this.key(definition, values))
  }

  /** Whether all resources are known that the program declares, and not only those that the engine has passed so far. */
  get knowsProgram(): boolean {
    return this.operation.knowsProgram
  }

  /** Records that a resource owns an object that was just created. @throws ResourceError if no process can be told. */
  claimCreated(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): void {
    const key = this.key(definition, values)
    this.ledger().claimCreated(this.service.instance, this.object(definition, ref), holder, key)
  }

  /** Restores the ledger if its file was deleted. @throws ResourceError if that is not possible. */
  keepLedger(): void {
    this.operation.keepLedger()
  }

  /** Records that a resource will replace its object. */
  replace(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): void {
    this.ledger().replace(this.service.instance, this.object(definition, ref), holder)
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

  /** Whether the engine keeps the objects that a resource replaces, as far as the program has recorded it. */
  isRetained({ name }: Holder): boolean {
    return name !== undefined && this.ledger().isRetained(name)
  }

  /** Whether the user has told the engine to replace a resource, and the engine deletes its object first. */
  isDeletedFirst({ name }: Holder): boolean {
    return name !== undefined && this.operation.replaces(name) && this.ledger().isDeletedFirst(name)
  }

  /** The resource that owns an object, if it declares another natural key than these values. */
  renamerOf(definition: Definition, ref: ObjectRef, values: Json): Holder | undefined {
    const known = this.ledger().claimTo(this.service.instance, this.object(definition, ref))
    const isRenamed = known?.key !== undefined && !known.deleting && known.key !== this.key(definition, values)
    return isRenamed ? known.holder : undefined
  }

  /** The resource that owns an object, if it is another one. */
  otherOwner(definition: Definition, ref: ObjectRef, holder: Holder): Holder | undefined {
    const known = this.ledger().claimTo(this.service.instance, this.object(definition, ref))
    return known && !isSame(known.holder, holder) ? known.holder : undefined
  }

  /** Identifies the operation of the engine, in all of its processes. */
  get operationId(): string {
    return this.ledger().nonce
  }

  /** Records that an object was or would be adopted. Returns whether their number is reported. */
  noteAdoption(definition: Definition, change: AdoptedAs): boolean {
    return this.ledger().adopted(nounOf(definition), change)
  }

  /** The resource that owns an object. */
  ownerOf(definition: Definition, ref: ObjectRef): Holder | undefined {
    return this.ledger().claimTo(this.service.instance, this.object(definition, ref))?.holder
  }

  /**
   * Checks whether a resource can delete an object, and records that it does. Returns the other resource that owns and
   * keeps the object, or undefined if the object can be deleted.
   *
   * @throws StillDeclared if another resource declares the object, and is not known to own another one instead.
   * @throws OwnershipUnknown if this process cannot know what other resources own.
   */
  async release(definition: Definition, ref: ObjectRef, values: Json, holder: Holder): Promise<Holder | undefined> {
    const object = `${subject(definition, values)} (id ${formatId(definition, ref)})`
    const unknown = await this.operation.whyUnknown()
    const other =
      this.otherOwner(definition, ref, holder) ??
      this.earlierOwner(definition, ref, holder) ??
      (await this.ownerElsewhere(definition, ref, values, holder))
    if (other) return other
    if (unknown && !deletesUnverified()) throw new OwnershipUnknown(object, unknown)
    const ledger = this.ledger()
    const { instance } = this.service
    const key = this.object(definition, ref)
    // A resource of an older release has no name in its state, but the ledger can know its name.
    const name = holder.name ?? ledger.claimTo(instance, key)?.holder.name ?? ledger.replacerOf(key)?.name
    const declared = await this.adoptersOf(definition, ref, values, { ...holder, name })
    if (declared.length > 0) throw new StillDeclared(object, declared)
    // The user has allowed the deletion. The claim could fail because of a full disk.
    if (unknown) return undefined
    const winner = recording(object, () => ledger.claim(instance, key, { ...holder, name }, undefined, true))
    return isSame(winner, { ...holder, name }) ? undefined : winner
  }

  /** The other resource that owns an object according to the preview, and that the update has not reached yet. */
  private earlierOwner(definition: Definition, ref: ObjectRef, holder: Holder): Holder | undefined {
    const { earlier } = this.operation
    const claim = earlier?.claimTo(this.service.instance, this.object(definition, ref, earlier))
    if (!claim || claim.deleting || isSame(claim.holder, holder)) return undefined
    const isReached = claim.holder.name !== undefined && this.ledger().isDeclared(claim.holder.name)
    return isReached ? undefined : claim.holder
  }

  /** The resource of a provider with another name of the same service that owns an object. */
  private async ownerElsewhere(
    definition: Definition,
    ref: ObjectRef,
    values: Json,
    own: Holder,
  ): Promise<Holder | undefined> {
    const { instance } = this.service
    const natural = this.key(definition, values)
    for (const claim of this.ledger().claimsElsewhere(instance, this.object(definition, ref))) {
      const { service, holder, deleting, key } = claim
      if (deleting || isSame(holder, own)) continue
      const isSameService = await this.isSameService(service, definition, ref.parent)
      if (isSameService) return holder
      // Objects of two services can have the same id, but hardly the same name.
      const isOther = key !== undefined && natural !== undefined && key !== natural
      if (isSameService === undefined && !isOther && !deletesUnverified()) {
        throw new OwnershipUnknown(`${subject(definition, values)} (id ${formatId(definition, ref)})`, {
          reason: `${displayName(holder.name)} owns an object with this id on ${service}, which can be the same service as ${instance}`,
          remedy: `If they are one service, list ${service} in previousBaseUrls of this provider.`,
        })
      }
    }
    return undefined
  }

  /** Records that a resource no longer claims an object that still exists. */
  giveUp(definition: Definition, ref: ObjectRef, holder: Holder): void {
    this.ledger().giveUp(this.service.instance, this.object(definition, ref), this.named(definition, ref, holder))
  }

  /** Records that a resource has deleted its object. */
  gone(definition: Definition, ref: ObjectRef, holder: Holder): void {
    this.ledger().gone(this.service.instance, this.object(definition, ref), this.named(definition, ref, holder))
  }

  /** The holder, with the name that the ledger has for it. */
  private named(definition: Definition, ref: ObjectRef, holder: Holder): Holder {
    const known = this.ownerOf(definition, ref)
    return known && isSame(known, holder) ? known : holder
  }
}

/** Records that an object will be deleted. @throws ResourceError that names the object if that fails. */
function recording<T>(object: string, record: () => T): T {
  try {
    return record()
  } catch (error) {
    throw error instanceof ResourceError ? new ResourceError(`${object} was not deleted. ${error.message}`) : error
  }
}

const keyIn = (definition: Definition, collection: CollectionRef, values: Json): string =>
  JSON.stringify([collectionName(definition, collection), naturalKeyOf(definition, values)])
