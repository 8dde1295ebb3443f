import { NotFound } from '../../../sdk'
import type { Action } from '../schema/action'
import { declaredPart } from '../schema/check'
import { isKey } from '../schema/identity'
import { InvalidResponse } from '../schema/invalid-response'
import type { Json } from '../schema/json'
import { idOf, type Parents } from '../schema/kind'
import { meaningOf } from '../schema/natural-key'
import { hasComputedKey, keyIn } from '../schema/object-key'
import type { CollectionParams } from '../schema/params'
import { subject } from '../schema/subject'
import { computedValues } from '../schema/wire'
import type { Connection } from '../service/connection'
import { explain, outcomeUnknown } from '../service/explain'
import { readResponse } from '../service/lost'
import { resolve, verifyReferences } from '../service/references'
import { InitFailed, ResourceError } from '../service/resource-error'
import { BaseReconciler, isNew } from './base-reconciler'
import { changes, differingNames } from './diff'
import { sendOnce } from './send-once'
import type { Difference, ProgramResource, Verbs } from './verbs'

/** The operations on resources of a kind of action. */
export class ActionReconciler extends BaseReconciler implements Verbs {
  constructor(
    private readonly action: Action,
    connection: Connection,
  ) {
    super(action, connection)
  }

  async diff(_id: string, olds: Json, news: Json, resource?: ProgramResource): Promise<Difference> {
    this.verifyInstance(olds)
    const changed = await this.changes(olds, news)
    if (changed.size === 0) return { changes: false }
    await this.verifyReplacement(changed, olds, news, resource)
    return this.difference(changed)
  }

  async create(inputs: Json): Promise<{ id: string; outs: Json }> {
    const { action, connection } = this
    await connection.deletions.refuse(action, inputs)
    const resolved = { ...inputs, ...(await resolve(action, connection, inputs)) }
    this.warnOfRisk(resolved)
    const live = await this.perform(resolved)
    const { instance } = connection
    const outs = { ...resolved, ...this.emptyOutputs(), instance, ...computedValues(action, live, 'write') }
    const id = action.idOf(outs)
    const isDue = this.changeable().some((name) => changes(action, {}, inputs).has(name))
    return { id, outs: await this.complete(id, outs, live, isDue) }
  }

  async preview(olds: Json, inputs: Json): Promise<void> {
    const created = isNew(olds) ? subject(this.action, inputs) : undefined
    if (!(await this.reportPreventedCreate(olds, inputs, created))) await this.findReferences(olds, inputs)
  }

  /**
   * Reads the current result. If the service no longer has it, the state is returned: an action is never reported as
   * deleted.
   */
  async read(_id: string, props: Json): Promise<{ props: Json; inputs: Json }> {
    const { action, connection } = this
    this.verifyInstance(props)
    const deletionWarning = connection.deletions.warn(action, props)
    const live = await this.readLive(props).finally(() => deletionWarning)
    const outs = live ? { ...props, ...action.observed?.(live, props), ...computedValues(action, live, 'read') } : props
    return { props: { ...outs, instance: connection.instance }, inputs: declaredPart(action, outs) }
  }

  async update(id: string, olds: Json, news: Json): Promise<{ outs: Json }> {
    const { action, connection } = this
    this.verifyInstance(olds)
    await verifyReferences(action, connection, olds, news)
    await connection.deletions.warn(action, { ...olds, ...news })
    const outs = { ...olds, ...news, instance: connection.instance }
    // After a failure, the state can contain values that were not applied.
    const live = await this.readLive(outs)
    const due = live && differingNames(this.changeable(), news, action.observed?.(live, outs) ?? {}).length > 0
    return { outs: await this.complete(id, outs, live, due === true) }
  }

  async delete(id: string, props: Json): Promise<void> {
    const { action, connection } = this
    this.verifyInstance(props)
    this.warnOfRisk(props)
    let warning: string | undefined
    try {
      warning = await action.undo(connection.api, props)
    } catch (error) {
      // A result that the service no longer has needs no cleanup.
      if (!NotFound.is(error) || error.routeMissing) throw error
    }
    if (warning !== undefined) connection.warn(`${subject(action, props)} (id ${id}) ${warning}.`)
  }

  /**
   * Performs the action. Identical actions run one after another, so that a lost response can be assigned to its
   * action.
   */
  private perform(inputs: Json): Promise<object> {
    const { action, connection } = this
    const at = (
      action.identity.parent ? { [action.identity.parent]: inputs[idOf(action.identity.parent)] } : {}
    ) as CollectionParams<keyof Parents>
    const recent = async () => {
      const found = await action.recent(connection.api, inputs, at)
      return found.map((live) => this.verified(live))
    }
    const identity = action.replaceOn
      .filter((name) => !action.input[name]?.local)
      .map((name) => inputs[idOf(name)] ?? meaningOf(action, name, inputs[name]))
    return connection.locks.run(`${action.kind} ${JSON.stringify(identity)}`, async () => {
      const earlier = await recent()
      const before = new Set(earlier.map((live) => this.keyOf(live)))
      const findCreated = async () => {
        const results: object[] = []
        for (const live of await readResponse(connection, recent)) {
          if (before.has(this.keyOf(live)) || !this.isUnclaimed(live)) continue
          if ((await action.isResultOf?.(connection.api, inputs, live)) ?? true) results.push(live)
        }
        return results
      }
      const idsOf = (lives: object[]) => lives.map((live) => this.keyOf(live)).join(', ')
      return sendOnce<object, object>({
        send: async () => this.claimed(this.verified(await action.perform(connection.api, inputs, at, earlier))),
        created: () =>
          findCreated().catch((failed: unknown) => {
            throw outcomeUnknown(connection, action, inputs, 'been started', failed)
          }),
        found: (live) => this.claimed(live),
        ambiguous: (created) =>
          new ResourceError(
            `${subject(action, inputs)} may have been started, but the response was lost, and ${idsOf(created)} all match. ` +
              `No further request was sent. Check whether one of them is the right one. If not, run "pulumi up" again.`,
          ),
        warnOfLate: (created) =>
          connection.warn(
            `${subject(action, inputs)} was sent again because the response was lost, and ${idsOf(created)} also matches. ` +
              `Unless another user started it, the action was performed twice.`,
          ),
      })
    })
  }

  private warnOfRisk(inputs: Json): void {
    const risk = this.action.risk?.(inputs)
    if (risk !== undefined) this.connection.warn(`${subject(this.action, inputs)}: ${risk}.`)
  }

  /**
   * Completes a performed action: updates it, and waits for its end. If this fails, the state must contain the action.
   */
  private async complete(id: string, outs: Json, live: object | undefined, due: boolean): Promise<Json> {
    const { action, connection } = this
    let now = outs
    const addOutputs = (response: object) => (now = { ...now, ...computedValues(action, response, 'write') })
    try {
      if (live) addOutputs(live)
      if (due && action.change) addOutputs(this.verified(await action.change(connection.api, outs)))
      const { ending } = action
      if (!ending?.isAwaited(outs)) return now
      const last = await this.wait(now, live, addOutputs)
      if (!last) return now
      const failure = await ending.failure(connection.api, last, now)
      if (failure !== undefined) throw new ResourceError(`${subject(action, now)} ${failure}`)
      const warning = ending.warning?.(last)
      if (warning !== undefined) connection.warn(`${subject(action, now)} (id ${id}) ${warning}.`)
      return now
    } catch (error) {
      throw new InitFailed(explain(connection, action, 'create', now, error).message, id, now)
    }
  }

  /** Waits for the end of the action. Returns its last result, or undefined if the service no longer has it. */
  private async wait(
    state: Json,
    first: object | undefined,
    onRead: (live: object) => void,
  ): Promise<object | undefined> {
    const { action, connection } = this
    let live = first
    for (let reads = 1; live && action.ending && !action.ending.isReached(live, reads); reads++) {
      connection.status(`${subject(action, state)}: ${action.ending.progress(live)}`)
      await connection.pause(reads)
      live = await this.readLive(state)
      if (live) onRead(live)
    }
    return live
  }

  /** The arguments that can be changed after the action. */
  private changeable(): string[] {
    const { input, replaceOn } = this.action
    return Object.keys(input).filter((name) => !replaceOn.includes(name) && !input[name]?.local)
  }

  private async readLive(state: Json): Promise<object | undefined> {
    try {
      const { action, connection } = this
      return action.read && this.verified(await action.read(connection.api, state))
    } catch (error) {
      if (!NotFound.is(error) || error.routeMissing) throw error
      return undefined
    }
  }

  /** Null for each output, because a response can lack outputs that the state must contain. */
  private emptyOutputs(): Json {
    return Object.fromEntries(Object.keys(this.action.output).map((name) => [name, null]))
  }

  /** @throws InvalidResponse if a response does not contain a valid key. */
  private verified(live: object): object {
    const key = this.keyOf(live)
    // A key of null means that several results match.
    if (hasComputedKey(this.action) && key !== null && !isKey(key)) throw new InvalidResponse()
    return live
  }

  private claimed(live: object): object {
    this.connection.performed.add(this.objectOf(live))
    return live
  }

  private isUnclaimed = (live: object) => !this.connection.performed.has(this.objectOf(live))
  private objectOf = (live: object) => `${this.action.kind} ${String(this.keyOf(live))}`
  private keyOf = (live: object) => keyIn(this.action, computedValues(this.action, live, 'read'))
}
