import { NotFound } from '../../../sdk'
import type { Action, State } from '../schema/action'
import { declaredPart } from '../schema/check'
import type { CollectionParams } from '../schema/define'
import { InvalidResponse } from '../schema/invalid-response'
import { isKey } from '../schema/identity'
import { idOf, type Parents } from '../schema/kind'
import { meaningOf } from '../schema/natural-key'
import type { Json } from '../schema/json'
import { subject } from '../schema/subject'
import { computedValues } from '../schema/wire'
import type { Connection } from '../service/connection'
import { explain, outcomeUnknown } from '../service/explain'
import { lookUp } from '../service/lost'
import { resolve, verifyReferences } from '../service/references'
import { InitFailed, ResourceError } from '../service/resource-error'
import { BaseReconciler } from './base-reconciler'
import { changes, differingNames } from './diff'
import { sendOnce } from './send-once'
import type { Declarer, Difference, Verbs } from './verbs'

/** The verbs of one kind of action. */
export class ActionReconciler extends BaseReconciler implements Verbs {
  constructor(
    private readonly action: Action,
    connection: Connection,
  ) {
    super(action, connection)
  }

  async diff(_id: string, olds: Json, news: Json, declarer?: Declarer): Promise<Difference> {
    this.verifyInstance(olds)
    const changed = await this.changes(olds, news)
    if (changed.size === 0) return { changes: false }
    const replaces = this.replacedBy(changed)
    await this.verifyReplacement(replaces, news, declarer)
    return this.difference(replaces)
  }

  async create(inputs: Json): Promise<{ id: string; outs: Json }> {
    const { action, connection } = this
    await connection.deletions.refuse(action, inputs)
    const want = { ...inputs, ...(await resolve(action, connection, inputs)) }
    this.warnOfRisk(want)
    const live = await this.perform(want)
    const { instance } = connection
    const outs = { ...want, ...this.unset(), instance, ...computedValues(action, live, 'write') }
    const id = action.idOf(outs as State)
    const due = this.changeable().some((name) => changes(action, {}, inputs).has(name))
    return { id, outs: await this.followed(id, outs, live, due) }
  }

  async preview(olds: Json, inputs: Json): Promise<void> {
    const { action, connection } = this
    const isNew = Object.keys(olds).length === 0
    if (!isNew && changes(action, olds, inputs).size === 0) return
    const refusal = await connection.deletions.reasonToFail(action, inputs)
    if (refusal === undefined || !isNew) return
    connection.inform(`The update would fail: ${subject(action, inputs)} cannot be created: ${refusal}`)
  }

  /** How it stands, as far as the service still shows it: it is a matter of record, and never gone. */
  async read(_id: string, props: Json): Promise<{ props: Json; inputs: Json }> {
    const { action, connection } = this
    this.verifyInstance(props)
    const told = connection.deletions.warn(action, props)
    const live = await this.look(props).finally(() => told)
    const outs = live ? { ...props, ...action.observed?.(live, props), ...computedValues(action, live, 'read') } : props
    return { props: { ...outs, instance: connection.instance }, inputs: declaredPart(action, outs) }
  }

  async update(id: string, olds: Json, news: Json): Promise<{ outs: Json }> {
    const { action, connection } = this
    this.verifyInstance(olds)
    await verifyReferences(action, connection, olds, news)
    await connection.deletions.warn(action, { ...olds, ...news })
    const outs = { ...olds, ...news, instance: connection.instance }
    // The state may say more than was done, where that failed half-way.
    const live = await this.look(outs)
    const due = live && differingNames(this.changeable(), news, action.observed?.(live, outs) ?? {}).length > 0
    return { outs: await this.followed(id, outs, live, due === true) }
  }

  async delete(id: string, props: Json): Promise<void> {
    const { action, connection } = this
    this.verifyInstance(props)
    this.warnOfRisk(props)
    let left: string | undefined
    try {
      left = await action.undo(connection.api, props)
    } catch (error) {
      // What the service no longer has needs no undoing.
      if (!NotFound.is(error) || error.routeMissing) throw error
    }
    if (left !== undefined) connection.warn(`${subject(action, props)} (id ${id}) ${left}.`)
  }

  /** What looks alike on the service waits for each other, or those whose answers were lost could not be told apart. */
  private perform(want: Json): Promise<object> {
    const { action, connection } = this
    const at = (
      action.identity.parent ? { [action.identity.parent]: want[idOf(action.identity.parent)] } : {}
    ) as CollectionParams<keyof Parents>
    const recent = async () => {
      const found = await action.recent(connection.api, want as State, at)
      return found.map((live) => this.shown(live))
    }
    const seen = action.replaceOn
      .filter((name) => !action.input[name]?.local)
      .map((name) => want[idOf(name)] ?? meaningOf(action, name, want[name]))
    return connection.locks.run(`${action.kind} ${JSON.stringify(seen)}`, async () => {
      const earlier = await recent()
      const before = new Set(earlier.map((live) => this.keyOf(live)))
      const newcomers = async () => {
        const made: object[] = []
        for (const live of await lookUp(connection, recent)) {
          if (before.has(this.keyOf(live)) || !this.isFree(live)) continue
          if ((await action.isOf?.(connection.api, want as State, live)) ?? true) made.push(live)
        }
        return made
      }
      const idsOf = (lives: object[]) => lives.map((live) => this.keyOf(live)).join(', ')
      return sendOnce<object, object>({
        send: async () => this.held(this.shown(await action.perform(connection.api, want as State, at, earlier))),
        created: () =>
          newcomers().catch((failed: unknown) => {
            throw outcomeUnknown(connection, action, want, 'begun', failed)
          }),
        found: (live) => this.held(live),
        ambiguous: (created) =>
          new ResourceError(
            `${subject(action, want)} may have begun, but its answer was lost, and ${idsOf(created)} look alike. Nothing ` +
              `more was sent: see whether one of them is it, and run "pulumi up" again if none is.`,
          ),
        warnOfLate: (created) =>
          connection.warn(
            `${subject(action, want)} was sent again when its answer was lost, and ${idsOf(created)} looks like it, too: ` +
              `unless somebody else has just begun it, it has happened twice.`,
          ),
      })
    })
  }

  private warnOfRisk(want: Json): void {
    const risk = this.action.risk?.(want as State)
    if (risk !== undefined) this.connection.warn(`${subject(this.action, want)}: ${risk}.`)
  }

  /** What follows once it has begun. Whatever fails now, the state has to know it. */
  private async followed(id: string, outs: Json, live: object | undefined, due: boolean): Promise<Json> {
    const { action, connection } = this
    let now = outs
    const saw = (shown: object) => (now = { ...now, ...computedValues(action, shown, 'write') })
    try {
      if (live) saw(live)
      if (due && action.change) saw(this.shown(await action.change(connection.api, outs as State)))
      const { ending } = action
      if (!ending?.awaited(outs as State)) return now
      const last = await this.wait(now, live, saw)
      if (!last) return now
      const failure = await ending.failure(connection.api, last, now)
      if (failure !== undefined) throw new ResourceError(`${subject(action, now)} ${failure}`)
      const remark = ending.remark?.(last)
      if (remark !== undefined) connection.warn(`${subject(action, now)} (id ${id}) ${remark}.`)
      return now
    } catch (error) {
      throw new InitFailed(explain(connection, action, 'create', now, error).message, id, now)
    }
  }

  /** Looks until it has ended; the last look, or undefined when the service shows it no longer. */
  private async wait(state: Json, first: object | undefined, saw: (live: object) => void): Promise<object | undefined> {
    const { action, connection } = this
    let live = first
    for (let looks = 1; live && action.ending && !action.ending.reached(live, looks); looks++) {
      connection.status(`${subject(action, state)}: ${action.ending.progress(live)}`)
      await connection.pause(looks)
      live = await this.look(state)
      if (live) saw(live)
    }
    return live
  }

  /** The arguments that can be changed once it is done. */
  private changeable(): string[] {
    const { input, replaceOn } = this.action
    return Object.keys(input).filter((name) => !replaceOn.includes(name) && !input[name]?.local)
  }

  private async look(state: Json): Promise<object | undefined> {
    try {
      const { action, connection } = this
      return action.look && this.shown(await action.look(connection.api, state))
    } catch (error) {
      if (!NotFound.is(error) || error.routeMissing) throw error
      return undefined
    }
  }

  /** Outputs have to be there, though an action may not have them yet. */
  private unset(): Json {
    return Object.fromEntries(Object.keys(this.action.output).map((name) => [name, null]))
  }

  /** What an answer shows, unless that is something else. */
  private shown(live: object): object {
    const key = this.keyOf(live)
    // Of what there are several, none is it.
    if (this.action.identity.key in this.action.output && key !== null && !isKey(key)) throw new InvalidResponse()
    return live
  }

  private held(live: object): object {
    this.connection.performed.add(this.objectOf(live))
    return live
  }

  private isFree = (live: object) => !this.connection.performed.has(this.objectOf(live))
  private objectOf = (live: object) => `${this.action.kind} ${String(this.keyOf(live))}`
  private keyOf = (live: object) => computedValues(this.action, live, 'read')[this.action.identity.key]
}
