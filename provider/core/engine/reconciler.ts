import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { declaredPart, withDefaults } from '../schema/check'
import type { Definition } from '../schema/define'
import { InvalidResponse } from '../schema/invalid-response'
import {
  objectParams,
  collectionName,
  formatId,
  keyOf,
  objectRefOf,
  type ObjectRef,
  collectionParams,
  collectionRefOf,
} from '../schema/identity'
import { idOf } from '../schema/kind'
import { hasUnknown, type Json, show } from '../schema/plain'
import { subject } from '../schema/subject'
import { computedValues, observed, sentFields } from '../schema/wire'
import { now } from '../service/clock'
import type { Connection } from '../service/connection'
import { explain, InitFailed } from '../service/errors'
import type { Holder } from '../service/holder'
import { hasMark, holderOf, OWNER } from '../service/mark'
import { dropRespelled, referencesOf, resolve, verifyReferences } from '../service/references'
import { Creator } from './creator'
import { Deleter } from './deleter'
import { changes, differingNames } from './diff'
import { warnOfDuplicates } from './duplicates'
import { find, snapshotOf } from './find'
import { preview } from './preview'
import { sendRename, lockName } from './taken-name'
import { findExisting, sendUpdate } from './update'
import type { Declarer, Difference, Verbs } from './verbs'

/** The verbs of one kind of object. */
export class Reconciler implements Verbs {
  private readonly deleter: Deleter

  constructor(
    private readonly definition: Definition,
    private readonly connection: Connection,
  ) {
    this.deleter = new Deleter(definition, connection)
  }

  async diff(id: string, olds: Json, news: Json, declarer?: Declarer): Promise<Difference> {
    const { definition, connection } = this
    this.verifyInstance(olds)
    const want = this.timely(olds, news, declarer !== undefined)
    const changed = changes(definition, olds, want)
    await dropRespelled(definition, connection, olds, news, changed)
    const replaces = definition.replaceOn.filter((name) => changed.has(name))
    // The old object would go before the service is asked to create the new one.
    if (declarer && replaces.length > 0 && definition.deleteBeforeReplace && !hasUnknown(news)) {
      await connection.deletions.refuse(definition, news)
    }
    const ref = objectRefOf(definition, id, olds)
    const holder = holding(olds, declarer)
    for (const one of [ref, this.deleter.predecessorOf(olds)]) {
      if (one && replaces.length > 0) connection.ownership.replace(definition, one, olds, holder)
      else if (one && declarer) connection.ownership.keep(definition, one, news, holder)
    }
    if (changed.size === 0) return { changes: definition.rotation?.updateDue?.(olds) ?? false }
    // The engine sees only what the program declares.
    if (differingNames(changed, want, news).length === changed.size) return { changes: true }
    return { replaces, deleteBeforeReplace: replaces.length > 0 && definition.deleteBeforeReplace === true }
  }

  async create(inputs: Json, declarer: Declarer = {}): Promise<{ id: string; outs: Json }> {
    await this.connection.deletions.refuse(this.definition, inputs)
    return this.make(inputs, {}, { mark: randomUUID(), ...declarer })
  }

  preview(olds: Json, inputs: Json, declarer: Declarer = {}): Promise<void> {
    return preview(this.definition, this.connection, olds, inputs, { mark: randomUUID(), ...declarer })
  }

  /** Makes an object: the first of a resource, or one that follows that of the state `olds`, whose id stays. */
  private async make(
    inputs: Json,
    olds: Json,
    { secrets, ...holder }: Declarer,
    formerId?: string,
  ): Promise<{ id: string; outs: Json }> {
    const { definition, connection } = this
    const ids = await resolve(definition, connection, inputs)
    const collection = collectionRefOf(definition, inputs, ids)
    const desired = { definition, connection, collection, inputs: { ...inputs, ...ids }, holder, secrets }
    const creator = new Creator(desired, formerId !== undefined)
    const { live, inputs: own, asked, concealedBy } = await creator.run()
    const ref = { ...collection, key: keyOf(definition, live) }
    const id = formerId ?? formatId(ref)
    this.wrote(ref)
    const outs = this.outputs(ref, { ...inputs, ...ids, ...own }, live, 'write', { ...olds, [OWNER]: holder })
    if (concealedBy !== undefined) {
      const reason = explain(connection, definition, 'create', inputs, concealedBy).message
      throw new InitFailed(
        `${reason} It exists (id ${id}), but its secret was lost on the way: run "pulumi up" again.`,
        id,
        {
          ...outs,
          ...definition.rotation?.secretLost,
        },
      )
    }
    return { id, outs: await this.completed(id, ref, asked, outs, live) }
  }

  async read(id: string, props: Json): Promise<{ props: Json; inputs: Json } | undefined> {
    const { definition, connection } = this
    this.verifyInstance(props)
    const ref = objectRefOf(definition, id, props)
    const told = connection.deletions.warn(definition, { ...props, [idOf(definition.identity.parent)]: ref.parent })
    const found = await find(definition, connection, ref, props, 'shared').finally(() => told)
    if (found === 'gone') return undefined
    connection.ownership.noteState(definition, ref, props)
    if (found === 'expired') {
      this.warnOfEnd(id, props)
      return { props, inputs: declaredPart(definition, props) }
    }
    const values = { ...collectionParams(definition, ref), ...props, ...observed(definition, found.live, props) }
    if (definition.existence?.isExpired?.(values, now())) this.warnOfEnd(id, values)
    // Kinds that are found in their list need no request for this.
    if (definition.existence?.duplicates && !definition.api.read) {
      warnOfDuplicates(definition, connection, values, found.live, await snapshotOf(definition, connection, ref).all())
    }
    const outs = this.outputs(ref, values, found.live, 'read', props)
    // Reading shows no secret that nobody knew before: only a write does.
    const concealed = definition.rotation?.updateDue?.(props) ? definition.rotation?.secretLost : {}
    return { props: { ...outs, ...concealed, ...found.outputs }, inputs: declaredPart(definition, values) }
  }

  /**
   * The declared values, with dates that depend on the current time and on the dates in the state. Only updates change
   * dates that are due: a refresh runs no program and must not find a difference.
   */
  private timely(olds: Json, news: Json, isDeclared: boolean): Json {
    const { schedule: timed } = this.definition.rotation ?? {}
    if (!timed || hasUnknown(news)) return news
    const days = timed(withDefaults(this.definition, news) as never, olds as never, now()) as Json
    const values = Object.entries(days).map(([name, day]) => [
      name,
      isDeclared || isDeepStrictEqual(day, news[name]) ? day : olds[name],
    ])
    return { ...news, ...(Object.fromEntries(values) as Json) }
  }

  async update(id: string, former: Json, declared: Json, declarer: Declarer = {}): Promise<{ outs: Json }> {
    const { definition, connection } = this
    this.verifyInstance(former)
    const news = this.timely(former, declared, true)
    const holder = holding(former, declarer)
    const olds = { ...former, [OWNER]: hasMark(former) ? holder : { ...holder, mark: randomUUID() } }
    let ref = objectRefOf(definition, id, olds)
    await verifyReferences(definition, connection, olds, news)
    await connection.deletions.warn(definition, { ...olds, ...news })
    let changed = changes(definition, olds, news)
    for (const name of referencesOf(definition)) changed.delete(name)
    const { overlap: succession } = definition.rotation ?? {}
    if (succession?.begins(news, changed, olds)) return this.succeed(id, olds, news, holder)
    const released = await this.deleter.releasePredecessor(olds, news, holder)
    const due = definition.rotation?.updateDue?.(olds) ?? false
    let live: object = {}
    if (definition.api.fetchFirst || changed.size === 0) {
      live = await findExisting(definition, connection, ref, olds)
      ref = { ...ref, key: keyOf(definition, live) }
      // Pulumi repeats an update that failed half-way even when the state has caught up since.
      if (changed.size === 0) {
        changed = new Set(
          differingNames(sentFields(definition), news, observed(definition, live, { ...olds, ...news })),
        )
      }
    }
    const sent = sentFields(definition).filter((name) => changed.has(name))
    if (sent.length > 0 || due) {
      const change = { want: news, changed: new Set(sent), live }
      const send = () =>
        lockName(connection, definition, ref, () => sendUpdate(definition, connection, ref, olds, change))
      live = await sendRename({ definition, connection, collection: ref, inputs: news, holder }, send)
      connection.ownership.noteUpdate(definition, ref, olds, news)
      this.wrote(ref)
    }
    // The operation knows the resource by the mark that its state had.
    if (!hasMark(former)) {
      connection.ownership.giveUp(definition, ref, holder)
      connection.ownership.hold(definition, ref, news, olds[OWNER])
    }
    const outs = this.outputs(ref, news, live, 'write', { ...olds, ...released })
    return { outs: await this.completed(id, ref, sent, outs, live) }
  }

  /** Makes the object that follows the state's, which goes on beside it. */
  private async succeed(id: string, olds: Json, news: Json, holder: Holder): Promise<{ outs: Json }> {
    const { definition } = this
    // Only one goes on: whoever had been followed before has had his time.
    const released = await this.deleter.releasePredecessor(olds, news, holder, true)
    const { adoptId, ...inputs } = news
    const { key } = objectRefOf(definition, id, olds)
    const former = { ...olds, ...released, [String(definition.rotation?.overlap?.predecessor)]: key }
    const { outs } = await this.make(inputs, former, olds[OWNER] as Holder, id)
    return { outs: { ...outs, ...(adoptId !== undefined && { adoptId }) } }
  }

  async delete(id: string, props: Json): Promise<void> {
    await this.deleteUnlessHeld(id, props)
  }

  /** Deletes the object, unless another resource holds it. Returns that resource. */
  async deleteUnlessHeld(id: string, props: Json): Promise<Holder | undefined> {
    this.verifyInstance(props)
    return this.deleter.delete(id, props)
  }

  /** Leaves the object of a state to whoever wants it. */
  retain(id: string, props: Json): void {
    this.connection.ownership.giveUp(this.definition, objectRefOf(this.definition, id, props), holderOf(props))
  }

  /** What state holds: what was declared, what the service computed, and where the object lives. */
  private outputs({ parent }: ObjectRef, inputs: Json, live: object, answer: 'read' | 'write', olds: Json): Json {
    const { definition, connection } = this
    const kept = Object.keys(definition.output).filter((name) => name in olds)
    return {
      ...inputs,
      ...(definition.rotation?.overlap && { [definition.rotation?.overlap.predecessor]: null }),
      ...Object.fromEntries(kept.map((name) => [name, olds[name]])),
      ...computedValues(definition, live, answer),
      [`${definition.identity.parent}Id`]: parent,
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
  private async completed(
    id: string,
    ref: ObjectRef,
    asked: Iterable<string>,
    outs: Json,
    live: object,
  ): Promise<Json> {
    const { definition, connection } = this
    const seen = observed(definition, live, outs)
    const dropped = differingNames(asked, outs, seen)
    if (dropped.length > 0) {
      const list = dropped.map((name) => notTaken(definition, name, outs[name], seen[name])).join('; ')
      const reason = `${subject(definition, outs)} exists (id ${id}), but the service did not take ${list}.`
      throw new InitFailed(reason, id, { ...outs, ...seen })
    }
    if (!definition.api.details) return outs
    try {
      const more = await definition.api.details(connection.api, objectParams(definition, ref), outs)
      const computed = computedValues(definition, more, 'write')
      if (Object.keys(computed).length === 0) throw new InvalidResponse()
      return { ...outs, ...computed }
    } catch (error) {
      throw new InitFailed(explain(connection, definition, 'read', outs, error).message, id, outs)
    }
  }

  private verifyInstance(values: Json): void {
    this.connection.verifyInstance(values.instance, subject(this.definition, values))
  }

  private wrote(ref: ObjectRef): void {
    this.connection.snapshots.wrote(collectionName(this.definition, ref), ref.key)
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
  const why = definition.hints?.byArgument?.[name]
  const because = why ? ` (${why})` : ''
  if (field?.secret) return name + because
  if (Array.isArray(asked) && Array.isArray(seen)) {
    const missing = asked.filter((entry) => !seen.some((other) => isDeepStrictEqual(entry, other)))
    if (missing.length > 0) return `${name}: ${missing.map(show).join(', ')} is missing${because}`
  }
  return `${name}: asked for ${show(asked)}, it has ${show(seen)}${because}`
}
