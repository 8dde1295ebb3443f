import type { Json } from '../../provider/command-line/basics'
import { type Definition, hasComputedKey, keyNames, nameArgumentOf } from '../../provider/command-line/objects'
import { oneLine } from '../shared/one-line'

const longest = 120

/** The name of a project or group as an object, within itself. */
export const ofParent = 'settings'

/**
 * The title of an object within its kind and project or group: its name if names are unique, else its kind and id. An
 * object that each project has once needs no id. Does not use schedules, descriptions or URLs, because they change and
 * may contain secrets.
 */
export const titleOf = (definition: Definition, inputs: Json, id: string): string =>
  uniqueNameOf(definition, inputs) ??
  (definition.single ? nameOfSingle(definition) : `${definition.kind}-${keyOf({ id })}`)

/** The name of an object that each project or group has once: `approval settings`, or `settings` of the project itself. */
const nameOfSingle = ({ plural, identity }: Definition): string => (identity.isParent ? ofParent : plural)

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
}

/**
 * A unique name for each resource of one type: the wanted name on one line, with the object's id if several resources
 * want the same name. The names do not depend on the order.
 */
export function resourceNames(items: readonly Nameable[]): string[] {
  const wanted = items.map((item) => shortened(oneLine(item.wanted)) || keyOf(item))
  const count = new Map<string, number>()
  for (const name of wanted) count.set(name, (count.get(name) ?? 0) + 1)
  const taken = new Set(wanted.filter((name) => count.get(name) === 1))
  return wanted.map((name, at) => {
    if (count.get(name) === 1) return name
    const { id } = items[at]!
    const own = [`${name} #${keyOf({ id })}`, `${name} #${id}`].find((one) => !taken.has(one)) ?? `${name} (${id})`
    taken.add(own)
    return own
  })
}

const keyOf = ({ id }: { id: string }): string => id.slice(id.lastIndexOf('/') + 1)

function shortened(name: string): string {
  const characters = [...name]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : name
}
