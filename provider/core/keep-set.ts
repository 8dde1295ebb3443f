import { randomUUID } from 'node:crypto'
import { declaredPart } from './check'
import type { Connection } from './connection'
import { changes } from './diff'
import { Estranged, explain, HalfDone, ResourceError, subject } from './errors'
import { snapshotOf } from './find'
import type { Holder } from './holder'
import { keyOf } from './identity'
import { type Job, together } from './jobs'
import type { Operation } from './kind'
import { holderOf, OWNER } from './mark'
import { type Json, own } from './plain'
import { Reconciler } from './reconcile'
import { dropRespelt, idOf, resolve, verifyReferences } from './references'
import { forPeople, type SecretPath, secretsOfItem } from './secret-paths'
import { type SetKind, STRANGER } from './set'
import { concealed, type ItemSecrets, itemSecretsOf, rememberedPaths } from './set-secrets'
import { type Remembered, SetRemoval } from './set-removal'
import {
  formerKey,
  hold,
  type Holding,
  holdingOf,
  isStranger,
  itemsOf,
  ownerOf,
  ownerToStore,
  placeOfItem,
  rekeyed,
  secretOf,
  type SetOwner,
  singlesOf,
  type Single,
  whereaboutsOf,
} from './set-state'
import { renamedBy } from './taken-name'
import type { Declarer, Difference, Verbs } from './verbs'
import { observed } from './wire'

/** What the items of a set share while an update brings them about. */
interface SetUpdate {
  /** The declared arguments of the set. */
  readonly news: Json
  /** The state before the update, by the keys that its items have now. */
  readonly had: Json & Holding
  /** The items of `had`, each as a single resource. */
  readonly before: (key: string) => Single
  /** What the set has so far. */
  readonly holding: Holding
  readonly holder: Holder
  readonly secrets: readonly SecretPath[]
  /** The keys of objects to remove after all wanted objects exist. */
  readonly leaving: string[]
}

/** The verbs of a set of objects: those of the single object, for each item. */
export class SetKeeper implements Verbs {
  private readonly single: Reconciler
  private readonly removal: SetRemoval

  constructor(
    private readonly set: SetKind,
    private readonly connection: Connection,
  ) {
    this.single = new Reconciler(set.of, connection)
    this.removal = new SetRemoval(set, connection, this.single)
  }

  async diff(_id: string, olds: Json, news: Json, declarer?: Declarer): Promise<Difference> {
    const { set, connection } = this
    this.verifyInstance(olds)
    const owner = ownerOf(olds)
    const wanted = itemsOf(news)
    const found = declarer ? await this.removal.strangersOfOthers(olds, wanted, { ...owner, ...declarer }) : []
    // Items that `ignoreChanges` keeps are unchanged.
    const strangers = found.filter(({ key }) => !Object.hasOwn(wanted, key))
    const leaving = Object.keys(owner.leaving ?? {}).filter((key) => !Object.hasOwn(wanted, key))
    const aside = new Set([...strangers.map(({ key }) => key), ...leaving])
    const seen = Object.fromEntries(Object.entries(itemsOf(olds)).filter(([key]) => !aside.has(key)))
    const changed = changes(set, { ...olds, items: seen }, news)
    await dropRespelt(set, connection, olds, news, changed)
    const replaces = set.replaceOn.filter((name) => changed.has(name))
    // Tells which objects the set keeps, and which it gives up.
    const state = { ...olds, ...rekeyed(set, olds, wanted), [OWNER]: owner }
    const single = singlesOf(set, state)
    const holder = { ...owner, name: declarer?.name ?? owner.name }
    for (const key of Object.keys(state.ids)) {
      const item = own(wanted, key)
      if (replaces.length > 0) {
        connection.ownership.replace(set.of, placeOfItem(set, state, key), single(key).state, holder)
      } else if (item && declarer) await this.compare(single(key), olds[set.parent], item, declarer)
    }
    if (changed.size > 0) return { replaces, deleteBeforeReplace: false }
    const hasOthers = strangers.some(({ isDeclaredHere }) => !isDeclaredHere)
    const forgotten =
      declarer && Object.keys(await this.removal.othersOf(olds)).length < Object.keys(owner.others ?? {}).length
    return { changes: hasOthers || forgotten === true || leaving.length > 0 }
  }

  async foresee(olds: Json, inputs: Json, declarer: Declarer = {}): Promise<void> {
    // What `check` knows of the state are the inputs: an item that was declared has an object.
    const items = itemsOf(olds)
    const declared = { items, ids: Object.fromEntries(Object.keys(items).map((key) => [key, key])) }
    const { ids } = rekeyed(this.set, declared, itemsOf(inputs))
    const created = Object.entries(itemsOf(inputs)).filter(([key]) => !Object.hasOwn(ids, key))
    await Promise.all(
      created.map(([key, item]) => {
        const holder = Object.keys(olds).length > 0 ? holderOf(olds) : declarer
        const secrets = secretsOfItem(declarer.secrets ?? [], key)
        return this.single.foresee({}, this.inputsOf(inputs, item), { ...holder, secrets })
      }),
    )
  }

  async create(inputs: Json, declarer: Declarer = {}): Promise<{ id: string; outs: Json }> {
    const { set, connection } = this
    const ids = await resolve(set, connection, inputs)
    const id = `${String(ids[idOf(set.parent)])}/${set.kind}/${randomUUID()}`
    const owner = { mark: randomUUID(), name: declarer.name }
    const state = { ...inputs, ...ids, instance: connection.instance, [OWNER]: owner }
    return { id, outs: await this.bringAbout(id, state, inputs, { items: {}, ids: {}, tokens: {} }, declarer) }
  }

  /** The live values. Objects that are gone have no item; where the set is exclusive, those that nobody declared have one. */
  async read(_id: string, props: Json): Promise<{ props: Json; inputs: Json }> {
    const { set, connection } = this
    this.verifyInstance(props)
    const { ids } = holdingOf(props)
    const live: Holding = { items: {}, ids: {}, tokens: {} }
    const known = Object.keys(ids).filter((key) => !isStranger(key))
    const single = singlesOf(set, props)
    const snapshot = snapshotOf(set.of, connection, whereaboutsOf(this.set, props))
    // One list for all; what cannot be listed is explained item by item.
    if (known.length > 0 || props.exclusive) await snapshot.all().catch(() => undefined)
    await Promise.all(
      known.map(async (key) => {
        const { id, state } = single(key)
        const found = await this.single.read(id, state).catch((error: unknown) => {
          // One that is no longer the parent's own is the matter of its item, not of the whole set.
          if (!(error instanceof Estranged)) throw error
          connection.warn(`${error.reason} Take the item ${key} out of the set, which leaves it alone.`)
          return undefined
        })
        if (found) hold(this.set, live, key, found.props)
      }),
    )
    if (props.exclusive) await this.addStrangers(live, await snapshot.all(), props)
    // In the order of before: programs are compared with it.
    const items = Object.fromEntries(
      [...new Set([...Object.keys(itemsOf(props)), ...Object.keys(live.items)])].flatMap((key) => {
        const item = own(live.items, key)
        return item ? [[key, item]] : []
      }),
    )
    const outs = this.outputs({ ...props, instance: connection.instance }, { ...live, items })
    return { props: outs, inputs: declaredPart(set, outs) }
  }

  async update(id: string, olds: Json, news: Json, declarer: Declarer = {}): Promise<{ outs: Json }> {
    const { set, connection } = this
    this.verifyInstance(olds)
    await verifyReferences(set, connection, olds, news)
    const owner: SetOwner = { ...ownerOf(olds), ...(declarer.name !== undefined && { name: declarer.name }) }
    const state = { ...olds, ...news, items: olds.items, instance: connection.instance, [OWNER]: owner }
    return { outs: await this.bringAbout(id, state, news, rekeyed(set, olds, itemsOf(news)), declarer) }
  }

  async delete(_id: string, props: Json): Promise<void> {
    this.verifyInstance(props)
    const holding = holdingOf(props)
    const declared = Object.keys(holding.ids).filter((key) => !isStranger(key))
    const single = singlesOf(this.set, props)
    const { leaving } = ownerOf(props)
    const jobs = declared.map((key) => ({
      key,
      work: async () => void (await this.removal.removeItem(single(key), own(leaving, key))),
    }))
    const failures = await this.each(props, 'delete', holding, jobs)
    if (failures.length > 0) throw new ResourceError(failures.join('\n'))
  }

  /** Makes the service have what is declared; what `holding` says of it follows, also when something fails. */
  private async bringAbout(
    id: string,
    state: Json,
    news: Json,
    holding: Holding,
    { secrets = [] }: Declarer,
  ): Promise<Json> {
    const items = itemsOf(news)
    const owner = ownerOf(state)
    const holder = { mark: owner.mark, name: owner.name }
    const had: Json & Holding = { ...state, ...structuredClone(holding) }
    const leaving = Object.keys(had.ids).filter((key) => !Object.hasOwn(items, key))
    const update = { news, had, before: singlesOf(this.set, had), holding, holder, secrets, leaving }
    const name = renamedBy(this.set.of)
    const keysByName = new Map(name ? Object.entries(had.items).map(([key, item]) => [item[name], key]) : [])
    const wanted = Object.entries(items).map(([key, item]) => ({
      key,
      after: name && keysByName.get(item[name]),
      work: () => this.bringAboutItem(key, item, update),
    }))
    const failures = await this.each(news, 'update', holding, wanted, secrets)
    const remembered: Remembered = { others: await this.removal.othersOf(state), leaving: {} }
    if (failures.length === 0) {
      const jobs = await this.removal.jobs(leaving, had, news, holding, remembered)
      failures.push(...(await this.each(had, 'delete', holding, jobs)))
    } else {
      remembered.leaving = owner.leaving ?? {}
      if (leaving.some((key) => !isStranger(key))) failures.push('Nothing was removed from the set.')
    }
    const itemSecrets = itemSecretsOf(this.set, items, secrets, holding.items, owner.secrets)
    const stored = ownerToStore({ ...owner, ...remembered, secrets: itemSecrets })
    const outs = this.outputs({ ...state, ...news, [OWNER]: stored }, holding, owner.secrets)
    if (failures.length === 0) return outs
    const reason = failures.join('\n')
    // Where nothing has come of it, there is nothing to remember.
    if (Object.keys({ ...had.ids, ...holding.ids }).length === 0) throw new ResourceError(reason)
    throw new HalfDone(reason, id, outs)
  }

  /** Creates, updates or replaces the object of one item. Returns its new outputs, if it changed. */
  private async bringAboutItem(key: string, item: Json, update: SetUpdate): Promise<{ outs: Json } | undefined> {
    const { news, had, before, holding, holder, secrets, leaving } = update
    const inputs = this.inputsOf(news, item)
    const maker = { ...holder, secrets: secretsOfItem(secrets, key) }
    if (!Object.hasOwn(had.ids, key)) return this.single.create(inputs, maker)
    const former = before(key)
    const difference = await this.compare(former, news[this.set.parent], item, holder)
    if ('changes' in difference && !difference.changes) return undefined
    if (!('replaces' in difference) || difference.replaces.length === 0) {
      return this.single.update(former.id, former.state, inputs, holder)
    }
    const moved = () => {
      // Under a key that no program has: this update removes it, or else the next one.
      const otherKey = formerKey(key, had.ids[key] ?? '')
      hold(this.set, holding, otherKey, former.state)
      hold(this.set, had, otherKey, former.state)
      leaving.push(otherKey)
    }
    const made = await this.single.create(inputs, maker).catch((error: unknown) => {
      // It is there, though not as it should be.
      if (error instanceof HalfDone) moved()
      throw error
    })
    moved()
    return made
  }

  /** Runs jobs. If a job fails, the others continue. Returns the error messages. */
  private async each(
    state: Json,
    operation: Operation,
    holding: Holding,
    jobs: Job[],
    secrets: readonly SecretPath[] = rememberedPaths(ownerOf(state).secrets),
  ): Promise<string[]> {
    const { set, connection } = this
    const failures = await together(jobs, async ({ key, work }) => {
      try {
        const made = await work()
        if (made) hold(set, holding, key, made.outs)
        return []
      } catch (error) {
        if (error instanceof HalfDone) hold(set, holding, key, error.properties)
        const item = own(itemsOf(state), key)
        const values = forPeople({ ...item, [set.parent]: state[set.parent] }, secretsOfItem(secrets, key))
        return [explain(connection, set.of, operation, values, error).message]
      }
    })
    return failures.flat()
  }

  private compare({ id, state }: Single, parent: unknown, item: Json, declarer: Declarer): Promise<Difference> {
    return this.single.diff(id, state, this.inputsOf({ [this.set.parent]: parent }, item), declarer)
  }

  /** The arguments of an item, as those of a single resource. */
  private inputsOf(inputs: Json, item: Json): Json {
    const { parent } = this.set
    const onConflict = inputs.onConflict === undefined ? {} : { onConflict: inputs.onConflict }
    return { ...item, [parent]: inputs[parent], ...onConflict }
  }

  private async addStrangers(live: Holding, collection: object[], props: Json): Promise<void> {
    const { of } = this.set
    const held = new Set(Object.values(live.ids))
    const { others = {} } = ownerOf(props)
    const username =
      of.isForeign && props.exclusive !== 'all-owners' ? (await this.connection.currentUser()).username : ''
    for (const object of collection) {
      const key = keyOf(of, object)
      if (held.has(key) || Object.hasOwn(others, String(key)) || of.ended?.(object) || of.ours?.(object) === false)
        continue
      if (username && of.isForeign?.(object, username)) continue
      live.items[`${STRANGER}${key}`] = observed(of, object, {})
      live.ids[`${STRANGER}${key}`] = key
    }
  }

  private outputs({ adopted: _, ...state }: Json, holding: Holding, secrets?: ItemSecrets): Json {
    const { ids, tokens } = holding
    const wanted = itemsOf(state)
    const items = Object.fromEntries(
      Object.entries(holding.items).map(([key, item]) => [key, concealed(this.set, key, item, wanted, secrets)]),
    )
    return { ...state, items, ids, ...(secretOf(this.set) && { tokens }) }
  }

  private verifyInstance(values: Json): void {
    this.connection.verifyInstance(values.instance, subject(this.set, values))
  }
}
