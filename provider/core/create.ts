import { ApiError, Conflict } from '../../sdk'
import { adopt, type Established } from './adopt'
import type { Connection } from './connection'
import type { Definition } from './define'
import { changes, unmet } from './diff'
import { inDoubt, ResourceError, subject } from './errors'
import { find, isTwin, listed, listOwn } from './find'
import { address, collectionOf, isShown, keyOf, objectOf, where, type Whereabouts } from './identity'
import { EmptyAnswer, isLost, lookUp } from './lost'
import type { Json } from './plain'
import { reveal } from './update'
import { observed, sentFields, showsSecrets, toWire } from './wire'

/** How often a create whose answer was lost is sent, each time after the service was seen not to have the object. */
const ATTEMPTS = 3

/** An object is new if its id is above those of a list no older than this: what others made meanwhile could pass for ours. */
const MARK_AGE_MS = 10_000

/** How many equals a warning names. */
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
  ) {
    const changed = changes(definition, {}, inputs)
    const names = new Set([...changed, ...(definition.sendWith?.('create', changed) ?? [])])
    this.asked = sentFields(definition).filter((name) => names.has(name))
  }

  run(): Promise<Established> {
    const { adoptId } = this.inputs
    // What a resource once adopted, and now replaces, is not what it wants.
    if (typeof adoptId === 'number' && !this.connection.claims.isReplaced(this.objectOf(adoptId))) {
      return this.adoptById(adoptId)
    }
    return this.definition.naturalKey ? this.makeByKey() : this.makeByMark()
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
        if (twin) return adopt(definition, connection, there, inputs, twin)
        if (!lostAnswer || attempt === ATTEMPTS) throw error
      }
    }
  }

  /**
   * Where the service allows twins, a lost answer is looked up by what is new: equal in all fields, with an id above
   * those that were there before, and nobody's. Equal creates wait for each other, or they could not be told apart.
   */
  private makeByMark(): Promise<Established> {
    const { definition, connection, there, inputs } = this
    const collection = collectionOf(definition, there)
    const seen = JSON.stringify(toWire(definition, inputs, sentFields(definition)))
    return connection.turns.take(`${collection} ${seen}`, async () => {
      const before = await connection.listings.all(`${collection} before a create`, () => this.list(), MARK_AGE_MS)
      const mark = Math.max(0, ...before.map((live) => Number(keyOf(definition, live))))
      this.mention(before)
      const isNew = (live: object) => Number(keyOf(definition, live)) > mark && this.isEqual(live) && this.isFree(live)
      const newcomers = () => this.lookFor(async () => (await this.list()).filter(isNew))
      for (let attempt = 1; ; attempt++) {
        try {
          const made = this.made(await this.send())
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
          if (made[0]) return this.revealed(made[0])
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
    return adopt(definition, connection, there, { ...inputs, onConflict: 'adopt' }, found.live, isHeir)
  }

  private async send(): Promise<object> {
    const { definition, connection, there, inputs } = this
    const body = toWire(definition, inputs, this.asked)
    const live = await definition.create(connection.api, where(definition, there), body, inputs)
    if (!isShown(definition, live) || !showsSecrets(definition, live)) throw new EmptyAnswer()
    return live
  }

  private made(live: object): Established {
    this.connection.claims.hold(this.objectOf(keyOf(this.definition, live)))
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

  /** Tells of objects that look like the one to be made: perhaps one was meant, or made by a process that was killed. */
  private mention(before: object[]): void {
    const { definition, inputs } = this
    const equal = before.filter((live) => this.isEqual(live) && this.isFree(live) && !this.isReplaced(live))
    if (equal.length === 0) return
    const keys = equal.map((live) => Number(keyOf(definition, live))).sort((one, other) => other - one)
    const [newest] = keys
    const list = keys.slice(0, NAMED).join(', ') + (keys.length > NAMED ? ' …' : '')
    const [exists, that] = keys.length === 1 ? ['an equal one exists', 'that one'] : ['equal ones exist', 'the newest']
    this.connection.warn(
      `${subject(definition, inputs)}: ${exists} already (id ${list}), and one more is made. ` +
        `To take ${that} over instead, add adoptId: ${newest}.`,
    )
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
    return !this.connection.claims.isHeld(this.objectOf(keyOf(this.definition, live)))
  }

  private isReplaced(live: object): boolean {
    return this.connection.claims.isReplaced(this.objectOf(keyOf(this.definition, live)))
  }

  private objectOf(key: number | string): string {
    return objectOf(this.definition, { ...this.there, key })
  }
}

/** Whether the service refused a name that is in use. */
function isTaken(error: unknown): boolean {
  return Conflict.is(error) || (ApiError.is(error) && /already (been taken|attached)/.test(error.serverMessage))
}
