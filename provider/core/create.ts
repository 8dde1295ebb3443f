import { ApiError, Conflict } from '../../sdk'
import { adopt, type Adoption, type Established, planAdoption } from './adopt'
import type { OnTwin } from './check'
import type { Connection } from './connection'
import type { Definition } from './define'
import { changes, unmet } from './diff'
import { inDoubt, ResourceError, subject } from './errors'
import { find, isTwin, listed, listOwn, snapshotOf } from './find'
import { address, collectionOf, isShown, keyOf, type Place, where, type Whereabouts } from './identity'
import type { Holder } from './ledger'
import { EmptyAnswer, isLost, lookUp } from './lost'
import { naturalKeyOf } from './natural-key'
import { inWords } from './ownership'
import type { Json } from './plain'
import { reveal } from './update'
import { observed, sentFields, showsSecrets, toWire } from './wire'

/** How often a create whose answer was lost is sent, each time after the service was seen not to have the object. */
const ATTEMPTS = 3

/** An object is new if its id is above those of a list no older than this: what others made meanwhile could pass for ours. */
const MARK_AGE_MS = 10_000

/** How many equals an error names. */
const NAMED = 10

/** Makes an object, or finds it made: by a request whose answer was lost, or by someone else. */
export class Creation {
  /** The arguments that are sent: those that are not the default anyway, and what the service wants to hear. */
  private readonly asked: readonly string[]

  constructor(
    private readonly definition: Definition,
    private readonly connection: Connection,
    private readonly there: Whereabouts,
    private readonly inputs: Json,
    private readonly holder: Holder,
    /** The object follows one of the same resource, which goes on beside it for some time. */
    private readonly follows = false,
  ) {
    const changed = changes(definition, {}, inputs)
    const names = new Set([...changed, ...(definition.sendWith?.('create', changed) ?? [])])
    this.asked = sentFields(definition).filter((name) => names.has(name))
  }

  run(): Promise<Established> {
    const { adoptId } = this.inputs
    // What a resource once adopted, and now replaces, is not what it wants.
    if (typeof adoptId === 'number' && !this.isReplaced(adoptId)) {
      return this.adoptById(adoptId)
    }
    return this.definition.allowsTwins ? this.makeByMark() : this.makeByKey()
  }

  /**
   * Works out, by reading alone, what the program would take over; undefined where it would not, or what exists is not
   * known.
   *
   * @throws ResourceError where the program has to say which.
   */
  async foresee(): Promise<Adoption | undefined> {
    const { definition, connection, there, inputs } = this
    const { adoptId } = inputs
    const items = (await snapshotOf(definition, connection, there).all()).filter(
      (live) => definition.ours?.(live) ?? true,
    )
    const plan = (twin: object | undefined, more: Json = {}) =>
      twin && planAdoption(definition, connection, there, { ...inputs, ...more }, twin)
    if (typeof adoptId === 'number') {
      return plan(
        items.find((live) => keyOf(definition, live) === adoptId),
        { onConflict: 'adopt' },
      )
    }
    if (definition.allowsTwins) return plan(await this.twinToAdopt(items))
    return plan(items.find((live) => isTwin(definition, inputs, live)))
  }

  /** Where the service refuses a second object of the same name, a lost answer is looked up by that name. */
  private async makeByKey(): Promise<Established> {
    const { definition, connection, there, inputs, asked } = this
    let doubt = false
    for (let attempt = 1; ; attempt++) {
      try {
        return this.made(await this.send())
      } catch (error) {
        const lostAnswer = isLost(error)
        doubt ||= lostAnswer
        if (!lostAnswer && !isTaken(error)) throw error
        const items = await this.lookFor(() => listOwn(definition, connection, there), lostAnswer)
        const twin = items.find((live) => isTwin(definition, inputs, live))
        if (doubt && twin && unmet(asked, inputs, observed(definition, twin, inputs)).length === 0) {
          return this.made(twin)
        }
        if (twin) return adopt(definition, connection, there, inputs, twin, this.holder)
        if (!lostAnswer || attempt === ATTEMPTS) throw error
      }
    }
  }

  /**
   * Where the service allows twins, a lost answer is looked up by what is new: equal in all fields, with an id above
   * those that were there before, and nobody's. Alike creates wait for each other, or they could not be told apart.
   */
  private makeByMark(): Promise<Established> {
    const { definition, connection, there, inputs } = this
    const collection = collectionOf(definition, there)
    return connection.turns.take(`${collection} ${JSON.stringify(naturalKeyOf(definition, inputs))}`, async () => {
      const before = await connection.listings.all(`${collection} before a create`, () => this.list(), MARK_AGE_MS)
      const mark = Math.max(0, ...before.map((live) => Number(keyOf(definition, live))))
      if (this.follows) this.refuseFollower(before)
      const twin = this.follows ? undefined : await this.twinToAdopt(before)
      if (twin) return adopt(definition, connection, there, inputs, twin, this.holder)
      const known = (made: Established) => {
        before.push(made.live)
        return made
      }
      const isNew = (live: object) => Number(keyOf(definition, live)) > mark && this.isEqual(live) && this.isFree(live)
      const newcomers = () => this.lookFor(async () => (await this.list()).filter(isNew))
      for (let attempt = 1; ; attempt++) {
        try {
          const made = known(this.made(await this.send()))
          if (attempt > 1) this.warnOfLate(await newcomers().catch(() => []))
          return made
        } catch (error) {
          if (!isLost(error)) throw error
          const made = await newcomers()
          if (made.length > 1) {
            const ids = made.map((live) => keyOf(definition, live)).join(', ')
            throw new ResourceError(
              `${subject(definition, inputs)} may have been created, but its answer was lost, and ${ids} look alike. ` +
                `Nothing more was sent. Delete those that are not wanted, or take one over with adoptId.`,
            )
          }
          if (made[0]) return known(await this.revealed(made[0]))
          if (attempt === ATTEMPTS) throw error
        }
      }
    })
  }

  private async lookFor<T>(look: () => Promise<T>, isDoubtful = true): Promise<T> {
    const { definition, connection, inputs } = this
    return lookUp(connection, look).catch((error: unknown) => {
      throw isDoubtful ? inDoubt(connection, definition, inputs, 'been created', error) : error
    })
  }

  private async adoptById(key: number): Promise<Established> {
    const { definition, connection, there, inputs } = this
    const found = await find(definition, connection, { ...there, key }, inputs)
    if (typeof found === 'string') {
      throw new ResourceError(
        `${subject(definition, inputs)} cannot be adopted: ${String(inputs[definition.parent])} has none with id ${key}. ` +
          `Take the line adoptId: ${key} out of the program to create one.`,
      )
    }
    const isHeir = found.outputs !== undefined
    return adopt(definition, connection, there, { ...inputs, onConflict: 'adopt' }, found.live, this.holder, isHeir)
  }

  private async send(): Promise<object> {
    const { definition, connection, there, inputs } = this
    const body = toWire(definition, inputs, this.asked)
    const live = await definition.create(connection.api, where(definition, there), body, inputs)
    if (!isShown(definition, live) || !showsSecrets(definition, live)) throw new EmptyAnswer()
    return live
  }

  private made(live: object): Established {
    const { definition, connection, inputs, holder } = this
    connection.ownership.hold(definition, this.placeOf(live), inputs, holder)
    return { live, asked: this.asked }
  }

  /** An object whose answer was lost. What that showed, and no other would, the service is made to show anew. */
  private async revealed(live: object): Promise<Established> {
    const { definition, connection, there, inputs } = this
    if (!definition.reveal) return this.made(live)
    try {
      const at = address(definition, { ...there, key: keyOf(definition, live) })
      return this.made(await reveal(definition, connection, at, inputs))
    } catch (error) {
      return { ...this.made(live), concealedBy: error }
    }
  }

  /**
   * The object to take over, of those that have the natural key already; undefined where one more is to be made.
   *
   * @throws ResourceError where the program has to say which, or that it wants several.
   */
  private async twinToAdopt(before: object[]): Promise<object | undefined> {
    const { definition, connection, there, inputs, holder } = this
    const { ownership } = connection
    // One that took the place of what the resource replaces goes with that.
    const heirs = ownership.statesReplacedBy(holder).map((state) => definition.heir?.(state, before)?.live)
    const alike: object[] = []
    for (const live of before.filter((one) => isTwin(definition, inputs, one))) {
      const former = ownership.holderOf(definition, this.placeOf(live))
      // What the resource replaces goes when the new one is there.
      const isOwn = former && former.mark !== holder.mark && former.name !== undefined && former.name === holder.name
      if (isOwn || heirs.includes(live) || this.isReplaced(keyOf(definition, live))) continue
      if (await this.isForeign(live)) continue
      alike.push(live)
    }
    if (alike.length === 0) return undefined
    const what = subject(definition, inputs)
    const held = alike.filter((live) => !this.isFree(live))
    const free = alike.filter((live) => this.isFree(live))
    const choice = (inputs.onConflict ?? connection.settings.onConflict ?? 'fail') as OnTwin
    if (choice === 'create') {
      const declared = await ownership.countDeclared(definition, there, inputs)
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
  private refuseFollower(before: object[]): void {
    const { definition, inputs } = this
    const made = before.filter((live) => isTwin(definition, inputs, live) && this.isEqual(live) && this.isFree(live))
    if (made.length === 0) return
    throw new ResourceError(
      `${subject(definition, inputs)}: the one that is to follow exists already (id ${this.idsOf(made)}), and no resource ` +
        `has it: an update that was killed may have made it. Delete it, and run "pulumi up" again.`,
    )
  }

  private idsOf(lives: object[]): string {
    const keys = lives.map((live) => Number(keyOf(this.definition, live))).sort((one, other) => other - one)
    return keys.slice(0, NAMED).join(', ') + (keys.length > NAMED ? ', …' : '')
  }

  /** Whether an object is another user's: it was not made by an earlier run of this program. */
  private async isForeign(live: object): Promise<boolean> {
    const { definition, connection } = this
    if (!definition.isForeign) return false
    const { username } = await connection.currentUser()
    return definition.isForeign(live, username)
  }

  /** Tells of what an earlier attempt, looked for in vain, seems to have made after all. */
  private warnOfLate(made: object[]): void {
    if (made.length === 0) return
    const { definition, connection, inputs } = this
    const ids = made.map((live) => keyOf(definition, live)).join(', ')
    connection.warn(
      `${subject(definition, inputs)} was sent again when its answer was lost, and there is an equal one now that the ` +
        `program does not hold (id ${ids}): unless somebody else has just made it, delete it.`,
    )
  }

  private list() {
    return listed(this.definition, this.connection, this.there).all()
  }

  private isEqual(live: object): boolean {
    const { definition, inputs } = this
    const seen = observed(definition, live, inputs)
    return !definition.ended?.(live) && unmet(sentFields(definition), inputs, seen).length === 0
  }

  private isFree(live: object): boolean {
    return this.connection.ownership.holderOf(this.definition, this.placeOf(live)) === undefined
  }

  private isReplaced(key: number | string): boolean {
    return this.connection.ownership.isReplaced(this.definition, { ...this.there, key })
  }

  private placeOf(live: object): Place {
    return { ...this.there, key: keyOf(this.definition, live) }
  }
}

const remedyOf = (free: object[]) =>
  free.length === 0
    ? 'Delete one of them, or declare fewer.'
    : 'To take one of them over, add adoptId: with its id; delete those that are not wanted.'

/** Whether the service refused a name that is in use. */
function isTaken(error: unknown): boolean {
  return Conflict.is(error) || (ApiError.is(error) && /already (been taken|attached)/.test(error.serverMessage))
}
