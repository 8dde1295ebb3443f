import { collectionName, keyOf, objectParams } from '../schema/identity'
import { InvalidResponse } from '../schema/invalid-response'
import type { Json } from '../schema/json'
import { naturalKeyOf } from '../schema/natural-key'
import { hasComputedKey, keyIn } from '../schema/object-key'
import { subject } from '../schema/subject'
import { concealed, observed } from '../schema/wire'
import { outcomeUnknown } from '../service/explain'
import { readResponse } from '../service/lost'
import { isSame } from '../service/ownership/holder'
import { ResourceError } from '../service/resource-error'
import { adopt, type Adoption, type CreateResult, giverOf, planAdoption } from './adopt'
import { Candidates } from './candidates'
import { claimed, refuseIfDeclaredElsewhere } from './claim'
import { collectionOf, listOwn, matchesNaturalKey, snapshotOf } from './collection'
import { type DesiredObject, isReplaced } from './desired-object'
import { differingNames } from './diff'
import { warnOfDuplicates } from './duplicates'
import { find, lookFor } from './find'
import { deleteWithLostSecret, losesSecret } from './lost-secret'
import { retryingWhenReleased } from './refused-duplicate'
import { argumentsToCreate, sendCreate } from './send-create'
import { ATTEMPTS, type CreateRequest, sendOnce } from './send-once'
import { AGAIN, sendUnique } from './send-unique'
import { releaseName } from './taken-name'
import { regenerateSecret, sendUpdate } from './update'
import { waitFor } from './wait-for'

/**
 * The maximum age of the list with which new objects are recognized, in milliseconds. With an older list, objects that
 * other users created in the meantime could be mistaken for the new one.
 */
const SNAPSHOT_AGE_MS = 10_000

/** Creates an object, or finds an existing one: of a request whose response was lost, or one to adopt. */
export class Creator {
  /** The names of the arguments to send: those that are not the default, and those that the service requires. */
  private readonly sent: readonly string[]
  private readonly candidates: Candidates

  constructor(
    private readonly desired: DesiredObject,
    /** Whether the object is the successor of one of the same resource, and both work for some time. */
    private readonly isSuccessor = false,
  ) {
    const { definition, inputs } = desired
    this.candidates = new Candidates(desired)
    this.sent = argumentsToCreate(definition, inputs)
  }

  run(): Promise<CreateResult> {
    const { adoptId } = this.desired.inputs
    // A replacement does not adopt the object that it replaces, or has deleted.
    if (typeof adoptId === 'number' && !isReplaced(this.desired, adoptId) && !this.isDeleted(adoptId)) {
      return this.adoptById(adoptId)
    }
    const { api, identity } = this.desired.definition
    if (!api.create) return this.adoptOnly()
    return identity.allowsDuplicates ? this.createAmongDuplicates() : this.createByNaturalKey()
  }

  /**
   * Returns the adoption that an update would do. Undefined if it would adopt nothing. Only reads.
   *
   * @throws ResourceError if the program must choose an object.
   */
  async plan(): Promise<Adoption | undefined> {
    const { definition, connection, collection, inputs } = this.desired
    const { adoptId } = inputs
    const plan = (existing: object | undefined, more: Json = {}) =>
      existing && planAdoption({ ...this.desired, inputs: { ...inputs, ...more } }, existing)
    const key = hasComputedKey(definition) ? undefined : keyIn(definition, inputs)
    // The program knows the key, so that the list is not necessary.
    if (key !== undefined && definition.api.read) {
      return plan(await lookFor(definition, connection, { ...collection, key }))
    }
    const items = (await snapshotOf(definition, connection, collection).all()).filter(
      (live) => definition.existence?.isOwned?.(live) ?? true,
    )
    if (typeof adoptId === 'number') {
      return plan(
        items.find((live) => keyOf(definition, live) === adoptId),
        { onConflict: 'adopt' },
      )
    }
    return plan(items.find((live) => matchesNaturalKey(definition, inputs, live)))
  }

  /** Creates an object whose natural key is unique. If the response is lost, the object is found by its natural key. */
  private createByNaturalKey(): Promise<CreateResult> {
    const { definition, connection, collection, inputs } = this.desired
    let items: object[] = []
    return sendUnique<object, CreateResult>({
      send: async () => this.claimed(await this.send()),
      find: async (mayBeOwn) => {
        items = await this.search(() => listOwn(definition, connection, collection), mayBeOwn)
        return items.find((live) => matchesNaturalKey(definition, inputs, live))
      },
      found: async (existing, { mayBeOwn, isLast }) => {
        if (mayBeOwn && differingNames(this.sent, inputs, observed(definition, existing, inputs)).length === 0) {
          warnOfDuplicates(definition, connection, inputs, existing, items)
          return this.claimed(await this.withConcealed(existing))
        }
        if ((await this.isBeingDeleted(existing)) && !isLast) return AGAIN
        if (!isLast && (await releaseName(this.desired, existing))) return AGAIN
        await refuseIfDeclaredElsewhere(this.desired, existing)
        return adopt(this.desired, existing)
      },
      // The object that had the name has been renamed.
      isFreed: () => connection.ownership.isKeyFreed(definition, collection, inputs),
    })
  }

  /**
   * Whether another resource deletes the existing object now, for its own replacement. Waits until it has done so, and
   * before, until the resources that may own the object are known: one of them may give it up.
   */
  private async isBeingDeleted(existing: object): Promise<boolean> {
    const { definition, connection, collection, inputs, holder } = this.desired
    const { ownership } = connection
    const ref = this.candidates.refOf(existing)
    const isKnown = async () =>
      ownership.ownerOf(definition, ref) !== undefined ||
      ownership.replacerOf(definition, ref) !== undefined ||
      (await ownership.unknownHolders(definition, collection, inputs, holder)).length === 0
    await connection.waitForProgram()
    await waitFor(connection, isKnown)
    // A resource that replaces its object claims it again only to delete it.
    const isDeleting = () => {
      const [giver, owner] = [giverOf(this.desired, existing), ownership.ownerOf(definition, ref)]
      return giver !== undefined && owner !== undefined && isSame(giver, owner)
    }
    return isDeleting() && (await waitFor(connection, () => !isDeleting()))
  }

  /**
   * Creates an object whose natural key is not unique. If the response is lost, the object is recognized: it has all
   * declared values, an id above all earlier ones, and no owner. Identical creates run one after another, so that each
   * lost response can be assigned to its object.
   */
  private createAmongDuplicates(): Promise<CreateResult> {
    const { definition, connection, collection, inputs } = this.desired
    const name = collectionName(definition, collection)
    return connection.locks.run(`${name} ${JSON.stringify(naturalKeyOf(definition, inputs))}`, async () => {
      const snapshot = connection.snapshots.of(
        `${name} before a create`,
        () => collectionOf(definition, connection, collection),
        (live) => keyOf(definition, live),
        { maxAgeMs: SNAPSHOT_AGE_MS },
      )
      const before = await snapshot.all()
      const lastId = Math.max(0, ...before.map((live) => Number(keyOf(definition, live))))
      if (this.isSuccessor) await this.candidates.refuseSuccessor(before)
      const existing = this.isSuccessor ? undefined : await this.candidates.toAdopt(before)
      if (existing) {
        const { adopting } = this.candidates
        // The program declares as many objects as it adopts.
        if (adopting === this.desired) await refuseIfDeclaredElsewhere(this.desired, existing)
        return adopt(adopting, existing)
      }
      const added = (created: CreateResult) => {
        snapshot.add(created.live)
        return created
      }
      // A service can still return an object for some time after it was deleted.
      const deleted = new Set<number | string>()
      const isNew = (live: object) =>
        Number(keyOf(definition, live)) > lastId &&
        !deleted.has(keyOf(definition, live)) &&
        this.candidates.isAsDeclared(live) &&
        this.candidates.isUnowned(live)
      const idsOf = (lives: object[]) => lives.map((live) => keyOf(definition, live)).join(', ')
      let lostSecrets = 0
      const found = async (live: object): Promise<CreateResult> => {
        if (!losesSecret(definition, live)) return added(await this.createdWithNewSecret(live))
        await deleteWithLostSecret(this.desired, live, ++lostSecrets === ATTEMPTS)
        deleted.add(keyOf(definition, live))
        return sendOnce(request)
      }
      const send = async () => added(this.claimed(await this.send()))
      const request: CreateRequest<object, CreateResult> = {
        send: retryingWhenReleased(this.desired, send, async () => {
          const [late] = (await this.list()).filter(isNew)
          return late && found(late)
        }),
        created: () => this.search(async () => (await this.list()).filter(isNew)),
        found,
        ambiguous: (created) =>
          new ResourceError(
            `${subject(definition, inputs)} may have been created, but the response was lost, and ${idsOf(created)} all match. ` +
              `No further request was sent. Adopt one with adoptId. Delete the others only if no resource owns them.`,
          ),
        warnOfLate: (created) =>
          connection.warn(
            `${subject(definition, inputs)} was sent again because the response was lost, and an identical object now ` +
              `exists that no resource is known to own (id ${idsOf(created)}). Unless another user or resource created it, delete it.`,
          ),
      }
      return sendOnce(request)
    })
  }

  private isDeleted(key: number): boolean {
    const { definition, connection, collection } = this.desired
    return connection.ownership.isDeleted(definition, { ...collection, key })
  }

  /** Adopts the one object that each parent has. */
  private async adoptOnly(): Promise<CreateResult> {
    const { definition, connection, collection } = this.desired
    const [only] = await listOwn(definition, connection, collection)
    if (!only) throw new InvalidResponse()
    await refuseIfDeclaredElsewhere(this.desired, only)
    return adopt(this.desired, only)
  }

  private async search<T>(read: () => Promise<T>, mayExist = true): Promise<T> {
    const { definition, connection, inputs } = this.desired
    return readResponse(connection, read).catch((error: unknown) => {
      throw mayExist ? outcomeUnknown(connection, definition, inputs, 'been created', error) : error
    })
  }

  private async adoptById(key: number): Promise<CreateResult> {
    const { definition, connection, collection, inputs } = this.desired
    const found = await find(definition, connection, { ...collection, key }, inputs)
    if (typeof found === 'string') {
      throw new ResourceError(
        `${subject(definition, inputs)} cannot be adopted: ${String(inputs[definition.identity.parent])} does not have one with id ${key}. ` +
          `Remove adoptId: ${key} to create one.`,
      )
    }
    const isSuccessor = found.outputs !== undefined
    return adopt({ ...this.desired, inputs: { ...inputs, onConflict: 'adopt' } }, found.live, isSuccessor)
  }

  private send(): Promise<object> {
    const { definition, connection, collection, inputs } = this.desired
    return sendCreate(definition, connection, collection, inputs, this.sent)
  }

  /** Claims an object that exists now. */
  private claimed(live: object): CreateResult {
    return claimed(this.desired, live, this.sent)
  }

  /** Sends arguments that no response shows again, because the object may have other values of them. */
  private async withConcealed(live: object): Promise<object> {
    const { definition, connection, inputs } = this.desired
    const changed = new Set(concealed(definition, live).filter((name) => this.sent.includes(name)))
    if (changed.size === 0) return live
    return sendUpdate(definition, connection, this.candidates.refOf(live), inputs, { inputs, changed, live })
  }

  /** Claims an object whose response was lost, and creates a new secret if the response contained one. */
  private async createdWithNewSecret(live: object): Promise<CreateResult> {
    const { definition, connection, collection, inputs } = this.desired
    if (!definition.rotation?.regenerateSecret) return this.claimed(live)
    const [fixed] = definition.rotation.replaceOn?.(inputs) ?? []
    if (fixed !== undefined)
      return { ...this.claimed(live), secretError: new Error(`The API cannot rotate its ${fixed}.`) }
    try {
      const at = objectParams(definition, { ...collection, key: keyOf(definition, live) })
      return this.claimed(await regenerateSecret(definition, connection, at, inputs))
    } catch (error) {
      return { ...this.claimed(live), secretError: error }
    }
  }

  private list() {
    const { definition, connection, collection } = this.desired
    return collectionOf(definition, connection, collection).all()
  }
}
