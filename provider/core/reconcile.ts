import { isDeepStrictEqual } from 'node:util'
import { NotFound } from '../../sdk'
import { knobs } from './check'
import { now } from './clock'
import type { Connection } from './connection'
import { Creation } from './create'
import type { Definition } from './define'
import { changes, unmet } from './diff'
import { explain, HalfDone, ResourceError, subject } from './errors'
import { collectionOf, find } from './find'
import { address, formatId, keyOf, locate, objectOf, type Place } from './identity'
import { hasUnknown, type Json, show } from './plain'
import { type Reference } from './parents'
import { existing, sendUpdate } from './update'
import { computedValues, observed, sentFields } from './wire'

/** What `diff` tells Pulumi. Without `changes` the engine compares the inputs itself, and can show what differs. */
export type Difference = { changes: boolean } | { replaces: string[]; deleteBeforeReplace: boolean }

/** The verbs of one kind of resource against one service. Knows plain values and a client, nothing of Pulumi. */
export class Reconciler {
  constructor(
    private readonly definition: Definition,
    private readonly connection: Connection,
  ) {}

  /**
   * Compares state (`olds`, the outputs) with what is declared (`news`, the inputs). `declared` says that a program
   * declares it now: a refresh compares, too, and speaks of resources that the program may no longer have.
   */
  async diff(id: string, olds: Json, news: Json, declared: boolean): Promise<Difference> {
    const { definition, connection } = this
    this.verifyInstance(olds)
    const changed = changes(definition, olds, news)
    if (changed.has(definition.parent) && (await this.isSameParent(locate(definition, id, olds), news))) {
      changed.delete(definition.parent)
    }
    const replaces = definition.replaceOn.filter((name) => changed.has(name))
    const object = objectOf(definition, locate(definition, id, olds))
    if (replaces.length > 0) connection.claims.replacing(object)
    else if (declared && typeof olds.adopted === 'string') connection.claims.adopt(object, olds.adopted)
    else if (declared) connection.claims.hold(object)
    if (changed.size === 0) return { changes: definition.stale?.(olds) ?? false }
    return { replaces, deleteBeforeReplace: replaces.length > 0 && definition.deleteBeforeReplace === true }
  }

  async create(inputs: Json): Promise<{ id: string; outs: Json }> {
    const { definition, connection } = this
    const parent = await connection.parents.id(definition.parent, inputs[definition.parent] as Reference)
    const { live, adopted, asked, concealedBy } = await new Creation(definition, connection, parent, inputs).run()
    const place = { parent, key: keyOf(definition, live) }
    const id = formatId(place)
    if (adopted) connection.claims.adopt(objectOf(definition, place), adopted)
    else connection.claims.hold(objectOf(definition, place))
    this.forgetListing(parent)
    const outs = this.outputs(parent, inputs, live, 'write', { adopted })
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

  /** The live values; undefined when the object is proven to be gone. */
  async read(id: string, props: Json): Promise<{ props: Json; inputs: Json } | undefined> {
    const { definition, connection } = this
    this.verifyInstance(props)
    const place = locate(definition, id, props)
    const found = await find(definition, connection, place, props)
    if (found === 'gone') return undefined
    if (found === 'expired') {
      this.warnOfEnd(id, props)
      return { props, inputs: this.inputsOf(props) }
    }
    const { parent } = place
    const values = { [definition.parent]: parent, ...props, ...observed(definition, found.live, props) }
    if (definition.expired?.(values, now())) this.warnOfEnd(id, values)
    const outs = this.outputs(parent, values, found.live, 'read', props)
    // Reading shows no secret that nobody knew before: only a write does.
    const concealed = definition.stale?.(props) ? definition.concealed : {}
    return { props: { ...outs, ...concealed, ...found.outputs }, inputs: this.inputsOf(values) }
  }

  async update(id: string, olds: Json, news: Json): Promise<{ outs: Json }> {
    const { definition, connection } = this
    this.verifyInstance(olds)
    let place = locate(definition, id, olds)
    await this.verifyParent(place, news)
    let changed = changes(definition, olds, news)
    changed.delete(definition.parent)
    const due = definition.stale?.(olds) ?? false
    let live: object = {}
    if (definition.fetchFirst || changed.size === 0) {
      live = await existing(definition, connection, place, olds)
      place = { ...place, key: keyOf(definition, live) }
      // Pulumi repeats an update that failed half-way even when the state has caught up since.
      if (changed.size === 0) {
        changed = new Set(unmet(sentFields(definition), news, observed(definition, live, news)))
      }
    }
    const sent = sentFields(definition).filter((name) => changed.has(name))
    if (sent.length > 0 || due) {
      live = await sendUpdate(definition, connection, place, olds, { want: news, changed: new Set(sent), live })
      this.forgetListing(place.parent)
    }
    const outs = this.outputs(place.parent, news, live, 'write', olds)
    return { outs: await this.completed(id, place, sent, outs, live) }
  }

  async delete(id: string, props: Json): Promise<void> {
    const { definition, connection } = this
    this.verifyInstance(props)
    let place = locate(definition, id, props)
    if (connection.claims.isAdoptedByOther(objectOf(definition, place), props.adopted)) {
      connection.warn(`${subject(definition, props)} (id ${id}) stays: another resource of the program has adopted it.`)
      return
    }
    if (definition.fetchFirst) {
      const found = await find(definition, connection, place, props)
      if (typeof found === 'string') return
      place = { ...place, key: keyOf(definition, found.live) }
    }
    try {
      await definition.delete(connection.api, address(definition, place))
    } catch (error) {
      if (!NotFound.is(error) || error.routeMissing) throw error
      if (typeof (await find(definition, connection, place, props)) !== 'string') throw error
    }
    this.forgetListing(place.parent)
  }

  /** What state holds: what was declared, what the service computed, and where the object lives. */
  private outputs(parent: number, inputs: Json, live: object, answer: 'read' | 'write', olds: Json): Json {
    const { definition, connection } = this
    const kept = Object.keys(definition.output).filter((name) => name in olds)
    return {
      ...inputs,
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

  /** The part of a state that a program may have written. */
  private inputsOf(values: Json): Json {
    const names = new Set<string>([...Object.keys(this.definition.input), ...knobs])
    return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
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
      return { ...outs, ...computedValues(definition, more, 'write') }
    } catch (error) {
      throw new HalfDone(explain(connection, definition, 'read', outs, error).message, id, outs)
    }
  }

  private verifyInstance(values: Json): void {
    this.connection.verifyInstance(values.instance, subject(this.definition, values))
  }

  private async isSameParent(place: Place, news: Json): Promise<boolean> {
    const { parent } = this.definition
    const reference = news[parent] as Reference
    if (hasUnknown(reference)) return false
    try {
      return (await this.connection.parents.id(parent, reference)) === place.parent
    } catch (error) {
      // Perhaps this very program makes it. Nothing is lost by the guess: the new object comes before the old one goes.
      if (NotFound.is(error) && !error.routeMissing && !this.definition.deleteBeforeReplace) return false
      throw error
    }
  }

  /** A path may have been given to another project since; writing there would be wrong, writing here a surprise. */
  private async verifyParent(place: Place, news: Json): Promise<void> {
    const { parent } = this.definition
    const reference = news[parent] as Reference
    const id = await this.connection.parents.id(parent, reference)
    if (id === place.parent) return
    throw new ResourceError(
      `${subject(this.definition, news)} belongs to ${parent} ${place.parent}, but ${String(reference)} now names ${parent} ${id}. ` +
        `Nothing was changed. Write the number ${place.parent}, or the path that ${parent} ${place.parent} has now.`,
    )
  }

  private forgetListing(parent: number): void {
    this.connection.listings.forget(collectionOf(this.definition, parent))
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
