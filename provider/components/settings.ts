import type { Definition } from '../core/schema/define'
import type { Parents } from '../core/schema/kind'
import { groupClasses, groupSetDefinitions, groupSingleDefinitions } from './group-children'
import { projectClasses, projectSetDefinitions, projectSingleDefinitions } from './project-children'

/** What settings belong to. */
export type ParentKind = keyof Parents

/** The argument of a set, such as `labels`. */
export type SetName = keyof typeof groupSetDefinitions | keyof typeof projectSetDefinitions

/** The argument of an object that each project or group has once, such as `approvalSettings`. */
export type SingleName = keyof typeof groupSingleDefinitions | keyof typeof projectSingleDefinitions

/** The argument of a child of a component. */
export type ChildName = SetName | SingleName

/** The classes of children, which dynamic resources and those of the plugin have, by argument. */
export interface ChildClasses {
  readonly project: typeof projectClasses
  readonly group: typeof groupClasses
}

export const childClasses: ChildClasses = { project: projectClasses, group: groupClasses }

const sets = { project: projectSetDefinitions, group: groupSetDefinitions }

const singles = { project: projectSingleDefinitions, group: groupSingleDefinitions }

/** The names of the sets of a project or group. */
export const setNames = (parentKind: ParentKind): readonly SetName[] => names[parentKind].sets

/** The names of the objects that a project or group has once. */
export const singleNames = (parentKind: ParentKind): readonly SingleName[] => names[parentKind].singles

const names = {
  project: {
    sets: Object.keys(projectSetDefinitions) as readonly SetName[],
    singles: Object.keys(projectSingleDefinitions) as readonly SingleName[],
  },
  group: {
    sets: Object.keys(groupSetDefinitions) as readonly SetName[],
    singles: Object.keys(groupSingleDefinitions) as readonly SingleName[],
  },
}

/** The names of the children that a component can have: sets, then single objects. */
export const childNames = (parentKind: ParentKind): readonly ChildName[] => [
  ...setNames(parentKind),
  ...singleNames(parentKind),
]

/** The definition of the objects of a child. @throws TypeError if the project or group has no such setting. */
export function definitionOf(parentKind: ParentKind, name: ChildName): Definition {
  const all = { ...sets[parentKind], ...singles[parentKind] } as Partial<Record<ChildName, Definition>>
  const found = all[name]
  if (!found) throw new TypeError(`A ${parentKind} has no setting ${name}.`)
  return found
}

export const isSetName = (parentKind: ParentKind, name: string): name is SetName =>
  Object.hasOwn(sets[parentKind], name)

export const isSingleName = (parentKind: ParentKind, name: string): name is SingleName =>
  Object.hasOwn(singles[parentKind], name)

/** Arguments that apply to sets. */
const setChoices = ['exclusive', 'retainOnRemove', 'onConflict'] as const

/** The names of all settings that a project or group can have. */
export const settingNames = (parentKind: ParentKind): readonly string[] => [...childNames(parentKind), ...setChoices]

/** The problem of a choice for sets that is written for a single object. */
export const onlyForSets = (choice: string, single: string): string =>
  `${choice} applies only to sets, and ${single} is not a set: delete it there`

/** The problem of an argument of a single object that the component does not pass on. Undefined if it does. */
export function problemOfArgument(parentKind: ParentKind, single: SingleName, name: string): string | undefined {
  if (name === parentKind) return `${name} must be set on the component, not in ${single}`
  return setChoices.some((choice) => choice === name) ? onlyForSets(name, single) : undefined
}
