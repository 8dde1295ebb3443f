import { NotFound } from '../../sdk'
import type { Connection } from './connection'
import { establish } from './create'
import type { Definition } from './define'
import { changes, unmet } from './diff'
import { HalfDone, ResourceError, subject } from './errors'
import { find } from './find'
import { address, formatId, parseId, type Place } from './identity'
import { hasUnknown, type Json, show } from './plain'
import { type Reference } from './parents'
import { computed, observed, sentFields, toWire } from './wire'

/** What `diff` tells Pulumi. Without `changes` the engine compares the inputs itself, and can show what differs. */
export type Difference = { changes: false } | { replaces: string[]; deleteBeforeReplace: boolean }

/** The verbs of one kind of resource against one service. Knows plain values and a client, nothing of Pulumi. */
export class Reconciler {
  constructor(
    private readonly definition: Definition,
    private readonly connection: Connection,
  ) {}

  /** Compares state (`olds`, the outputs) with what is declared (`news`, the inputs). */
  async diff(id: string, olds: Json, news: Json): Promise<Difference> {
    const { definition, connection } = this
    this.verifyInstance(olds)
    const changed = changes(definition, olds, news)
    if (changed.has(definition.parent) && (await this.isSameParent(parseId(definition, id), news))) {
      changed.delete(definition.parent)
    }
    const replaces = definition.replaceOn.filter((name) => changed.has(name))
    const object = `${definition.kind} ${id}`
    if (replaces.length > 0) connection.claims.replacing(object)
    else if (olds.adopted) connection.claims.adopt(object)
    if (changed.size === 0) return { changes: false }
    return { replaces, deleteBeforeReplace: replaces.length > 0 && definition.deleteBeforeReplace === true }
  }

  async create(inputs: Json): Promise<{ id: string; outs: Json }> {
    const { definition, connection } = this
    const parent = await connection.parents.id(definition.parent, inputs[definition.parent] as Reference)
    const { live, adopted, asked } = await establish(definition, connection, parent, inputs)
    const outs = this.outputs(parent, inputs, live, adopted)
    const id = formatId(parent, outs[definition.key])
    connection.claims[adopted ? 'adopt' : 'created'](`${definition.kind} ${id}`)
    this.forgetListing(parent)
    this.verifyTaken(id, asked, outs, live)
    return { id, outs }
  }

  /** The live values; undefined when the object is proven to be gone. */
  async read(id: string, props: Json): Promise<{ props: Json; inputs: Json } | undefined> {
    const { definition } = this
    this.verifyInstance(props)
    const place = parseId(definition, id)
    const live = await find(definition, this.connection, place, props)
    if (!live) return undefined
    const { parent } = place
    const values = { [definition.parent]: parent, ...props, ...observed(definition, live) }
    const inputs = Object.entries(values).filter(([name]) => name in definition.input || name === 'onConflict')
    return { props: this.outputs(parent, values, live, props.adopted === true), inputs: Object.fromEntries(inputs) }
  }

  async update(id: string, olds: Json, news: Json): Promise<{ outs: Json }> {
    const { definition, connection } = this
    this.verifyInstance(olds)
    const place = parseId(definition, id)
    const { parent } = place
    await this.verifyParent(place, news)
    let changed = changes(definition, olds, news)
    changed.delete(definition.parent)
    let live = definition.fetchFirst || changed.size === 0 ? await this.existing(place, olds) : undefined
    // Pulumi repeats an update that failed half-way even when the state has caught up since.
    if (live && changed.size === 0) changed = new Set(unmet(sentFields(definition), news, observed(definition, live)))
    if (!live || changed.size > 0) {
      const names = new Set([...changed, ...(definition.sendWith?.('update', changed) ?? [])])
      const answer = await definition.update(
        connection.api,
        address(definition, place),
        toWire(definition, news, names),
      )
      live = (answer as object | undefined) ?? (await this.existing(place, olds))
      this.forgetListing(parent)
    }
    const outs = this.outputs(parent, news, live, olds.adopted === true, olds)
    this.verifyTaken(id, changed, outs, live)
    return { outs }
  }

  async delete(id: string, props: Json): Promise<void> {
    const { definition, connection } = this
    this.verifyInstance(props)
    const place = parseId(definition, id)
    if (connection.claims.isAdopted(`${definition.kind} ${id}`)) {
      connection.warn(`${subject(definition, props)} (id ${id}) stays: another resource of the program has adopted it.`)
      return
    }
    if (definition.fetchFirst && !(await find(definition, connection, place, props))) return
    try {
      await definition.delete(connection.api, address(definition, place))
    } catch (error) {
      if (!NotFound.is(error) || error.routeMissing || (await find(definition, connection, place, props))) throw error
    }
    this.forgetListing(place.parent)
  }

  /** What state holds: what was declared, what the service computed, and where the object lives. */
  private outputs(parent: number, inputs: Json, live: object, adopted: boolean, olds: Json = {}): Json {
    const { definition, connection } = this
    const kept = Object.keys(definition.output).filter((name) => name in olds)
    return {
      ...inputs,
      ...Object.fromEntries(kept.map((name) => [name, olds[name]])),
      ...computed(definition, live),
      [`${definition.parent}Id`]: parent,
      instance: connection.instance,
      ...(adopted && { adopted }),
    }
  }

  private async existing(place: Place, values: Json): Promise<object> {
    const live = await find(this.definition, this.connection, place, values)
    if (live) return live
    throw new ResourceError(
      `${subject(this.definition, values)} is gone from ${this.connection.instance}: run "pulumi up --refresh" to make it anew.`,
    )
  }

  /** An answer that shows something else than was asked for is an error: the next preview would show it anyway. */
  private verifyTaken(id: string, asked: Iterable<string>, outs: Json, live: object): void {
    const { definition } = this
    const seen = observed(definition, live)
    const dropped = unmet(asked, outs, seen)
    if (dropped.length === 0) return
    const list = dropped.map((name) => {
      const field = definition.input[name]
      return field?.secret ? name : `${name}: asked for ${show(outs[name])}, it has ${show(seen[name])}`
    })
    throw new HalfDone(
      `${subject(definition, outs)} exists (id ${id}), but the service did not take ${list.join('; ')}.`,
      id,
      { ...outs, ...seen },
    )
  }

  private verifyInstance(values: Json): void {
    this.connection.verifyInstance(values.instance, subject(this.definition, values))
  }

  private async isSameParent(place: Place, news: Json): Promise<boolean> {
    const { parent } = this.definition
    const reference = news[parent] as Reference
    return !hasUnknown(reference) && (await this.connection.parents.id(parent, reference)) === place.parent
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
    this.connection.listings.forget(`${this.definition.kind} ${parent}`)
  }
}
