import { InvalidResponse } from '../schema/invalid-response'
import { objectParams, collectionName, formatId, showsObject, keyOf, collectionParams } from '../schema/identity'
import { naturalKeyOf } from '../schema/natural-key'
import type { Json } from '../schema/json'
import { subject } from '../schema/subject'
import { observed, sentFields, showsSecrets, toWire } from '../schema/wire'
import { outcomeUnknown } from '../service/explain'
import { isLost, lookUp } from '../service/lost'
import { ResourceError } from '../service/resource-error'
import { inWords } from '../service/resource-names'
import { adopt, type Adoption, type Established, planAdoption } from './adopt'
import { Candidates } from './candidates'
import { matchesNaturalKey, listed, listOwn, snapshotOf } from './collection'
import { type DesiredObject, isReplaced } from './desired-object'
import { changes, differingNames } from './diff'
import { warnOfDuplicates } from './duplicates'
import { find } from './find'
import { sendOnce } from './send-once'
import { isTaken, moveAside } from './taken-name'
import { regenerateSecret } from './update'

/** How often a create whose answer was lost is sent, each time after the service was seen not to have the object. */
const ATTEMPTS = 3

/** An object is new if its id is above those of a list no older than this: what others made meanwhile could pass for ours. */
const MARK_AGE_MS = 10_000

/** Makes an object, or finds it made: by a request whose answer was lost, or by someone else. */
export class Creator {
  /** The arguments that are sent: those that are not the default anyway, and what the service wants to hear. */
  private readonly asked: readonly string[]
  private readonly candidates: Candidates

  constructor(
    private readonly desired: DesiredObject,
    /** The object follows one of the same resource, which goes on beside it for some time. */
    private readonly follows = false,
  ) {
    const { definition, inputs } = desired
    this.candidates = new Candidates(desired)
    const changed = changes(definition, {}, inputs)
    const names = new Set([...changed, ...(definition.api.sendWith?.('create', changed) ?? [])])
    this.asked = sentFields(definition).filter((name) => names.has(name))
  }

  run(): Promise<Established> {
    const { adoptId } = this.desired.inputs
    // What a resource once adopted, and now replaces, is not what it wants.
    if (typeof adoptId === 'number' && !isReplaced(this.desired, adoptId)) {
      return this.adoptById(adoptId)
    }
    return this.desired.definition.identity.allowsDuplicates ? this.makeByMark() : this.makeByKey()
  }

  /**
   * Works out, by reading alone, what the program would take over; undefined where it would not, or what exists is not
   * known.
   *
   * @throws ResourceError where the program has to say which.
   */
  async plan(): Promise<Adoption | undefined> {
    const { definition, connection, collection, inputs } = this.desired
    const { adoptId } = inputs
    const items = (await snapshotOf(definition, connection, collection).all()).filter(
      (live) => definition.existence?.isOwned?.(live) ?? true,
    )
    const plan = (twin: object | undefined, more: Json = {}) =>
      twin && planAdoption({ ...this.desired, inputs: { ...inputs, ...more } }, twin)
    if (typeof adoptId === 'number') {
      return plan(
        items.find((live) => keyOf(definition, live) === adoptId),
        { onConflict: 'adopt' },
      )
    }
    if (definition.identity.allowsDuplicates) return plan(await this.candidates.toAdopt(items))
    return plan(items.find((live) => matchesNaturalKey(definition, inputs, live)))
  }

  /** Where the service refuses a second object of the same name, a lost answer is looked up by that name. */
  private async makeByKey(): Promise<Established> {
    const { definition, connection, collection, inputs } = this.desired
    let doubt = false
    for (let attempt = 1; ; attempt++) {
      try {
        return this.made(await this.send())
      } catch (error) {
        const lostAnswer = isLost(error)
        doubt ||= lostAnswer
        if (!lostAnswer && !isTaken(error)) throw error
        const items = await this.lookFor(() => listOwn(definition, connection, collection), lostAnswer)
        const twin = items.find((live) => matchesNaturalKey(definition, inputs, live))
        if (doubt && twin && differingNames(this.asked, inputs, observed(definition, twin, inputs)).length === 0) {
          warnOfDuplicates(definition, connection, inputs, twin, items)
          return this.made(twin)
        }
        if (twin && attempt < ATTEMPTS && (await moveAside(this.desired, twin))) continue
        if (twin) {
          await this.refuseRival(twin)
          return adopt(this.desired, twin)
        }
        // The object that had the name has been renamed.
        const isFree = !lostAnswer && connection.ownership.isFreed(definition, collection, inputs)
        if ((!lostAnswer && !isFree) || attempt === ATTEMPTS) throw error
      }
    }
  }

  /**
   * Where the service allows twins, a lost answer is looked up by what is new: equal in all fields, with an id above
   * those that were there before, and nobody's. Alike creates wait for each other, or they could not be told apart.
   */
  private makeByMark(): Promise<Established> {
    const { definition, connection, collection, inputs } = this.desired
    const name = collectionName(definition, collection)
    return connection.locks.run(`${name} ${JSON.stringify(naturalKeyOf(definition, inputs))}`, async () => {
      const snapshot = connection.snapshots.of(
        `${name} before a create`,
        () => listed(definition, connection, collection),
        (live) => keyOf(definition, live),
        { maxAgeMs: MARK_AGE_MS },
      )
      const before = await snapshot.all()
      const mark = Math.max(0, ...before.map((live) => Number(keyOf(definition, live))))
      if (this.follows) this.candidates.refuseFollower(before)
      const twin = this.follows ? undefined : await this.candidates.toAdopt(before)
      if (twin) {
        await this.refuseRival(twin)
        return adopt(this.desired, twin)
      }
      const added = (made: Established) => {
        snapshot.add(made.live)
        return made
      }
      const isNew = (live: object) =>
        Number(keyOf(definition, live)) > mark && this.candidates.isEqual(live) && this.candidates.isFree(live)
      const idsOf = (lives: object[]) => lives.map((live) => keyOf(definition, live)).join(', ')
      return sendOnce<object, Established>({
        send: async () => added(this.made(await this.send())),
        created: () => this.lookFor(async () => (await this.list()).filter(isNew)),
        found: async (live) => added(await this.revealed(live)),
        ambiguous: (created) =>
          new ResourceError(
            `${subject(definition, inputs)} may have been created, but its answer was lost, and ${idsOf(created)} look alike. ` +
              `Nothing more was sent. Delete those that are not wanted, or take one over with adoptId.`,
          ),
        warnOfLate: (created) =>
          connection.warn(
            `${subject(definition, inputs)} was sent again when its answer was lost, and there is an equal one now that ` +
              `the program does not hold (id ${idsOf(created)}): unless somebody else has just made it, delete it.`,
          ),
      })
    })
  }

  /** An object that another resource declares, too, may be that one's already: then it stays in the program. */
  private async refuseRival(live: object): Promise<void> {
    const { definition, connection, inputs, holder } = this.desired
    const ref = this.candidates.placeOf(live)
    const rival = await connection.ownership.rivalOf(definition, ref, inputs, holder)
    if (rival === undefined) return
    throw new ResourceError(
      `${subject(definition, inputs)} (id ${formatId(ref)}) is declared by ${inWords(rival)}, too: keep one of them.`,
    )
  }

  private async lookFor<T>(look: () => Promise<T>, isDoubtful = true): Promise<T> {
    const { definition, connection, inputs } = this.desired
    return lookUp(connection, look).catch((error: unknown) => {
      throw isDoubtful ? outcomeUnknown(connection, definition, inputs, 'been created', error) : error
    })
  }

  private async adoptById(key: number): Promise<Established> {
    const { definition, connection, collection, inputs } = this.desired
    const found = await find(definition, connection, { ...collection, key }, inputs)
    if (typeof found === 'string') {
      throw new ResourceError(
        `${subject(definition, inputs)} cannot be adopted: ${String(inputs[definition.identity.parent])} has none with id ${key}. ` +
          `Take the line adoptId: ${key} out of the program to create one.`,
      )
    }
    const isSuccessor = found.outputs !== undefined
    return adopt({ ...this.desired, inputs: { ...inputs, onConflict: 'adopt' } }, found.live, isSuccessor)
  }

  private async send(): Promise<object> {
    const { definition, connection, collection, inputs } = this.desired
    const body = toWire(definition, inputs, this.asked)
    const live = await definition.api.create(connection.api, collectionParams(definition, collection), body, inputs)
    if (!showsObject(definition, live) || !showsSecrets(definition, live)) throw new InvalidResponse()
    return live
  }

  private made(live: object): Established {
    const { definition, connection, inputs, holder } = this.desired
    connection.ownership.hold(definition, this.candidates.placeOf(live), inputs, holder)
    return { live, asked: this.asked }
  }

  /** An object whose answer was lost. What that showed, and no other would, the service is made to show anew. */
  private async revealed(live: object): Promise<Established> {
    const { definition, connection, collection, inputs } = this.desired
    if (!definition.rotation?.regenerateSecret) return this.made(live)
    try {
      const at = objectParams(definition, { ...collection, key: keyOf(definition, live) })
      return this.made(await regenerateSecret(definition, connection, at, inputs))
    } catch (error) {
      return { ...this.made(live), concealedBy: error }
    }
  }

  private list() {
    const { definition, connection, collection } = this.desired
    return listed(definition, connection, collection).all()
  }
}
