import { changes } from '../core/engine/diff'
import { byCurrentKeys, itemsOf, secretOf } from '../core/engine/set-state'
import { type Json, own } from '../core/schema/json'
import { idOf } from '../core/schema/kind'
import type { KindDefinition } from '../core/schema/kind-definition'
import { keyNames } from '../core/schema/object-key'
import type { SetKind } from '../core/schema/set'
import { hasUnknown, UNKNOWN } from '../core/schema/unknown'

/** The outputs of a resource that an update would create: the known arguments. */
export const plannedCreate = (kind: KindDefinition, inputs: Json): Json => ({ ...unknownOutputs(kind), ...inputs })

/**
 * The outputs of a resource that an update would change. Outputs that identify the object stay, and so do secrets that no
 * update rotates. All others can change, so that other resources must not use their former values.
 */
export function plannedUpdate(kind: KindDefinition, olds: Json, inputs: Json): Json {
  const { parent } = kind.identity
  const secrets = Object.keys(kind.output).filter((name) => kind.output[name]?.secret)
  const stable = [
    ...(parent ? [idOf(parent)] : []),
    ...(kind.rotation || 'of' in kind ? [] : [...keyNames(kind), ...secrets]),
  ]
  const kept = stable.flatMap((name) => (olds[name] == null ? [] : [[name, olds[name]] as const]))
  const contents = 'of' in kind ? plannedContents(kind, olds, inputs) : {}
  return { ...unknownOutputs(kind), ...Object.fromEntries(kept), ...contents, ...inputs }
}

/**
 * The ids and secrets of a set's items. Those of objects that stay are known, so that resources with their values show no
 * difference. SDKs treat a map with an unknown entry as unknown, so that this does not help if an item is added.
 */
function plannedContents(set: SetKind, olds: Json, inputs: Json): Json {
  if (hasUnknown(inputs.items) || set.of.rotation) return {}
  const items = itemsOf(inputs)
  const { items: formerItems, ...former } = byCurrentKeys(set, olds, items)
  const isReplaced = (key: string) => {
    const changed = changes(set.of, own(formerItems, key) ?? {}, own(items, key) ?? {})
    return set.of.replaceOn.some((name) => changed.has(name))
  }
  const planned = (values: Json): Json =>
    Object.fromEntries(
      Object.keys(items).map((key) => [key, (isReplaced(key) ? undefined : own(values, key)) ?? UNKNOWN]),
    )
  return { ids: planned(former.ids), ...(secretOf(set) && { tokens: planned(former.tokens) }) }
}

const unknownOutputs = ({ identity: { parent }, output }: KindDefinition): Json =>
  Object.fromEntries(
    [...Object.keys(output), ...(parent ? [idOf(parent)] : []), 'instance'].map((name) => [name, UNKNOWN]),
  )
