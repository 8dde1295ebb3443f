import { withDefaults } from '../schema/check'
import type { Disabled } from '../schema/existence'
import { objectName, type ObjectRef, objectRefOf } from '../schema/identity'
import { type Json, own, pick } from '../schema/json'
import type { KindDefinition } from '../schema/kind-definition'
import { UNDECLARED } from '../schema/secret-text'
import { isSecret } from '../schema/secret-value'
import { now } from '../service/clock'
import type { Connection } from '../service/connection'
import { diagnose } from '../service/explain'
import { changes } from './diff'
import { ignoringChanges } from './ignore-changes'
import { verbsOf } from './load'
import { contentsOf, objectRefOfItem } from './set-state'

/** A resource in the state. */
export interface StoredResource {
  /** The Pulumi id. */
  id: string
  inputs: Json
  outputs: Json
  /** Paths of inputs that the program ignores changes of. */
  ignoreChanges: readonly string[]
}

/**
 * How a resource and the service differ:
 *
 * - `none`: they do not differ
 * - `deleted`: the object is gone
 * - `changed`: the object exists, but not as declared
 * - `due`: the object has not changed, but is due to change by its own rule: a rotation, or the end of an overlap
 */
export interface Comparison {
  difference: 'none' | 'deleted' | 'changed' | 'due'
  /** The properties that differ, with the declared values; for `due`, with the values after an update. */
  declared: Json
  /** The same properties with the values of the service. Properties of `changed` can be inputs or outputs. */
  live: Json
  /** Whether the properties are computed outputs, because no input differs. */
  isComputed: boolean
  /** The live arguments; undefined if the object is gone. */
  liveInputs: Json | undefined
  /** The objects that the service disabled, by the key of their items in a set; `''` for a single object. */
  disabled: ReadonlyMap<string, Disabled>
  /** What a reviewer needs to know about the unmanaged objects of a set, by their keys. */
  facts: ReadonlyMap<string, Json>
  /** For `due`: the id of the previous token that is due to be revoked, if that is all that is due. */
  previousToken?: { id: unknown }
}

/** Compares a resource with the service as a refresh and the next update would. Changes neither. */
export async function compareWithService(
  kind: KindDefinition,
  { id, inputs, outputs, ignoreChanges }: StoredResource,
  connection: Connection,
): Promise<Comparison> {
  const state = withoutProvider(outputs)
  const verbs = verbsOf(kind, connection)
  try {
    const found = await verbs.read(id, state)
    const disabled = disabledOf(kind, id, state, connection)
    const facts = (found && (await verbs.facts?.(found.props))) ?? new Map<string, Json>()
    const none = { declared: {}, live: {}, isComputed: false, liveInputs: found?.inputs, disabled, facts }
    if (!found) return { ...none, difference: 'deleted' }
    const ignoring = (wanted: Json, had: Json): Json => ignoringChanges(wanted, had, ignoreChanges)
    // An imported state only has what was exported, without defaults.
    const declared = ignoring(
      withDefaults(kind, withOmitted(kind, withoutProvider(inputs), found.inputs)),
      found.inputs,
    )
    const change = await verbs.diff(id, found.props, declared)
    if (!('changes' in change) || change.changes) {
      const names = changes(kind, found.inputs, declared)
      return names.size > 0
        ? { ...none, difference: 'changed', declared: pick(declared, names), live: pick(found.inputs, names) }
        : {
            ...none,
            difference: 'changed',
            declared: computed(kind, state),
            live: computed(kind, found.props),
            isComputed: true,
          }
    }
    // Changes that only the passing of time causes.
    const scheduled = { ...declared, ...kind.rotation?.schedule?.(declared, declared, now()) }
    const wanted = ignoring(scheduled, declared)
    const due = changes(kind, declared, wanted)
    if (due.size === 0) return { ...none, difference: 'none' }
    return {
      ...none,
      difference: 'due',
      declared: pick(wanted, due),
      live: pick(declared, due),
      ...previousTokenOf(kind, due, state),
    }
  } catch (error) {
    throw await diagnose(connection, kind, 'read', state, error)
  }
}

/**
 * The arguments with the live values of secrets that an import omits: required ones, which a program declares, and those
 * that are set on the service. A missing one says nothing about the program.
 */
function withOmitted(kind: KindDefinition, declared: Json, live: Json): Json {
  if ('of' in kind) {
    const found = itemsOf(live)
    const completed = Object.entries(itemsOf(declared)).map(
      ([key, item]) => [key, withOmitted(kind.of, item, own(found, key) ?? {})] as const,
    )
    return { ...declared, items: Object.fromEntries(completed) }
  }
  const omitted = Object.entries(kind.input).flatMap(([name, { secret, optional }]) =>
    secret && declared[name] === undefined && (optional ? isUndeclared(live[name]) : live[name] !== undefined)
      ? [name]
      : [],
  )
  return { ...declared, ...pick(live, new Set(omitted)) }
}

/** Whether a secret is set that the state does not know. Sets mark their secrets. */
const isUndeclared = (value: unknown): boolean =>
  value === UNDECLARED || (typeof value === 'object' && value !== null && isSecret(value) && value.value === UNDECLARED)

const itemsOf = ({ items }: Json): Record<string, Json> => (items ?? {}) as Record<string, Json>

/** The objects of a state that the service disabled, which were just read. */
function disabledOf(kind: KindDefinition, id: string, state: Json, { disabled }: Connection): Map<string, Disabled> {
  if ('perform' in kind) return new Map()
  const refs: [string, ObjectRef][] =
    'of' in kind
      ? Object.keys(contentsOf(state).ids).map((key) => [key, objectRefOfItem(kind, state, key)])
      : [['', objectRefOf(kind, id, state)]]
  const definition = 'of' in kind ? kind.of : kind
  return new Map(
    refs.flatMap(([key, ref]) => {
      const found = disabled.get(objectName(definition, ref))
      return found ? [[key, found] as const] : []
    }),
  )
}

/** An update can revoke the previous token of an overlap without changing its successor. */
function previousTokenOf(
  kind: KindDefinition,
  due: ReadonlySet<string>,
  state: Json,
): Pick<Comparison, 'previousToken'> {
  const overlap = 'api' in kind ? kind.rotation?.overlap : undefined
  return overlap && !due.has('expiresAt') ? { previousToken: { id: state[overlap.predecessor] } } : {}
}

/** Removes the provider text that Pulumi stores with each resource. */
function withoutProvider({ __provider, ...values }: Json): Json {
  return values
}

/** The outputs that the service computes, except those that it shows only once. */
const computed = ({ output }: KindDefinition, values: Json): Json =>
  Object.fromEntries(Object.entries(values).filter(([name]) => output[name] && !output[name].once))
