import { randomUUID } from 'node:crypto'
import type { Json } from '../../provider/engine/basics'
import { definitionOf, isReservedKey, nameArgumentOf } from '../../provider/engine/objects'
import { grouped } from '../shared/grouped'
import { oneLine } from '../shared/one-line'
import { type Exported, nounsOf } from './estate'
import { resourceNames } from './names'

/** Combines the objects of a kind and project into one set, if the kind has sets. */
export function asSets(resources: readonly Exported[]): Exported[] {
  const groups = grouped(resources, ({ kind, parent, id }) =>
    definitionOf(kind).sets ? `${kind} ${parent}` : `${kind} ${id}`,
  )
  const titles = new Titles()
  return [...groups.values()].flatMap((group) => (definitionOf(group[0]!.kind).sets ? [setOf(group, titles)] : group))
}

function setOf(all: readonly Exported[], titles: Titles): Exported {
  const [{ kind, parent, parentKind, outputs }] = all as [Exported]
  const definition = definitionOf(kind)
  const parentId = outputs[`${parentKind}Id`]
  const hasSecret = Object.values(definition.output).some((output) => output.secret)
  const keys = keysOf(all, titles)
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
      ids: byKey((one) => one.outputs[definition.identity.key]),
      ...(hasSecret && { tokens: {} }),
    },
  }
}

/**
 * Keys for items without names: kind and number. Equal items get the same key in all projects, so that projects can share
 * them. Keys do not contain the content of items.
 */
class Titles {
  private readonly known = new Map<string, Map<string, number>>()

  of({ kind, parentKind, args }: Exported): string {
    const { [parentKind]: _, ...content } = args
    const contents = this.known.get(kind) ?? new Map<string, number>()
    this.known.set(kind, contents)
    const text = JSON.stringify(content)
    const number = contents.get(text) ?? contents.size + 1
    contents.set(text, number)
    return `${kind}-${number}`
  }
}

/** The keys of items: their names, unless such a key is reserved. */
function keysOf(all: readonly Exported[], titles: Titles): string[] {
  return resourceNames(
    all.map((one) => {
      const { kind, inputs, id } = one
      const name = nameArgumentOf(definitionOf(kind))
      const title = name === undefined ? titles.of(one) : oneLine(String(inputs[name] ?? ''))
      return { wanted: isReservedKey(title) || isCode(title) ? `${kind} ${title}` : title, id }
    }),
  )
}

/** Whether YAML would merge the item, or Pulumi YAML call a function or create an asset. */
const isCode = (key: string): boolean => /^(?:fn::|<<$)/i.test(key)

/** The arguments of an item. The name is left out if it is the key. */
function itemOf({ kind, parentKind, args }: Exported, key: string): Json {
  const { [parentKind]: _, ...item } = args
  const name = nameArgumentOf(definitionOf(kind))
  return Object.fromEntries(Object.entries(item).filter(([argument, value]) => argument !== name || value !== key))
}
