import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { NotFound } from '../../sdk'
import { declaredPart } from './check'
import { now } from './clock'
import type { Connection } from './connection'
import { Creation } from './create'
import type { Definition } from './define'
import { changes, unmet } from './diff'
import type { Adoption } from './adopt'
import { Estranged, explain, HalfDone, ResourceError, subject } from './errors'
import { find } from './find'
import { address, collectionOf, formatId, isShown, keyOf, locate, type Place, where, whereabouts } from './identity'
import { EmptyAnswer } from './lost'
import type { Holder } from './ledger'
import { hasMark, holderOf, inWords, OWNER, StillDeclared } from './ownership'
import { hasUnknown, type Json, show } from './plain'
import { dropRespelt, idOf, referencesOf, resolve, verifyReferences } from './references'
import { existing, sendUpdate } from './update'
import type { Declarer, Difference, Verbs } from './verbs'
import { computedValues, observed, sentFields } from './wire'

/** The verbs of one kind of object. */
export class Reconciler implements Verbs {
  constructor(
    private readonly definition: Definition,
    private readonly connection: Connection,
  ) {}

  async diff(id: string, olds: Json, news: Json, declarer?: Declarer): Promise<Difference> {
    const { definition, connection } = this
    this.verifyInstance(olds)
    const want = this.timely(olds, news)
    const changed = changes(definition, olds, want)
    await dropRespelt(definition, connection, olds, news, changed)
    const replaces = definition.replaceOn.filter((name) => changed.has(name))
    const place = locate(definition, id, olds)
    const holder = holding(olds, declarer)
    for (const one of [place, this.predecessorOf(olds)]) {
      if (one && replaces.length > 0) connection.ownership.replace(definition, one, olds, holder)
      else if (one && declarer) connection.ownership.keep(definition, one, news, holder)
    }
    if (changed.size === 0) return { changes: definition.stale?.(olds) ?? false }
    // The engine sees only what the program declares.
    if (unmet(changed, want, news).length === changed.size) return { changes: true }
    return { replaces, deleteBeforeReplace: replaces.length > 0 && definition.deleteBeforeReplace === true }
  }

  async create(inputs: Json, declarer: Declarer = {}): Promise<{ id: string; outs: Json }> {
    return this.make(inputs, {}, { mark: randomUUID(), ...declarer })
  }

  async foresee(olds: Json, inputs: Json, declarer: Declarer = {}): Promise<void> {
    const { definition, connection } = this
    const choice = inputs.onConflict ?? connection.settings.onConflict ?? 'fail'
    const mayAdopt = inputs.adoptId !== undefined || choice === 'adopt' || choice === 'adopt-if-equal'
    if (Object.keys(olds).length > 0 || !mayAdopt || hasUnknown(inputs)) return
    const ids = await resolve(definition, connection, inputs)
    const there = whereabouts(definition, inputs, ids)
    const holder = { mark: randomUUID(), ...declarer }
    const creation = new Creation(definition, connection, there, { ...inputs, ...ids }, holder)
    const plan = await creation.foresee().catch((error: unknown) => {
      if (!(error instanceof ResourceError)) throw error
      return { refusal: error.message } as Partial<Adoption>
    })
    if (!plan) return
    const { refusal, changes, rotates, place } = plan
    connection.ownership.tellAdoption(
      definition,
      refusal !== undefined ? 'refused' : changes || rotates ? 'some' : 'none',
    )
    const id = place ? ` (id ${formatId(place)})` : ''
    const how = [...(changes ? [changes] : []), ...(rotates ? ['its secret becomes a new one'] : [])].join('; ')
    if (refusal !== undefined) connection.inform(`The update would fail: ${refusal}`)
    else if (how) connection.inform(`${subject(definition, inputs)}${id} exists already and would be adopted: ${how}.`)
  }

  /** Makes an object: the first of a resource, or one that follows that of the state `olds`, whose id stays. */
  private async make(inputs: Json, olds: Json, holder: Holder, formerId?: string): Promise<{ id: string; outs: Json }> {
    const { definition, connection } = this
    const ids = await resolve(definition, connection, inputs)
    const there = whereabouts(definition, inputs, ids)
    const creation = new Creation(definition, connection, there, { ...inputs, ...ids }, holder, formerId !== undefined)
    const { live, inputs: own, asked, concealedBy } = await creation.run()
    const place = { ...there, key: keyOf(definition, live) }
    const id = formerId ?? formatId(place)
    this.wrote(place)
    const outs = this.outputs(place, { ...inputs, ...ids, ...own }, live, 'write', { ...olds, [OWNER]: holder })
    if (concealedBy !== undefined) {
      const reason = explain(connection, definition, 'create', inputs, concealedBy).message
      throw new HalfDone(
        `${reason} It exists (id ${id}), but its secret was lost on the way: run "pulumi up" again.`,
        id,
        {
          ...outs,
          ...definition.concealed,
        },
      )
    }
    return { id, outs: await this.completed(id, place, asked, outs, live) }
  }

  async read(id: string, props: Json): Promise<{ props: Json; inputs: Json } | undefined> {
    const { definition, connection } = this
    this.verifyInstance(props)
    const place = locate(definition, id, props)
    const found = await find(definition, connection, place, props, 'shared')
    if (found === 'gone') return undefined
    connection.ownership.noteState(definition, place, props)
    if (found === 'expired') {
      this.warnOfEnd(id, props)
      return { props, inputs: declaredPart(definition, props) }
    }
    const values = { ...where(definition, place), ...props, ...observed(definition, found.live, props) }
    if (definition.expired?.(values, now())) this.warnOfEnd(id, values)
    const outs = this.outputs(place, values, found.live, 'read', props)
    // Reading shows no secret that nobody knew before: only a write does.
    const concealed = definition.stale?.(props) ? definition.concealed : {}
    return { props: { ...outs, ...concealed, ...found.outputs }, inputs: declaredPart(definition, values) }
  }

  /** What is declared, where time decides over some of it: by the days that the state has, which may be adopted. */
  private timely(olds: Json, news: Json): Json {
    const { timed } = this.definition
    return timed && !hasUnknown(news) ? { ...news, ...timed(news as never, olds as never, now()) } : news
  }

  async update(id: string, former: Json, declared: Json, declarer: Declarer = {}): Promise<{ outs: Json }> {
    const { definition, connection } = this
    this.verifyInstance(former)
    const news = this.timely(former, declared)
    const holder = holding(former, declarer)
    const olds = { ...former, [OWNER]: hasMark(former) ? holder : { ...holder, mark: randomUUID() } }
    let place = locate(definition, id, olds)
    await verifyReferences(definition, connection, olds, news)
    let changed = changes(definition, olds, news)
    for (const name of referencesOf(definition)) changed.delete(name)
    const { succession } = definition
    if (succession?.begins(news, changed, olds)) return this.succeed(id, olds, news, holder)
    const released = await this.releasePredecessor(olds, news, holder)
    const due = definition.stale?.(olds) ?? false
    let live: object = {}
    if (definition.fetchFirst || changed.size === 0) {
      live = await existing(definition, connection, place, olds)
      place = { ...place, key: keyOf(definition, live) }
      // Pulumi repeats an update that failed half-way even when the state has caught up since.
      if (changed.size === 0) {
        changed = new Set(unmet(sentFields(definition), news, observed(definition, live, { ...olds, ...news })))
      }
    }
    const sent = sentFields(definition).filter((name) => changed.has(name))
    if (sent.length > 0 || due) {
      live = await sendUpdate(definition, connection, place, olds, { want: news, changed: new Set(sent), live })
      this.wrote(place)
    }
    // The operation knows the resource by the mark that its state had.
    if (!hasMark(former)) {
      connection.ownership.giveUp(definition, place, holder)
      connection.ownership.hold(definition, place, news, olds[OWNER])
    }
    const outs = this.outputs(place, news, live, 'write', { ...olds, ...released })
    return { outs: await this.completed(id, place, sent, outs, live) }
  }

  /** Makes the object that follows the state's, which goes on beside it. */
  private async succeed(id: string, olds: Json, news: Json, holder: Holder): Promise<{ outs: Json }> {
    const { definition } = this
    // Only one goes on: whoever had been followed before has had his time.
    const released = await this.releasePredecessor(olds, news, holder, true)
    const { adoptId, ...inputs } = news
    const { key } = locate(definition, id, olds)
    const former = { ...olds, ...released, [String(definition.succession?.predecessor)]: key }
    const { outs } = await this.make(inputs, former, olds[OWNER] as Holder, id)
    return { outs: { ...outs, ...(adoptId !== undefined && { adoptId }) } }
  }

  /** The object that was followed, while it goes on. */
  private predecessorOf(state: Json): Place | undefined {
    const { definition } = this
    const key = definition.succession && state[definition.succession.predecessor]
    if (key == null) return undefined
    return { ...locate(definition, `0/${String(key)}`, {}), parent: Number(state[idOf(definition.parent)]) }
  }

  /** Ends the object that was followed, once its time is over; answers what the state has to say of it then. */
  private async releasePredecessor(olds: Json, news: Json, holder: Holder, now = false): Promise<Json> {
    const { definition, connection } = this
    const { succession } = definition
    const place = this.predecessorOf(olds)
    if (!succession || !place || !(now || succession.isOver(news as never))) return {}
    // What the state knows beside is of the one that goes on.
    const values = declaredPart(definition, olds)
    try {
      const other = await connection.ownership.release(definition, place, values, holder)
      if (other) this.warnOfOther(formatId(place), values, other)
      else await this.deleteAt(place, values, holder)
    } catch (error) {
      if (!(error instanceof StillDeclared)) throw error
      // The next update tries again.
      connection.warn(error.message)
      return {}
    }
    return { [succession.predecessor]: null }
  }

  async delete(id: string, props: Json): Promise<void> {
    const { definition, connection } = this
    this.verifyInstance(props)
    const holder = holderOf(props)
    let place = locate(definition, id, props)
    const other = await connection.ownership.release(definition, place, props, holder)
    if (other) {
      this.warnOfOther(id, props, other)
      return this.warnOfPredecessor(props)
    }
    await this.releasePredecessor(props, props, holder, true)
    if (!definition.delete) {
      connection.warn(`${subject(definition, props)} (id ${id}) stays: the service has no way to delete it.`)
      return
    }
    if (definition.fetchFirst) {
      const found = await find(definition, connection, place, props, 'recent').catch((error: unknown) => {
        if (!(error instanceof Estranged)) throw error
        connection.warn(`${error.reason} It stays as it is.`)
        return 'gone' as const
      })
      if (typeof found === 'string') return
      const key = keyOf(definition, found.live)
      if (key !== place.key) {
        place = { ...place, key }
        const holderOfHeir = await connection.ownership.release(definition, place, props, holder)
        if (holderOfHeir) return this.warnOfOther(formatId(place), props, holderOfHeir)
      }
    }
    await this.deleteAt(place, props, holder)
  }

  /** Leaves the object of a state to whoever wants it. */
  retain(id: string, props: Json): void {
    this.connection.ownership.giveUp(this.definition, locate(this.definition, id, props), holderOf(props))
  }

  private warnOfOther(id: string, props: Json, other: Holder): void {
    this.connection.warn(`${subject(this.definition, props)} (id ${id}) stays: ${inWords(other.name)} has it.`)
  }

  /** The resource that took an object over knows nothing of the one that it followed. */
  private warnOfPredecessor(props: Json): void {
    const { definition, connection } = this
    const place = this.predecessorOf(props)
    if (!place) return
    connection.warn(
      `${subject(definition, props)}: the one before it (id ${formatId(place)}) stays, too, until its own end. ` +
        `No resource has it from now on: delete it when it is not used any more.`,
    )
  }

  /** What is gone already needs no deleting. */
  private async deleteAt(place: Place, props: Json, holder: Holder): Promise<void> {
    const { definition, connection } = this
    try {
      await this.sendDelete(place, props)
    } catch (error) {
      connection.ownership.giveUp(definition, place, holder)
      throw error
    }
  }

  private async sendDelete(place: Place, props: Json): Promise<void> {
    const { definition, connection } = this
    try {
      const answer = await definition.delete?.(connection.api, address(definition, place))
      // Who has something else to say may not be the service.
      if (answer !== undefined && !isShown(definition, answer)) throw new EmptyAnswer()
    } catch (error) {
      if (!(error instanceof EmptyAnswer) && (!NotFound.is(error) || error.routeMissing)) throw error
      this.wrote(place)
      if (typeof (await find(definition, connection, place, props)) !== 'string') throw error
    }
    this.wrote(place)
  }

  /** What state holds: what was declared, what the service computed, and where the object lives. */
  private outputs({ parent }: Place, inputs: Json, live: object, answer: 'read' | 'write', olds: Json): Json {
    const { definition, connection } = this
    const kept = Object.keys(definition.output).filter((name) => name in olds)
    return {
      ...inputs,
      ...(definition.succession && { [definition.succession.predecessor]: null }),
      ...Object.fromEntries(kept.map((name) => [name, olds[name]])),
      ...computedValues(definition, live, answer),
      [`${definition.parent}Id`]: parent,
      instance: connection.instance,
      ...(hasMark(olds)
        ? { [OWNER]: olds[OWNER] }
        : typeof olds.adopted === 'string' && { [OWNER]: { mark: olds.adopted } }),
    }
  }

  private warnOfEnd(id: string, values: Json): void {
    this.connection.warn(
      `${subject(this.definition, values)} (id ${id}) has expired, as declared: declare a later day to go on.`,
    )
  }

  /** What a write is followed by. From here on the object exists: whatever fails, the state has to know it. */
  private async completed(id: string, place: Place, asked: Iterable<string>, outs: Json, live: object): Promise<Json> {
    const { definition, connection } = this
    const seen = observed(definition, live, outs)
    const dropped = unmet(asked, outs, seen)
    if (dropped.length > 0) {
      const list = dropped.map((name) => notTaken(definition, name, outs[name], seen[name])).join('; ')
      const reason = `${subject(definition, outs)} exists (id ${id}), but the service did not take ${list}.`
      throw new HalfDone(reason, id, { ...outs, ...seen })
    }
    if (!definition.details) return outs
    try {
      const more = await definition.details(connection.api, address(definition, place), outs)
      const computed = computedValues(definition, more, 'write')
      if (Object.keys(computed).length === 0) throw new EmptyAnswer()
      return { ...outs, ...computed }
    } catch (error) {
      throw new HalfDone(explain(connection, definition, 'read', outs, error).message, id, outs)
    }
  }

  private verifyInstance(values: Json): void {
    this.connection.verifyInstance(values.instance, subject(this.definition, values))
  }

  private wrote(place: Place): void {
    this.connection.snapshots.wrote(collectionOf(this.definition, place), place.key)
  }
}

/** The resource of a state, under the name by which a program declares it now. */
function holding(state: Json, declarer?: Declarer): Holder {
  const holder = holderOf(state)
  return { ...holder, name: declarer?.name ?? holder.name }
}

/** What the service has in the place of what it was asked for. */
function notTaken(definition: Definition, name: string, asked: unknown, seen: unknown): string {
  const field = definition.input[name]
  const why = definition.reasons?.[name]
  const because = why ? ` (${why})` : ''
  if (field?.secret) return name + because
  if (Array.isArray(asked) && Array.isArray(seen)) {
    const missing = asked.filter((entry) => !seen.some((other) => isDeepStrictEqual(entry, other)))
    if (missing.length > 0) return `${name}: ${missing.map(show).join(', ')} is missing${because}`
  }
  return `${name}: asked for ${show(asked)}, it has ${show(seen)}${because}`
}
