import { isDeepStrictEqual } from 'node:util'
import { NotFound } from '../../sdk'
import { declaredPart } from './check'
import { now } from './clock'
import type { Connection } from './connection'
import { Creation } from './create'
import type { Definition } from './define'
import { changes, unmet } from './diff'
import { explain, HalfDone, subject } from './errors'
import { find } from './find'
import {
  address,
  collectionOf,
  formatId,
  isShown,
  keyOf,
  locate,
  objectOf,
  type Place,
  where,
  whereabouts,
} from './identity'
import { EmptyAnswer } from './lost'
import { type Json, show } from './plain'
import { dropRespelt, idOf, referencesOf, resolve, verifyReferences } from './references'
import { existing, sendUpdate } from './update'
import type { Difference, Verbs } from './verbs'
import { computedValues, observed, sentFields } from './wire'

/** The verbs of one kind of object. */
export class Reconciler implements Verbs {
  constructor(
    private readonly definition: Definition,
    private readonly connection: Connection,
  ) {}

  async diff(id: string, olds: Json, news: Json, declared: boolean): Promise<Difference> {
    const { definition, connection } = this
    this.verifyInstance(olds)
    const changed = changes(definition, olds, news)
    await dropRespelt(definition, connection, olds, news, changed)
    const replaces = definition.replaceOn.filter((name) => changed.has(name))
    const object = objectOf(definition, locate(definition, id, olds))
    if (replaces.length > 0) connection.claims.replacing(object)
    else if (declared && typeof olds.adopted === 'string') connection.claims.adopt(object, olds.adopted)
    else if (declared) connection.claims.hold(object)
    if (changed.size === 0) return { changes: definition.stale?.(olds) ?? false }
    return { replaces, deleteBeforeReplace: replaces.length > 0 && definition.deleteBeforeReplace === true }
  }

  async create(inputs: Json): Promise<{ id: string; outs: Json }> {
    return this.make(inputs, {})
  }

  /** Makes an object: the first of a resource, or one that follows that of the state `olds`, whose id stays. */
  private async make(inputs: Json, olds: Json, formerId?: string): Promise<{ id: string; outs: Json }> {
    const { definition, connection } = this
    const ids = await resolve(definition, connection, inputs)
    const there = whereabouts(definition, inputs, ids)
    const creation = new Creation(definition, connection, there, { ...inputs, ...ids })
    const { live, adopted, asked, concealedBy } = await creation.run()
    const place = { ...there, key: keyOf(definition, live) }
    const id = formerId ?? formatId(place)
    if (adopted) connection.claims.adopt(objectOf(definition, place), adopted)
    else connection.claims.hold(objectOf(definition, place))
    this.wrote(place)
    const outs = this.outputs(place, { ...inputs, ...ids }, live, 'write', {
      ...olds,
      adopted: adopted ?? olds.adopted,
    })
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

  async update(id: string, olds: Json, news: Json): Promise<{ outs: Json }> {
    const { definition, connection } = this
    this.verifyInstance(olds)
    let place = locate(definition, id, olds)
    await verifyReferences(definition, connection, olds, news)
    let changed = changes(definition, olds, news)
    for (const name of referencesOf(definition)) changed.delete(name)
    const { succession } = definition
    if (succession?.begins(news, changed, olds)) return this.succeed(id, olds, news)
    const released = await this.releasePredecessor(olds, news)
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
    const outs = this.outputs(place, news, live, 'write', { ...olds, ...released })
    return { outs: await this.completed(id, place, sent, outs, live) }
  }

  /** Makes the object that follows the state's, which goes on beside it. */
  private async succeed(id: string, olds: Json, news: Json): Promise<{ outs: Json }> {
    const { definition } = this
    // Only one goes on: whoever had been followed before has had his time.
    const released = await this.releasePredecessor(olds, news, true)
    const { adoptId, ...inputs } = news
    const { key } = locate(definition, id, olds)
    const former = { ...olds, ...released, [String(definition.succession?.predecessor)]: key }
    const { outs } = await this.make(inputs, former, id)
    return { outs: { ...outs, ...(adoptId !== undefined && { adoptId }) } }
  }

  /** Ends the object that was followed, once its time is over; answers what the state has to say of it then. */
  private async releasePredecessor(olds: Json, news: Json, now = false): Promise<Json> {
    const { definition } = this
    const { succession } = definition
    const key = succession && olds[succession.predecessor]
    if (!succession || key == null || !(now || succession.isOver(news as never))) return {}
    const place = { ...locate(definition, `0/${String(key)}`, {}), parent: Number(olds[idOf(definition.parent)]) }
    // What the state knows beside is of the one that goes on.
    await this.deleteAt(place, declaredPart(definition, olds))
    return { [succession.predecessor]: null }
  }

  async delete(id: string, props: Json): Promise<void> {
    const { definition, connection } = this
    this.verifyInstance(props)
    await this.releasePredecessor(props, props, true)
    let place = locate(definition, id, props)
    if (connection.claims.isAdoptedByOther(objectOf(definition, place), props.adopted)) {
      connection.warn(`${subject(definition, props)} (id ${id}) stays: another resource of the program has adopted it.`)
      return
    }
    if (!definition.delete) {
      connection.warn(`${subject(definition, props)} (id ${id}) stays: the service has no way to delete it.`)
      return
    }
    if (definition.fetchFirst) {
      const found = await find(definition, connection, place, props, 'recent')
      if (typeof found === 'string') return
      place = { ...place, key: keyOf(definition, found.live) }
    }
    await this.deleteAt(place, props)
  }

  /** What is gone already needs no deleting. */
  private async deleteAt(place: Place, props: Json): Promise<void> {
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
      ...(typeof olds.adopted === 'string' && { adopted: olds.adopted }),
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
