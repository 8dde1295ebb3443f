import type { Json } from '../../provider/core/schema/json'
import type { Held } from '../support/program-engine'
import { type Change, holderIn, nameOf, type ObjectName, type Program } from './programs'

/** The ids of the labels of the service, by name. */
export type Labels = ReadonlyMap<string, number>

/** The name of a label that another user created. */
export const stranger = 'stranger'

const objects: readonly ObjectName[] = ['x', 'y']

/** The ids of the labels that resources hold, with the name of the resource. */
function heldIds(held: readonly Held[]): [id: number, name: string][] {
  return held.flatMap(({ name, outputs }) =>
    Object.entries((outputs.ids ?? { label: outputs.labelId }) as Json)
      // The objects that a refresh of an exclusive set has found.
      .filter(([key]) => !key.startsWith('#'))
      .map(([, id]): [number, string] => [Number(id), name]),
  )
}

/** Finds labels that two resources or two items hold. */
export function heldTwice(held: readonly Held[]): string[] {
  const all = heldIds(held)
  return all.flatMap(([id, name], index) => {
    const other = all.slice(index + 1).find(([one]) => one === id)
    return other ? [`label ${id} is held by ${name} and ${other[1]}`] : []
  })
}

/** Finds labels in the state that do not exist. */
export const missing = (held: readonly Held[], live: Labels): string[] =>
  heldIds(held)
    .filter(([id]) => ![...live.values()].includes(id))
    .map(([id, name]) => `${name} holds label ${id}, which does not exist`)

/**
 * Finds labels that both programs declare and that were deleted, although another label with this name can exist. A
 * single label that declares another name renames its object, so such names have other objects.
 */
export function deleted({ before, after }: Change, at: Labels, now: Labels, checked?: readonly string[]): string[] {
  return objects.flatMap((object) => {
    const [from, to] = [holderIn(before, object), holderIn(after, object)]
    if (!from || !to || renames(after, from, object) || renames(before, to, object)) return []
    const [was, is] = [at.get(object), now.get(object)]
    if (was === is) return []
    const isUnknown = checked && !checked.includes(nameOf(to)) ? ', but was not checked' : ''
    const holders = `which ${nameOf(from)} held and ${nameOf(to)} declares${isUnknown}`
    return [`label ${object} was deleted, ${holders}: its id was ${was} and is ${is}`]
  })
}

/** Whether a single label has another name in a program. */
const renames = (program: Program, resource: Program[number], object: ObjectName): boolean =>
  resource.holding === 'label' &&
  program.some((one) => nameOf(one) === nameOf(resource) && !one.objects.includes(object))

/** Finds a deletion of the label of another user. Exclusive sets delete such labels. */
export const deletedOfOthers = ({ before, after }: Change, now: Labels): string[] =>
  now.has(stranger) || [...before, ...after].some(({ holding }) => holding === 'exclusive')
    ? []
    : ['the label of another user was deleted']

/** Finds labels that the service has and the program does not declare, and the other way around. */
export function differences(program: Program, live: Labels): string[] {
  const declared = program.flatMap((resource): string[] => [...resource.objects])
  const extra = [...live.keys()].filter((name) => name !== stranger && !declared.includes(name))
  return [
    ...declared.filter((name) => !live.has(name)).map((name) => `the service lacks label ${name}`),
    ...extra.map((name) => `no resource declares label ${name}, which the service still has`),
  ]
}
