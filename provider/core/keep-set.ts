import { randomUUID } from 'node:crypto'
import { declaredPart } from './check'
import type { Connection } from './connection'
import { changes } from './diff'
import { explain, HalfDone, ResourceError, subject } from './errors'
import { snapshotOf } from './find'
import { formatId, isKey, keyOf, objectOf } from './identity'
import type { Operation } from './kind'
import { EmptyAnswer } from './lost'
import type { Json } from './plain'
import { Reconciler } from './reconcile'
import { dropRespelt, idOf, resolve, verifyReferences } from './references'
import { type SetKind, STRANGER } from './set'
import type { Difference, Verbs } from './verbs'
import { observed } from './wire'

/** What a set has on the service, by the keys of its items. */
interface Holding {
  items: Record<string, Json>
  ids: Record<string, number | string>
  tokens: Record<string, unknown>
  adopted: Record<string, unknown>
}

/** What is done for one item; its new outputs, if it has any. */
interface Job {
  key: string
  work(): Promise<{ outs: Json } | void | undefined>
}

/** The verbs of a set of objects: those of the single object, for each item. */
export class SetKeeper implements Verbs {
  private readonly single: Reconciler

  constructor(
    private readonly set: SetKind,
    private readonly connection: Connection,
  ) {
    this.single = new Reconciler(set.of, connection)
  }

  async diff(_id: string, olds: Json, news: Json, declared: boolean): Promise<Difference> {
    const { set, connection } = this
    this.verifyInstance(olds)
    const changed = changes(set, olds, news)
    await dropRespelt(set, connection, olds, news, changed)
    const replaces = set.replaceOn.filter((name) => changed.has(name))
    // Tells which objects the set keeps, and which it gives up.
    const { ids } = holdingOf(olds)
    for (const key of Object.keys(ids)) {
      const item = (news.items as Record<string, Json> | undefined)?.[key]
      if (replaces.length > 0) connection.claims.replacing(objectOf(set.of, this.placeOf(olds, key)))
      else if (item) await this.compare(olds, key, item, declared)
    }
    return changed.size === 0 ? { changes: false } : { replaces, deleteBeforeReplace: false }
  }

  async create(inputs: Json): Promise<{ id: string; outs: Json }> {
    const { set, connection } = this
    const ids = await resolve(set, connection, inputs)
    const id = `${String(ids[idOf(set.parent)])}/${set.kind}/${randomUUID()}`
    const state = { ...inputs, ...ids, instance: connection.instance }
    return { id, outs: await this.bringAbout(id, state, inputs, { items: {}, ids: {}, tokens: {}, adopted: {} }) }
  }

  /** The live values. Objects that are gone have no item; where the set is exclusive, those that nobody declared have one. */
  async read(_id: string, props: Json): Promise<{ props: Json; inputs: Json }> {
    const { set, connection } = this
    this.verifyInstance(props)
    const { ids } = holdingOf(props)
    const live: Holding = { items: {}, ids: {}, tokens: {}, adopted: {} }
    const known = Object.keys(ids).filter((key) => !key.startsWith(STRANGER))
    const snapshot = snapshotOf(set.of, connection, this.whereabouts(props))
    // One list for all; what cannot be listed is explained item by item.
    if (known.length > 0 || props.exclusive) await snapshot.all().catch(() => undefined)
    await Promise.all(
      known.map(async (key) => {
        const found = await this.single.read(this.idOf(props, key), this.stateOf(props, key))
        if (found) this.hold(live, key, found.props)
      }),
    )
    if (props.exclusive) await this.addStrangers(live, await snapshot.all(), props.exclusive === 'all-owners')
    // In the order of before: programs are compared with it.
    const items = Object.fromEntries(
      [...new Set([...Object.keys((props.items ?? {}) as Json), ...Object.keys(live.items)])].flatMap((key) =>
        live.items[key] ? [[key, live.items[key]]] : [],
      ),
    )
    const outs = this.outputs({ ...props, instance: connection.instance }, { ...live, items })
    return { props: outs, inputs: declaredPart(set, outs) }
  }

  async update(id: string, olds: Json, news: Json): Promise<{ outs: Json }> {
    const { set, connection } = this
    this.verifyInstance(olds)
    await verifyReferences(set, connection, olds, news)
    const state = { ...olds, ...news, items: olds.items, instance: connection.instance }
    return { outs: await this.bringAbout(id, state, news, structuredClone(holdingOf(olds))) }
  }

  async delete(_id: string, props: Json): Promise<void> {
    this.verifyInstance(props)
    const holding = holdingOf(props)
    const declared = Object.keys(holding.ids).filter((key) => !key.startsWith(STRANGER))
    const jobs = declared.map((key) => ({
      key,
      work: () => this.single.delete(this.idOf(props, key), this.stateOf(props, key)),
    }))
    const failures = await this.each(props, 'delete', holding, jobs)
    if (failures.length > 0) throw new ResourceError(failures.join('\n'))
  }

  /** Makes the service have what is declared; what `holding` says of it follows, also when something fails. */
  private async bringAbout(id: string, state: Json, news: Json, holding: Holding): Promise<Json> {
    const items = news.items as Record<string, Json>
    const had = { ...state, ...structuredClone(holding) }
    const before = (key: string) => [this.idOf(had, key), this.stateOf(had, key)] as const
    // What has to go once all that is wanted is there.
    const leaving: Job[] = []
    const wanted = Object.entries(items).map(([key, item]) => ({
      key,
      work: async () => {
        const inputs = this.inputsOf(news, item)
        if (!(key in had.ids)) return this.single.create(inputs)
        const difference = await this.compare(had, key, item, true)
        if ('changes' in difference && !difference.changes) return undefined
        if (!('replaces' in difference) || difference.replaces.length === 0) {
          return this.single.update(...before(key), inputs)
        }
        const old = {
          key,
          work: () =>
            this.single.delete(...before(key)).catch((error: unknown) => {
              // Under a key that no program has, the next update removes it.
              this.hold(holding, `${key}${STRANGER}${had.ids[key]}`, this.stateOf(had, key))
              throw error
            }),
        }
        const made = await this.single.create(inputs).catch((error: unknown) => {
          // It is there, though not as it should be.
          if (error instanceof HalfDone) leaving.push(old)
          throw error
        })
        leaving.push(old)
        return made
      },
    }))
    const failures = await this.each(news, 'update', holding, wanted)
    for (const key of Object.keys(had.ids)) {
      if (key in items) continue
      if (key.startsWith(STRANGER) && !news.exclusive) drop(holding, key)
      else leaving.push({ key, work: () => this.single.delete(...before(key)).then(() => drop(holding, key)) })
    }
    failures.push(...(await this.each(had, 'delete', holding, leaving)))
    const outs = this.outputs({ ...state, ...news }, holding)
    if (failures.length === 0) return outs
    const reason = failures.join('\n')
    // Where nothing has come of it, there is nothing to remember.
    if (Object.keys({ ...had.ids, ...holding.ids }).length === 0) throw new ResourceError(reason)
    throw new HalfDone(reason, id, outs)
  }

  /** Does the jobs together; what fails in one does not keep the others from theirs. Answers what went wrong. */
  private async each(state: Json, operation: Operation, holding: Holding, jobs: Job[]): Promise<string[]> {
    const { set, connection } = this
    const failures = await Promise.all(
      jobs.map(async ({ key, work }) => {
        try {
          const made = await work()
          if (made) this.hold(holding, key, made.outs)
          return []
        } catch (error) {
          if (error instanceof HalfDone) this.hold(holding, key, error.properties)
          const item = (state.items as Record<string, Json> | undefined)?.[key]
          const values = { ...item, [set.parent]: state[set.parent] }
          return [explain(connection, set.of, operation, values, error).message]
        }
      }),
    )
    return failures.flat()
  }

  private compare(state: Json, key: string, item: Json, declared: boolean): Promise<Difference> {
    const news = this.inputsOf({ [this.set.parent]: state[this.set.parent] }, item)
    return this.single.diff(this.idOf(state, key), this.stateOf(state, key), news, declared)
  }

  /** The arguments of an item, as those of a single resource. */
  private inputsOf(inputs: Json, item: Json): Json {
    const { parent } = this.set
    const onConflict = inputs.onConflict === undefined ? {} : { onConflict: inputs.onConflict }
    return { ...item, [parent]: inputs[parent], ...onConflict }
  }

  /** The state of an item, as that of a single resource. */
  private stateOf(state: Json, key: string): Json {
    const { parent, of } = this.set
    const { items, ids, tokens, adopted } = holdingOf(state)
    const secret = secretOf(this.set)
    return {
      ...items[key],
      [parent]: state[parent],
      [idOf(parent)]: state[idOf(parent)],
      instance: state.instance,
      [of.key]: ids[key],
      ...(secret && key in tokens && { [secret]: tokens[key] }),
      ...(key in adopted && { adopted: adopted[key] }),
    }
  }

  private hold(holding: Holding, key: string, outs: Json): void {
    const { parent, of } = this.set
    const { [parent]: _, onConflict, ...item } = declaredPart(of, outs)
    holding.items[key] = item
    holding.ids[key] = outs[of.key] as number | string
    const secret = secretOf(this.set)
    if (secret && outs[secret] !== undefined) holding.tokens[key] = outs[secret]
    if (typeof outs.adopted === 'string') holding.adopted[key] = outs.adopted
  }

  private async addStrangers(live: Holding, collection: object[], ofAllOwners: boolean): Promise<void> {
    const { of } = this.set
    const held = new Set(Object.values(live.ids))
    const username = of.isForeign && !ofAllOwners ? await this.username() : ''
    for (const object of collection) {
      const key = keyOf(of, object)
      if (held.has(key) || of.ended?.(object) || of.ours?.(object) === false) continue
      if (username && of.isForeign?.(object, username)) continue
      live.items[`${STRANGER}${key}`] = observed(of, object, {})
      live.ids[`${STRANGER}${key}`] = key
    }
  }

  /** Who asks: without that, everybody's objects would pass for one's own. */
  private async username(): Promise<string> {
    const { username } = await this.connection.api.users.current()
    if (!isKey(username)) throw new EmptyAnswer()
    return username
  }

  private outputs(state: Json, holding: Holding): Json {
    const { items, ids, tokens, adopted } = holding
    return {
      ...state,
      items,
      ids,
      ...(secretOf(this.set) && { tokens }),
      ...(Object.keys(adopted).length > 0 && { adopted }),
    }
  }

  private whereabouts(state: Json) {
    return { parent: Number(state[idOf(this.set.parent)]), within: [] }
  }

  private placeOf(state: Json, key: string) {
    return { ...this.whereabouts(state), key: holdingOf(state).ids[key] ?? '' }
  }

  private idOf(state: Json, key: string): string {
    return formatId(this.placeOf(state, key))
  }

  private verifyInstance(values: Json): void {
    this.connection.verifyInstance(values.instance, subject(this.set, values))
  }
}

function drop(holding: Holding, key: string): void {
  for (const part of [holding.items, holding.ids, holding.tokens, holding.adopted]) delete part[key]
}

/** The output of the single object that is a secret. */
const secretOf = ({ of }: SetKind) => Object.keys(of.output).find((name) => of.output[name]?.secret)

const holdingOf = (state: Json): Holding => ({
  items: (state.items ?? {}) as Holding['items'],
  ids: (state.ids ?? {}) as Holding['ids'],
  tokens: (state.tokens ?? {}) as Holding['tokens'],
  adopted: (typeof state.adopted === 'object' && state.adopted ? state.adopted : {}) as Holding['adopted'],
})
