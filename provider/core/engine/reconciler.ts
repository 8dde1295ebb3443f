import { randomUUID } from 'node:crypto'
import { declaredPart } from '../schema/check'
import type { Definition } from '../schema/define'
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
import { idOf, referencesOf } from '../schema/kind'
import { withoutSecretValues } from '../schema/secret-paths'
import { subject } from '../schema/subject'
import { dropRenamedSubjects } from '../schema/subject-ids'
import { hasUnknown } from '../schema/unknown'
import { observed, refreshed, sentFields } from '../schema/wire'
import type { Connection } from '../service/connection'
import { explain, failed } from '../service/explain'
import { resolveSubjects, warnOfSubjects } from '../service/named-subjects'
import type { Holder } from '../service/ownership/holder'
import { hasMark, holderNow, holderOf, OWNER } from '../service/ownership/mark'
import { resolve, verifyReferences } from '../service/references'
import { InitFailed, ResourceError } from '../service/resource-error'
import { BaseReconciler, type Changes, isNew } from './base-reconciler'
import { unclaimed } from './claim'
import { snapshotOf } from './collection'
import { Creator } from './creator'
import { declarationOf } from './declaration'
import { Deleter } from './deleter'
import { changes, differingNames } from './diff'
import { warnOfDuplicates } from './duplicates'
import { hasEnded, isExpired } from './expired'
import { find } from './find'
import { isNamedBy, previewNamesakes, warnOfNamesakes } from './namesakes'
import { completeOutputs, outputsOf } from './outputs'
import { foresees, looksUp, previewAdoption, previewChange, previewInputs } from './preview'
import { recordRecreation, recreates, updateRecreates, warnOfRecreation } from './recreation'
import { informOfPause, mayBeRefused, warnOfLoss } from './replacement'
import { Rotation } from './rotation'
import { lockName, sendRename } from './taken-name'
import { warnOfTwins } from './twins'
import { findExisting, sendUpdate } from './update'
import type { Difference, ProgramResource, Verbs } from './verbs'
import { warnOfExpiry, warnOfLive } from './warn-of-live'

/** The operations on resources of a kind of object. */
export class Reconciler extends BaseReconciler implements Verbs {
  private readonly rotation: Rotation
  private readonly deleter: Deleter
  constructor(
    private readonly definition: Definition,
    connection: Connection,
  ) {
    super(definition, connection)
    this.rotation = new Rotation(definition, connection)
    this.deleter = new Deleter(definition, connection, this.rotation)
  }

  async diff(id: string, olds: Json, news: Json, resource?: ProgramResource): Promise<Difference> {
    const { definition, connection } = this
    this.verifyInstance(olds)
    const scheduled = this.rotation.scheduled(olds, news, resource !== undefined)
    const changed = await this.changes(olds, scheduled)
    if (resource && this.rotation.isDue(olds)) this.rotation.replaceOn(news).forEach((name) => changed.add(name))
    const replaces = this.replacedBy(changed, news)
    await this.verifyReplacement(changed, olds, news, resource)
    const ref = objectRefOf(definition, id, olds)
    if (resource && replaces.length > 0) await warnOfLoss(definition, connection, ref, news, resource)
    const holder = holderNow(olds, resource)
    for (const one of [ref, this.rotation.predecessorOf(olds)]) {
      if (one && replaces.length > 0) connection.ownership.replace(definition, one, olds, holder)
      else if (one && resource) connection.ownership.keep(definition, one, news, holder)
    }
    if (resource && replaces.length === 0) {
      await warnOfTwins(definition, connection, ref, scheduled, this.rotation.predecessorOf(olds))
    }
    if (changed.size === 0) return { changes: this.rotation.isDue(olds) }
    const problem = replaces.length === 0 && resource && this.problemOfUpdate(olds, news)
    if (problem) connection.warnOfFailure(`The update would fail: ${problem}`)
    // The engine sees only what the program declares.
    if (differingNames(changed, scheduled, news).length === changed.size) return { changes: true }
    const difference = this.difference(changed, olds, news)
    if (!resource || !difference.deleteBeforeReplace || hasUnknown(news)) return difference
    if (await mayBeRefused(definition, connection, ref, news)) return { replaces, deleteBeforeReplace: false }
    if (replaces.length > 0) informOfPause(definition, connection, news, resource)
    return difference
  }

  protected override replacedBy(changed: Changes, news: Json): string[] {
    return [...super.replacedBy(changed, news), ...this.rotation.replaceOn(news).filter((name) => changed.has(name))]
  }

  async create(inputs: Json, resource: ProgramResource = {}): Promise<{ id: string; outs: Json }> {
    await this.connection.deletions.refuse(this.definition, inputs)
    return this.createObject(inputs, {}, { mark: randomUUID(), ...resource })
  }

  async preview(olds: Json, inputs: Json, resource: ProgramResource = {}): Promise<void> {
    const { definition, connection } = this
    const created = isNew(olds) ? subject(definition, inputs) : undefined
    const isPrevented = await this.reportPreventedCreate(olds, inputs, created)
    const changed = changes(definition, olds, inputs)
    const isChanged = changed.size > 0
    if (isChanged && (await warnOfSubjects(definition, connection, olds, inputs, resource.secrets))) return
    if (created === undefined && (await updateRecreates(definition, connection, olds, inputs))) {
      warnOfRecreation(definition, connection, subject(definition, withoutSecretValues(inputs, resource.secrets ?? [])))
      recordRecreation(definition, connection, inputs, resource)
    }
    if (created === undefined && isChanged && foresees(definition)) {
      await previewChange(definition, connection, objectRefOf(definition, '', olds), inputs, changed)
    }
    if (isPrevented) return
    const isFound = created !== undefined && looksUp(definition, inputs)
    if (!isFound) await this.findReferences(olds, inputs)
    const exists =
      created !== undefined &&
      (await previewAdoption(definition, connection, inputs, { mark: randomUUID(), ...resource }))
    if (!isChanged || exists) return
    await previewInputs(definition, connection, inputs, changed, resource)
    await previewNamesakes(definition, connection, olds, inputs, resource)
  }

  /** Creates an object: the first one of a resource, or the successor of that of the state `olds`, whose id is kept. */
  private async createObject(
    inputs: Json,
    olds: Json,
    { secrets, ...holder }: ProgramResource,
    formerId?: string,
  ): Promise<{ id: string; outs: Json }> {
    const { definition, connection } = this
    const replaced = connection.ownership.statesReplacedBy(holder)
    const ids = {
      ...(await resolve(definition, connection, inputs)),
      ...(await resolveSubjects(definition, connection, 'create', inputs, [olds, ...replaced])),
    }
    const collection = collectionRefOf(definition, inputs, ids)
    const desired = { definition, connection, collection, inputs: { ...inputs, ...ids }, holder, secrets }
    const creator = new Creator(desired, formerId !== undefined)
    await connection.ownership.identifyBesideOthers(definition, collection.parent)
    const { live, inputs: adoptedInputs, sent, secretError, claimError } = await creator.run()
    const ref = { ...collection, key: keyOf(definition, live) }
    const id = formerId ?? formatId(definition, ref)
    this.markWritten(ref)
    const declared = declarationOf(definition, { ...inputs, ...adoptedInputs }, secrets)
    const owner = { ...holder, declared }
    const outs = outputsOf(definition, connection, ref, { ...inputs, ...ids, ...adoptedInputs }, live, 'write', {
      ...olds,
      [OWNER]: owner,
    })
    if (secretError !== undefined) {
      const reason = explain(connection, definition, 'create', inputs, secretError).message
      throw new InitFailed(`${reason} It exists (id ${id}), but its secret was lost. Run "pulumi up" again.`, id, {
        ...outs,
        ...definition.rotation?.secretLost,
      })
    }
    warnOfLive(definition, connection, ref, id, withoutSecretValues(inputs, secrets ?? []), live)
    if (adoptedInputs === undefined) await warnOfNamesakes(desired, ref)
    const completed = await completeOutputs(definition, connection, id, ref, sent, outs, live)
    if (claimError !== undefined) throw unclaimed(desired, id, completed, claimError)
    return { id, outs: completed }
  }

  async read(id: string, props: Json): Promise<{ props: Json; inputs: Json } | undefined> {
    const { definition, connection } = this
    this.verifyInstance(props)
    const ref = objectRefOf(definition, id, props)
    const deletionWarning = connection.deletions.warn(definition, {
      ...props,
      [idOf(definition.identity.parent)]: ref.parent,
    })
    const found = await find(definition, connection, ref, props, 'shared').finally(() => deletionWarning)
    if (found === 'gone') return undefined
    connection.ownership.noteState(definition, ref, props)
    if (found === 'expired') {
      warnOfExpiry(definition, connection, id, props)
      return { props, inputs: declaredPart(definition, props) }
    }
    const values = { ...collectionParams(definition, ref), ...props, ...refreshed(definition, found.live, props) }
    if (isExpired(definition, values)) warnOfExpiry(definition, connection, id, values)
    // Kinds that are read from their list need no request for this.
    if (definition.existence?.duplicates && !definition.api.read) {
      warnOfDuplicates(definition, connection, values, found.live, await snapshotOf(definition, connection, ref).all())
    }
    warnOfLive(definition, connection, ref, id, values, found.live, props)
    const outs = outputsOf(definition, connection, ref, values, found.live, 'read', props)
    // A read does not return a lost secret. Only a write does.
    const lostSecret = this.rotation.isDue(props) ? definition.rotation?.secretLost : {}
    return { props: { ...outs, ...lostSecret, ...found.outputs }, inputs: declaredPart(definition, values) }
  }

  async update(id: string, former: Json, wanted: Json, resource: ProgramResource = {}): Promise<{ outs: Json }> {
    const { definition, connection } = this
    this.verifyInstance(former)
    const scheduled = this.rotation.scheduled(former, wanted, true)
    const holder = holderNow(former, resource)
    const declared = declarationOf(definition, scheduled, resource.secrets)
    const owner = { ...holder, declared, ...(!hasMark(former) && { mark: randomUUID() }) }
    const olds = { ...former, [OWNER]: owner }
    let ref = objectRefOf(definition, id, olds)
    await verifyReferences(definition, connection, olds, scheduled)
    const news = { ...scheduled, ...(await resolveSubjects(definition, connection, 'update', scheduled, [olds])) }
    await connection.deletions.warn(definition, { ...olds, ...news })
    let changed = changes(definition, olds, news)
    dropRenamedSubjects(definition, olds, news, changed)
    for (const name of referencesOf(definition)) changed.delete(name)
    if (this.rotation.beginsOverlap(news, changed, olds)) return this.createSuccessor(id, olds, news, holder)
    if (await hasEnded(definition, connection, ref, olds)) {
      if (!isExpired(definition, news)) return this.createAnother(id, olds, news)
      warnOfExpiry(definition, connection, id, news)
      return { outs: { ...olds, ...news } }
    }
    const released = await this.rotation.releasePredecessor(olds, news, holder)
    const due = this.rotation.isDue(olds)
    let live: object = {}
    if (definition.api.fetchFirst || changed.size === 0) {
      const found = await this.findToUpdate(ref, olds, changed)
      live = found ?? {}
      if (found) ref = { ...ref, key: keyOf(definition, found) }
      // Pulumi repeats a failed update even if a refresh has corrected the state since.
      if (changed.size === 0) {
        const current = found && observed(definition, found, { ...olds, ...news })
        changed = new Set(current ? differingNames(sentFields(definition), news, current) : sentFields(definition))
      }
    }
    const problem = changed.size > 0 && this.problemOfUpdate(olds, news)
    if (problem) throw new ResourceError(problem)
    const sent = sentFields(definition).filter((name) => changed.has(name))
    const sentNames = sent.length > 0 ? [...sent, ...(definition.api.sendWith?.('update', changed, news) ?? [])] : []
    if (sent.length > 0 || due) {
      const change = { inputs: news, changed: new Set(sent), live }
      const send = () =>
        lockName(connection, definition, ref, () => sendUpdate(definition, connection, ref, olds, change))
      live = await sendRename({ definition, connection, collection: ref, inputs: news, holder }, send)
      connection.ownership.noteUpdate(definition, ref, olds, news)
      this.markWritten(ref)
    }
    // The ledger contains the resource with the former mark of its state.
    if (!hasMark(former)) {
      connection.ownership.giveUp(definition, ref, holder)
      connection.ownership.claim(definition, ref, news, olds[OWNER])
    }
    const outs = outputsOf(definition, connection, ref, news, live, 'write', { ...olds, ...released })
    warnOfLive(definition, connection, ref, id, withoutSecretValues(news, resource.secrets ?? []), live)
    if (isNamedBy(definition, changed)) {
      const { secrets } = resource
      await warnOfNamesakes({ definition, connection, collection: ref, inputs: news, secrets }, ref)
    }
    return { outs: await completeOutputs(definition, connection, id, ref, sentNames, outs, live) }
  }

  /** Finds the object of the state. Undefined if it does not exist, and an update creates it again. */
  private async findToUpdate(ref: ObjectRef, olds: Json, changed: ReadonlySet<string>): Promise<object | undefined> {
    const { definition, connection } = this
    if (!(await recreates(definition, connection, changed))) return findExisting(definition, connection, ref, olds)
    const found = await find(definition, connection, ref, olds)
    return typeof found === 'string' ? undefined : found.live
  }

  /** Creates the successor of the object of the state, which works beside it for some time. */
  private async createSuccessor(id: string, olds: Json, news: Json, holder: Holder): Promise<{ outs: Json }> {
    return this.createAnother(id, await this.rotation.beginOverlap(id, olds, news, holder), news)
  }

  /** Creates the object with which the resource of the state continues. */
  private async createAnother(id: string, olds: Json, news: Json): Promise<{ outs: Json }> {
    const { adoptId, ...inputs } = news
    const { outs } = await this.createObject(inputs, olds, olds[OWNER] as Holder, id)
    return { outs: { ...outs, ...(adoptId !== undefined && { adoptId }) } }
  }

  async delete(id: string, props: Json): Promise<void> {
    await this.deleteUnlessHeld(id, props)
  }

  /** Deletes the object, unless another resource owns it. Returns that resource. */
  async deleteUnlessHeld(id: string, props: Json): Promise<Holder | undefined> {
    this.verifyInstance(props)
    return this.deleter.delete(id, props)
  }

  /** Ends the claim to the object of a state, which is kept on the service. */
  retain(id: string, props: Json): void {
    this.connection.ownership.giveUp(this.definition, objectRefOf(this.definition, id, props), holderOf(props))
  }

  /** Why the service would refuse an update, as a message. Arguments that are not known yet cannot be judged. */
  private problemOfUpdate(olds: Json, news: Json): string | undefined {
    const { definition } = this
    if (hasUnknown(news)) return undefined
    const problem = definition.api.problemOfUpdate?.(olds, news)
    return problem && `${failed(definition, 'update', news)}. ${problem}`
  }

  private markWritten(ref: ObjectRef): void {
    this.connection.snapshots.markWritten(collectionName(this.definition, ref), ref.key)
  }
}
