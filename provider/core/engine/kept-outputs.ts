import type { Computed } from '../schema/computed'
import { type Json, own } from '../schema/json'
import { idOf, type Kind } from '../schema/kind'
import type { SetKind } from '../schema/set'
import { hasUnknown, UNKNOWN } from '../schema/unknown'
import { changes } from './diff'
import { byCurrentKeys, itemsOf, secretOf } from './set-state'

/**
 * The outputs of a resource that are known before an update in place: those that it does not change, and those whose new
 * value follows from the arguments. `olds` is the state.
 *
 * @param moved Returns the path that the path of a project or group has after this update.
 */
export function keptOutputs(kind: Kind | SetKind, olds: Json, inputs: Json, moved = (path: string) => path): Json {
  if ('of' in kind) return { ...parentIdOf(kind, olds), ...contentsOf(kind, olds, inputs) }
  const changed = changes(kind, olds, inputs)
  const outputs = Object.entries(kind.output as Record<string, Computed>)
  return {
    ...parentIdOf(kind, olds),
    ...Object.fromEntries(
      outputs.flatMap(([name, output]) => {
        const value = valueOf(name, output, olds, inputs, changed, moved)
        return value === undefined ? [] : [[name, value]]
      }),
    ),
  }
}

function valueOf(
  name: string,
  { changedBy = [], planned, once }: Computed,
  olds: Json,
  inputs: Json,
  changed: ReadonlySet<string>,
  moved: (path: string) => string,
): unknown {
  const former = olds[name]
  // The next response can contain a value that only some responses contain.
  if (former === undefined || (former === null && once)) return undefined
  const isChanged = changedBy === 'any' || changedBy.some((argument) => changed.has(argument))
  if (!planned) return isChanged ? undefined : former
  const next = planned(olds, inputs, moved)
  return isChanged ? next : (next ?? former)
}

function parentIdOf({ identity: { parent } }: Kind | SetKind, olds: Json): Json {
  const name = parent && idOf(parent)
  return name !== undefined && olds[name] != null ? { [name]: olds[name] } : {}
}

/**
 * The ids and secrets of a set's items. Those of objects that stay are known, so that resources with their values show no
 * difference. SDKs treat a map with an unknown entry as unknown, so that this does not help if an item is added.
 */
function contentsOf(set: SetKind, olds: Json, inputs: Json): Json {
  if (hasUnknown(inputs.items) || set.of.rotation) return {}
  const items = itemsOf(inputs)
  const { items: formerItems, ...former } = byCurrentKeys(set, olds, items)
  const isChanged = (key: string, names: readonly string[]) => {
    const changed = changes(set.of, own(formerItems, key) ?? {}, own(items, key) ?? {})
    return names.some((name) => changed.has(name))
  }
  const planned = (values: Json): Json =>
    Object.fromEntries(
      Object.keys(items).map((key) => [
        key,
        (isChanged(key, set.of.replaceOn) ? undefined : own(values, key)) ?? UNKNOWN,
      ]),
    )
  const { subjectIds } = set.of.output as Record<string, Computed>
  const isNamedOtherwise = (key: string) =>
    isChanged(key, [...set.of.replaceOn, ...((subjectIds?.changedBy ?? []) as string[])])
  const namesStay = Object.keys({ ...formerItems, ...items }).every((key) => !isNamedOtherwise(key))
  return {
    ids: planned(former.ids),
    ...(secretOf(set) && { tokens: planned(former.tokens) }),
    ...(olds.subjectIds != null && namesStay && { subjectIds: former.subjectIds }),
  }
}
