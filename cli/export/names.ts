import type { Json } from '../../provider/command-line/basics'
import {
  type Definition,
  hasComputedKey,
  keyNames,
  nameArgumentOf,
  pluralWithin,
  type Surveyed,
} from '../../provider/command-line/objects'
import { byText } from '../shared/by-text'
import { grouped } from '../shared/grouped'
import { oneLine } from '../shared/one-line'

const longest = 120

/**
 * The title of an object within its kind and project or group: its name if names are unique, else the name that its kind
 * gives it, else its kind and id. An object that each project has once needs no id. Titles contain no secrets.
 */
export const titleOf = (definition: Definition, { inputs, id, exportName }: Titled): string =>
  uniqueNameOf(definition, inputs) ??
  exportName ??
  (definition.single ? pluralWithin(definition) : `${definition.kind}-${keyOf({ id })}`)

type Titled = Pick<Surveyed, 'inputs' | 'id' | 'exportName'>

/**
 * The unique name of an object: the arguments that identify it, without the defaults of several. Undefined if there is none.
 */
export function uniqueNameOf(definition: Definition, inputs: Json): string | undefined {
  const names = [nameArgumentOf(definition) ?? (hasComputedKey(definition) ? [] : keyNames(definition))].flat()
  if (names.length === 0) return undefined
  const own = names.length === 1 ? names : names.filter((name) => inputs[name] !== definition.input[name]?.default)
  return own.map((name) => String(inputs[name] ?? '')).join(' ')
}

/** A resource that needs a unique name. */
export interface Nameable {
  wanted: string
  /** The Pulumi id. */
  id: string
  /** Resources that want the same name are in the order of their contents, then of their ids. Default: empty. */
  content?: string
}

/**
 * A unique name for each resource of one type: the wanted name on one line, with a number if several resources want the
 * same one. The names do not depend on the order of the resources.
 */
export function resourceNames(items: readonly Nameable[]): string[] {
  const names = items.map((item) => shortened(oneLine(item.wanted)) || keyOf(item))
  const taken = new Set(names)
  const alike = [...grouped([...names.entries()], ([, name]) => name).values()]
  for (const found of alike) {
    const [, ...others] = found.map(([at]) => at).sort((one, other) => inOrder(items[one]!, items[other]!))
    let number = 2
    for (const at of others) {
      while (taken.has(`${names[at]} ${number}`)) number++
      names[at] += ` ${number}`
      taken.add(names[at]!)
    }
  }
  return names
}

const inOrder = (one: Nameable, other: Nameable): number =>
  byText(one.content ?? '', other.content ?? '') ||
  Number(keyOf(one)) - Number(keyOf(other)) ||
  byText(one.id, other.id)

const keyOf = ({ id }: { id: string }): string => id.slice(id.lastIndexOf('/') + 1)

function shortened(name: string): string {
  const characters = [...name]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : name
}
