import { randomUUID } from 'node:crypto'
import { declaredPart } from '../schema/check'
import { createsItself } from '../schema/container'
import type { ContainerDefinition } from '../schema/define'
import {
  collectionName,
  collectionParams,
  collectionRefOf,
  formatId,
  keyOf,
  type ObjectRef,
  objectRefOf,
} from '../schema/identity'
import type { Json } from '../schema/json'
import { idOf } from '../schema/kind'
import { withoutSecretValues } from '../schema/secret-paths'
import { subject } from '../schema/subject'
import { observed, refreshed, sentFields } from '../schema/wire'
import { now } from '../service/clock'
import type { Connection } from '../service/connection'
import { createdAt, hasMark, holderNow, holderOf, OWNER } from '../service/ownership/mark'
import type { Reference } from '../service/parents'
import { verifyReferences } from '../service/references'
import { BaseReconciler, isNew } from './base-reconciler'
import { unclaimed } from './claim'
import { refuseReplacement } from './container-problem'
import { adoptOrComplete, findOrCreate } from './create-container'
import { declarationOf } from './declaration'
import { releaseObject } from './deleter'
import { changes, differingNames } from './diff'
import { find } from './find'
import { completeOutputs, outputsOf } from './outputs'
import { previewChange, previewContainer, previewedContainer, previewInputs } from './preview'
import { recordContainer } from './record-container'
import { warnOfOtherOwner } from './rotation'
import { sendDelete } from './send-delete'
import { findExisting, sendUpdate } from './update'
import type { Difference, ProgramResource, Verbs } from './verbs'
import { warnOfLive } from './warn-of-live'

/**
 * The operations on resources of projects and groups: each exists before its resource, or is created if the program says
 * so. It can be moved and restored, and is only deleted if an earlier update has ended its protection.
 */
export class ContainerReconciler extends BaseReconciler implements Verbs {
  constructor(
    private readonly definition: ContainerDefinition,
    connection: Connection,
  ) {
    super(definition, connection)
  }

  async diff(id: string, olds: Json, news: Json, resource?: ProgramResource): Promise<Difference> {
    const { definition, connection } = this
    this.verifyInstance(olds)
    const changed = await this.changes(olds, news)
    const isReplaced = this.replacedBy(changed, news).length > 0
    if (isReplaced) await refuseReplacement(definition, connection, olds, news)
    else if (resource) recordContainer(definition, connection, olds, news, resource)
    const ref = objectRefOf(definition, id, olds)
    const reason = definition.container.keptBecause(olds)
    connection.replacedParents.noteKept(definition.identity.parent, ref.parent, reason)
    const holder = holderNow(olds, resource)
    if (isReplaced) connection.ownership.replace(definition, ref, olds, holder)
    else if (resource) connection.ownership.keep(definition, ref, news, holder)
    return changed.size === 0 ? { changes: false } : this.difference(changed, olds, news)
  }

  protected override createsReference(_name: string, news: Json): boolean {
    return createsItself(this.definition, news)
  }

  async preview(olds: Json, inputs: Json, resource: ProgramResource = {}): Promise<void> {
    const { definition, connection } = this
    const changed = changes(definition, olds, inputs)
    if (isNew(olds)) {
      if (await previewContainer(definition, connection, inputs, { mark: randomUUID(), ...resource })) return
    } else if (changed.size > 0) {
      const ref = await previewedContainer(definition, connection, olds)
      if (ref) await previewChange(definition, connection, ref, inputs, changed)
    }
    await previewInputs(definition, connection, inputs, changed, resource)
  }

  async create(inputs: Json, resource: ProgramResource = {}): Promise<{ id: string; outs: Json }> {
    const { definition, connection } = this
    const { secrets, ...holder } = { mark: randomUUID(), ...resource }
    const { ids, isCreated } = await findOrCreate(definition, connection, inputs)
    const collection = collectionRefOf(definition, inputs, ids)
    const desired = { definition, connection, collection, inputs: { ...inputs, ...ids }, holder, secrets }
    await connection.ownership.identifyBesideOthers(definition, collection.parent)
    const { live, sent, claimError } = await adoptOrComplete(desired, isCreated)
    const ref = { ...collection, key: keyOf(definition, live) }
    const id = formatId(definition, ref)
    await this.noteWritten(ref, inputs)
    const declared = declarationOf(definition, inputs, secrets)
    const owner = { ...holder, declared, ...(isCreated && { createdAt: now().toISOString() }) }
    const outs = outputsOf(definition, connection, ref, desired.inputs, live, 'write', { [OWNER]: owner })
    warnOfLive(definition, connection, ref, id, withoutSecretValues(inputs, secrets ?? []), live)
    const completed = await completeOutputs(definition, connection, id, ref, sent, outs, live)
    if (claimError !== undefined) throw unclaimed(desired, id, completed, claimError)
    return { id, outs: completed }
  }

  async read(id: string, props: Json): Promise<{ props: Json; inputs: Json } | undefined> {
    const { definition, connection } = this
    this.verifyInstance(props)
    const ref = objectRefOf(definition, id, props)
    const state = { ...props, [idOf(definition.identity.parent)]: ref.parent }
    const deletionWarning = connection.deletions.warn(definition, state)
    const found = await find(definition, connection, ref, props, 'shared').finally(() => deletionWarning)
    if (typeof found === 'string') return undefined
    connection.ownership.noteState(definition, ref, props)
    const values = { ...collectionParams(definition, ref), ...props, ...refreshed(definition, found.live, props) }
    warnOfLive(definition, connection, ref, id, values, found.live, props)
    const outs = outputsOf(definition, connection, ref, values, found.live, 'read', props)
    return { props: outs, inputs: declaredPart(definition, values) }
  }

  async update(id: string, former: Json, news: Json, resource: ProgramResource = {}): Promise<{ outs: Json }> {
    const { definition, connection } = this
    this.verifyInstance(former)
    const holder = holderNow(former, resource)
    const created = createdAt(former)
    const owner = {
      ...holder,
      declared: declarationOf(definition, news, resource.secrets),
      ...(!hasMark(former) && { mark: randomUUID() }),
      ...(created !== undefined && { createdAt: created }),
    }
    const olds = { ...former, [OWNER]: owner }
    const ref = objectRefOf(definition, id, olds)
    await verifyReferences(definition, connection, olds, news)
    if (news.restore !== true) await connection.deletions.warn(definition, { ...olds, ...news })
    const changed = changes(definition, olds, news)
    // Another spelling of the reference.
    changed.delete(definition.identity.parent)
    let live = await findExisting(definition, connection, ref, olds)
    // Pulumi repeats a failed update even if a refresh has corrected the state since.
    const differing = () =>
      differingNames(sentFields(definition), news, observed(definition, live, { ...olds, ...news }))
    const due = changed.size === 0 ? new Set(differing()) : changed
    const sent = sentFields(definition).filter((name) => due.has(name))
    if (sent.length > 0) {
      const change = { inputs: news, changed: new Set(sent), live }
      live = await sendUpdate(definition, connection, ref, olds, change)
      connection.ownership.noteUpdate(definition, ref, olds, news)
      await this.noteWritten(ref, news)
    }
    // The ledger contains the resource with the former mark of its state.
    if (!hasMark(former)) {
      connection.ownership.giveUp(definition, ref, holder)
      connection.ownership.claim(definition, ref, news, owner)
    }
    const outs = outputsOf(definition, connection, ref, news, live, 'write', olds)
    warnOfLive(definition, connection, ref, id, withoutSecretValues(news, resource.secrets ?? []), live)
    return { outs: await completeOutputs(definition, connection, id, ref, sent, outs, live) }
  }

  /** Notes that the project or group was written. The update can create objects in one that it has just restored. */
  private async noteWritten(ref: ObjectRef, inputs: Json): Promise<void> {
    const { definition, connection } = this
    connection.snapshots.markWritten(collectionName(definition, ref), ref.key)
    if (inputs.restore !== true) return
    const noun = definition.identity.parent
    await connection.deletions.forgetRestored(noun, [ref.parent, inputs[noun] as Reference])
  }

  async delete(id: string, props: Json): Promise<void> {
    const { definition, connection } = this
    this.verifyInstance(props)
    const holder = holderOf(props)
    const ref = objectRefOf(definition, id, props)
    const other = await releaseObject(definition, connection, ref, props, holder)
    if (other) return warnOfOtherOwner(definition, connection, id, props, other)
    const reason = definition.container.keptBecause(props)
    if (reason !== undefined) return connection.warn(`${subject(definition, props)} (id ${id}) is kept: ${reason}`)
    const found = await find(definition, connection, ref, props, 'recent')
    if (typeof found === 'string') connection.ownership.gone(definition, ref, holder)
    else await sendDelete(definition, connection, ref, props, holder)
  }
}
