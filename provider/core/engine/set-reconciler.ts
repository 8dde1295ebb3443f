import { randomUUID } from 'node:crypto'
import { declaredPart } from '../schema/check'
import { type Json, own } from '../schema/json'
import { idOf } from '../schema/kind'
import { type SecretPath, secretsOfItem, withoutSecretValues } from '../schema/secret-paths'
import type { SetKind } from '../schema/set'
import { subject } from '../schema/subject'
import type { Connection } from '../service/connection'
import { diagnose } from '../service/explain'
import { type Job, runJobs } from '../service/jobs'
import { holderOf, OWNER } from '../service/ownership/mark'
import { writesRecords } from '../service/preview-records'
import { resolve, verifyReferences } from '../service/references'
import { InitFailed, ObjectLost, ResourceError } from '../service/resource-error'
import { BaseReconciler, isNew } from './base-reconciler'
import { type Declaration, declarationOfItems } from './declaration'
import { changes } from './diff'
import { Reconciler } from './reconciler'
import { describeKeys, SetItems } from './set-items'
import { SetPreview } from './set-preview'
import { SetReader } from './set-reader'
import { type Remembered, SetRemoval } from './set-removal'
import { type ItemSecrets, itemSecretsOf, rememberedPaths, withSecretsMarked } from './set-secrets'
import {
  byCurrentKeys,
  contentsOf,
  isUnmanaged,
  itemsOf,
  objectRefOfItem,
  ownerOf,
  ownerToStore,
  remove,
  secretOf,
  type SetContents,
  type SetOwner,
  singlesOf,
  store,
} from './set-state'
import type { Difference, ProgramResource, Verbs } from './verbs'

/** The operations on sets of objects, which apply those of the single object to each item. */
export class SetReconciler extends BaseReconciler implements Verbs {
  private readonly single: Reconciler
  private readonly items: SetItems
  private readonly reader: SetReader
  private readonly removal: SetRemoval
  private readonly previewed: SetPreview

  constructor(
    private readonly set: SetKind,
    connection: Connection,
  ) {
    super(set, connection)
    this.single = new Reconciler(set.of, connection)
    this.items = new SetItems(set, this.single)
    this.reader = new SetReader(set, connection, this.single)
    this.removal = new SetRemoval(set, connection, this.single)
    this.previewed = new SetPreview(set, connection, this.items, this.reader, this.removal)
  }

  async diff(_id: string, olds: Json, news: Json, resource?: ProgramResource): Promise<Difference> {
    const { set, connection } = this
    this.verifyInstance(olds)
    const owner = ownerOf(olds)
    const wanted = itemsOf(news)
    const found = resource ? await this.removal.unmanagedOfOthers(olds, wanted, { ...owner, ...resource }) : []
    // Items that `ignoreChanges` keeps are unchanged.
    const unmanaged = found.filter(({ key }) => !Object.hasOwn(wanted, key))
    const leaving = Object.keys(owner.leaving ?? {}).filter((key) => !Object.hasOwn(wanted, key))
    const ignored = new Set([...unmanaged.map(({ key }) => key), ...leaving])
    const items = Object.fromEntries(Object.entries(itemsOf(olds)).filter(([key]) => !ignored.has(key)))
    const changed = await this.changes({ ...olds, items }, news)
    const replaces = this.replacedBy(changed, news)
    // Records which objects the set keeps, and which it replaces.
    const state = { ...olds, ...byCurrentKeys(set, olds, wanted), [OWNER]: owner }
    const single = singlesOf(set, state)
    const holder = { ...owner, name: resource?.name ?? owner.name }
    for (const key of Object.keys(state.ids)) {
      const item = own(wanted, key)
      if (replaces.length > 0) {
        connection.ownership.replace(set.of, objectRefOfItem(set, state, key), single(key).state, holder)
      } else if (item && resource) {
        // The unmanaged objects of an exclusive set are differences.
        const onConflict = news.exclusive ? 'create' : news.onConflict
        await this.items.compare(single(key), olds[set.identity.parent], { ...item, onConflict }, resource)
      } else if (resource && !isUnmanaged(key)) {
        connection.ownership.noteState(set.of, objectRefOfItem(set, state, key), { [OWNER]: holder })
      }
    }
    if (changed.size > 0) return this.difference(changed)
    const hasOthers = unmanaged.some(({ isDeclaredHere }) => !isDeclaredHere)
    const forgotten =
      resource && Object.keys(await this.removal.othersOf(olds)).length < Object.keys(owner.others ?? {}).length
    if (!hasOthers && forgotten !== true && leaving.length === 0) return { changes: false }
    // The engine would display objects of other resources as removed, although the update keeps them.
    return { changes: true, displayed: [] }
  }

  async preview(olds: Json, inputs: Json, resource: ProgramResource = {}): Promise<void> {
    const { set } = this
    // A preview only has the inputs of the state. Each item that was declared has an object.
    const items = itemsOf(olds)
    const declared = { items, ids: Object.fromEntries(Object.keys(items).map((key) => [key, key])) }
    const former = byCurrentKeys(set, declared, itemsOf(inputs))
    const created = this.items.added(former, inputs)
    const names = describeKeys(created.map(([key]) => key))
    const what = created.length > 0 ? `${names} of ${subject(set, inputs)}` : undefined
    if (await this.reportPreventedCreate(olds, inputs, what)) return
    await this.previewed.warnOfChanges(former.items, inputs, resource)
    if (writesRecords()) {
      if (inputs.exclusive && !olds.exclusive) await this.previewed.recordUnmanaged(inputs, resource)
      await this.previewed.recordDeletions(Object.keys(former.items), inputs, resource)
    }
    await Promise.all(
      created.map(([key, item]) => {
        const holder = isNew(olds) ? resource : holderOf(olds)
        const secrets = secretsOfItem(resource.secrets ?? [], key)
        return this.single.preview({}, this.items.inputsOf(inputs, item), { ...holder, secrets })
      }),
    )
  }

  async create(inputs: Json, resource: ProgramResource = {}): Promise<{ id: string; outs: Json }> {
    const { set, connection } = this
    await connection.deletions.refuse(set, inputs)
    const ids = await resolve(set, connection, inputs)
    const id = `${String(ids[idOf(set.identity.parent)])}/${set.kind}/${randomUUID()}`
    const owner = { mark: randomUUID(), name: resource.name }
    const state = { ...inputs, ...ids, instance: connection.instance, [OWNER]: owner }
    return { id, outs: await this.reconcile(id, state, inputs, contentsOf({}), resource) }
  }

  /** Reads the live values. Deleted objects have no item. If the set is exclusive, unmanaged objects have one. */
  async read(_id: string, props: Json): Promise<{ props: Json; inputs: Json }> {
    const { set, connection } = this
    this.verifyInstance(props)
    const deletionWarning = connection.deletions.warn(set, props)
    const live = await this.reader.read(props)
    await deletionWarning
    const outs = this.outputs({ ...props, instance: connection.instance }, live)
    return { props: outs, inputs: declaredPart(set, outs) }
  }

  facts(state: Json): Promise<ReadonlyMap<string, Json>> {
    return this.reader.facts(state)
  }

  async update(id: string, olds: Json, news: Json, resource: ProgramResource = {}): Promise<{ outs: Json }> {
    const { set, connection } = this
    this.verifyInstance(olds)
    await verifyReferences(set, connection, olds, news)
    const owner: SetOwner = { ...ownerOf(olds), ...(resource.name !== undefined && { name: resource.name }) }
    const state = { ...olds, ...news, items: olds.items, instance: connection.instance, [OWNER]: owner }
    const had = byCurrentKeys(set, olds, itemsOf(news))
    const added = this.items.added(had, news).map(([key]) => key)
    if (added.length > 0) {
      await connection.deletions.refuse(set, news, `${describeKeys(added)} of ${subject(set, news)} cannot be created`)
    } else await connection.deletions.warn(set, { ...olds, ...news })
    return { outs: await this.reconcile(id, state, news, had, resource) }
  }

  async delete(_id: string, props: Json): Promise<void> {
    this.verifyInstance(props)
    const contents = contentsOf(props)
    const declared = Object.keys(contents.ids).filter((key) => !isUnmanaged(key))
    const single = singlesOf(this.set, props)
    const { leaving } = ownerOf(props)
    const jobs = declared.map((key) => ({
      key,
      operation: 'delete' as const,
      work: async () => void (await this.removal.removeItem(single(key), own(leaving, key))),
    }))
    const failures = await this.runAll(props, contents, jobs)
    if (failures.length > 0) throw new ResourceError(failures.join('\n'))
  }

  /** Creates, updates and removes objects as declared. Keeps `contents` up to date, also if a job fails. */
  private async reconcile(
    id: string,
    state: Json,
    news: Json,
    contents: SetContents,
    { secrets = [] }: ProgramResource,
  ): Promise<Json> {
    const items = itemsOf(news)
    const owner = ownerOf(state)
    const holder = { mark: owner.mark, name: owner.name }
    const had: Json & SetContents = { ...state, ...structuredClone(contents) }
    const leaving = Object.keys(had.ids).filter((key) => !Object.hasOwn(items, key))
    const jobs = this.items.jobs({
      news,
      had,
      before: singlesOf(this.set, had),
      contents,
      holder,
      secrets,
      removed: leaving,
    })
    const failures = await this.runAll(news, contents, jobs, secrets)
    const remembered: Remembered = { others: await this.removal.othersOf(state), leaving: {} }
    if (failures.length === 0) {
      const removals = await this.removal.jobs(leaving, had, news, contents, remembered)
      failures.push(...(await this.runAll(had, contents, removals)))
    } else {
      remembered.leaving = owner.leaving ?? {}
      if (leaving.some((key) => !isUnmanaged(key))) failures.push('Nothing was removed from the set.')
    }
    const itemSecrets = itemSecretsOf(this.set, items, secrets, contents.items, owner.secrets)
    const declared = this.declared(items, contents, secrets, owner)
    const stored = ownerToStore({ ...owner, ...remembered, secrets: itemSecrets, declared })
    const outs = this.outputs({ ...state, ...news, [OWNER]: stored }, contents, owner.secrets)
    if (failures.length === 0) return outs
    const reason = failures.join('\n')
    // Without any object, there is nothing to store.
    if (Object.keys({ ...had.ids, ...contents.ids }).length === 0) throw new ResourceError(reason)
    throw new InitFailed(reason, id, outs)
  }

  /** The declaration of the items. One whose job has failed keeps the former one. */
  private declared(
    items: Record<string, Json>,
    contents: SetContents,
    secrets: readonly SecretPath[],
    { declared: former = {} }: SetOwner,
  ): Declaration {
    const { set } = this
    const applied = Object.fromEntries(
      Object.entries(items).flatMap(([key, item]) => {
        const current = own(contents.items, key)
        return current && changes(set.of, current, item).size === 0 ? [[key, current]] : []
      }),
    )
    const kept = Object.entries(former).filter(([key]) => Object.hasOwn(items, key))
    return { ...Object.fromEntries(kept), ...declarationOfItems(set, applied, secrets) }
  }

  /** Runs jobs. If a job fails, the others continue. Returns the error messages. */
  private async runAll(
    state: Json,
    contents: SetContents,
    jobs: Job[],
    secrets: readonly SecretPath[] = rememberedPaths(ownerOf(state).secrets),
  ): Promise<string[]> {
    const { set, connection } = this
    const failures = await runJobs(jobs, async ({ key, operation, work }) => {
      try {
        const created = await work()
        if (created) store(set, contents, key, created.outs)
        return []
      } catch (error) {
        if (error instanceof ObjectLost) remove(contents, key)
        else if (error instanceof InitFailed) store(set, contents, key, error.properties)
        const item = own(itemsOf(state), key)
        const values = withoutSecretValues(
          { ...item, [set.identity.parent]: state[set.identity.parent] },
          secretsOfItem(secrets, key),
        )
        const { message } = await diagnose(connection, set.of, operation, values, error)
        const isDeleted = operation === 'update' && !Object.hasOwn(contents.ids, key) && !(error instanceof ObjectLost)
        return [isDeleted ? `${message} ${REPLACED}` : message]
      }
    })
    return failures.flat()
  }

  private outputs({ adopted: _, ...state }: Json, contents: SetContents, secrets?: ItemSecrets): Json {
    const { ids, tokens, subjectIds } = contents
    const wanted = itemsOf(state)
    const items = Object.fromEntries(
      Object.entries(contents.items).map(([key, item]) => [
        key,
        withSecretsMarked(this.set, key, item, wanted, secrets),
      ]),
    )
    // States of programs without names do not have the output.
    const hasNames = Object.keys(subjectIds).length > 0 || 'subjectIds' in state
    return { ...state, items, ids, ...(secretOf(this.set) && { tokens }), ...(hasNames && { subjectIds }) }
  }
}

/** For an object whose replacement could not be created after it was deleted. */
const REPLACED = 'The object to be replaced was already deleted. Run "pulumi up" again to create the new one.'
