import { randomUUID } from 'node:crypto'
import type { Json } from '../../provider/core/plain'
import { nameArgumentOf, STRANGER } from '../../provider/core/set'
import { definitionOf } from './declare'
import { type Exported, nounsOf } from './estate'
import { grouped } from '../grouped'
import { oneLine, resourceNames, titleOf } from './names'

/** The same objects, those of one kind and project as a single resource where the kind has sets. */
export function asSets(resources: readonly Exported[]): Exported[] {
  const groups = grouped(resources, ({ kind, parent, id }) =>
    definitionOf(kind).inSets ? `${kind} ${parent}` : `${kind} ${id}`,
  )
  return [...groups.values()].flatMap((group) => (definitionOf(group[0]!.kind).inSets ? [setOf(group)] : group))
}

function setOf(all: readonly Exported[]): Exported {
  const [{ kind, parent, parentKind, outputs }] = all as [Exported]
  const definition = definitionOf(kind)
  const parentId = outputs[`${parentKind}Id`]
  const hasSecret = Object.values(definition.output).some((output) => output.secret)
  const keys = keysOf(all)
  const byKey = <T>(value: (one: Exported, key: string) => T): Record<string, T> =>
    Object.fromEntries(all.map((one, at) => [keys[at]!, value(one, keys[at]!)]))
  const items = byKey(({ written: { [parentKind]: _, ...item } }) => item)
  const inputs = { [parentKind]: parent, items, exclusive: false }
  return {
    kind: `${kind}-set`,
    id: `${String(parentId)}/${kind}-set/${randomUUID()}`,
    parentKind,
    parent,
    name: `${parent} ${nounsOf(kind)}`,
    args: { [parentKind]: parent, items: byKey((one, key) => itemOf(one, key)) },
    written: inputs,
    inputs,
    outputs: {
      ...inputs,
      [`${parentKind}Id`]: parentId,
      instance: outputs.instance,
      ids: byKey((one) => one.outputs[definition.key]),
      ...(hasSecret && { tokens: {} }),
    },
  }
}

/** What a program calls the items: as people do, unless a key like that means something else. */
function keysOf(all: readonly Exported[]): string[] {
  return resourceNames(
    all.map(({ kind, inputs, id }) => {
      const title = oneLine(titleOf(definitionOf(kind), inputs))
      const isTaken = title.startsWith(STRANGER) || title === '__proto__'
      return { wanted: isTaken ? `${kind} ${title}` : title, id }
    }),
  )
}

/** The key is the name, unless the item says otherwise. */
function itemOf({ kind, parentKind, args }: Exported, key: string): Json {
  const { [parentKind]: _, ...item } = args
  const name = nameArgumentOf(definitionOf(kind))
  return Object.fromEntries(Object.entries(item).filter(([argument, value]) => argument !== name || value !== key))
}
