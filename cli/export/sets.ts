import { randomUUID } from 'node:crypto'
import type { Json } from '../../provider/command-line/basics'
import { definitionOf, isReservedKey, keyIn, nameArgumentOf } from '../../provider/command-line/objects'
import { ConfigSecret } from '../languages/literal'
import { grouped } from '../shared/grouped'
import { oneLine } from '../shared/one-line'
import { type Exported, nounsOf } from './estate'
import { resourceNames, uniqueNameOf } from './names'

/** Combines the objects of a kind and project into one set, if the kind has sets. */
export function asSets(resources: readonly Exported[], titles: Titles = contentTitles()): Exported[] {
  const groups = grouped(resources, (one) => (isInSet(one) ? `${one.kind} ${one.parent}` : `${one.kind} ${one.id}`))
  return [...groups.values()].flatMap((group) => (isInSet(group[0]!) ? [setOf(group, titles)] : group))
}

/** Items of sets cannot be adopted by their ids. */
const isInSet = ({ kind, isAdopted }: Exported): boolean => definitionOf(kind).sets !== undefined && !isAdopted

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
      ids: byKey((one) => keyIn(definition, one.outputs)),
      ...(hasSecret && { tokens: {} }),
    },
  }
}

/** Returns the key of an item without a name: its kind and a number. Keys do not contain the content of items. */
export type Titles = (one: Exported) => string

const contentOf = ({ parentKind, args: { [parentKind]: _, ...content } }: Exported): string => JSON.stringify(content)

/** The content without the keys of secrets in the configuration, which contain the names of projects. */
const withoutKeys = ({ parentKind, args: { [parentKind]: _, ...content } }: Exported): string =>
  JSON.stringify(content, (_name, value: unknown) => (value instanceof ConfigSecret ? null : value))

/** Equal items get the same key in all projects, so that projects can share them. Other items get different keys. */
function contentTitles(): Titles {
  const known = new Map<string, Map<string, number>>()
  return (one) => {
    const contents = known.get(one.kind) ?? new Map<string, number>()
    known.set(one.kind, contents)
    const content = contentOf(one)
    const number = contents.get(content) ?? contents.size + 1
    contents.set(content, number)
    return `${one.kind}-${number}`
  }
}

/**
 * Equal items of several projects get the same key. Items of single projects are numbered in each project, so that
 * their fields can still be shared.
 */
export function sharedTitles(resources: readonly Exported[]): Titles {
  const numbers = new Map<Exported, number>()
  for (const alike of grouped(resources, ({ kind }) => kind).values()) {
    const equal = [...grouped(alike, contentOf).values()]
    const shared = equal.filter((own) => new Set(own.map(({ parent }) => parent)).size > 1)
    for (const [at, own] of shared.entries()) for (const one of own) numbers.set(one, at + 1)
    const rest = alike.filter((one) => !numbers.has(one))
    for (const own of grouped(rest, ({ parent }) => parent).values()) {
      for (const [at, one] of own.entries()) numbers.set(one, shared.length + at + 1)
    }
  }
  return (one) => `${one.kind}-${numbers.get(one)}`
}

/** The keys of items: their names, unless such a key is reserved. Equal objects of projects get the same keys. */
function keysOf(all: readonly Exported[], titles: Titles): string[] {
  return resourceNames(
    all.map((one) => {
      const { kind, inputs, id, exportName } = one
      const name = uniqueNameOf(definitionOf(kind), inputs) ?? exportName
      const title = name === undefined ? titles(one) : oneLine(name)
      return {
        wanted: isReservedKey(title) || isCode(title) ? `${kind} ${title}` : title,
        id,
        content: withoutKeys(one),
      }
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
