import type { Definition } from '../core/schema/define'
import type { Parents } from '../core/schema/kind'
import { groupSetClasses, groupSetDefinitions } from './group-sets'
import { projectSetClasses, projectSetDefinitions } from './project-sets'

/** What settings belong to. */
export type ParentKind = keyof Parents

/** The argument of a set, such as `labels`. */
export type SetName = keyof typeof groupSetDefinitions | keyof typeof projectSetDefinitions

/** The classes of sets, which dynamic resources and those of the plugin have, by argument. */
export interface SetClasses {
  readonly project: typeof projectSetClasses
  readonly group: typeof groupSetClasses
}

export const setClasses: SetClasses = { project: projectSetClasses, group: groupSetClasses }

const definitions = { project: projectSetDefinitions, group: groupSetDefinitions }

/** The names of the sets of a project or group. */
export const setNames = (parentKind: ParentKind) => names[parentKind]

const names = {
  project: Object.keys(projectSetDefinitions) as readonly SetName[],
  group: Object.keys(groupSetDefinitions) as readonly SetName[],
}

/** The definition of the objects of a set. @throws TypeError if the project or group has no such set. */
export function definitionOf(parentKind: ParentKind, name: SetName): Definition {
  const found = (definitions[parentKind] as Partial<Record<SetName, Definition>>)[name]
  if (!found) throw new TypeError(`A ${parentKind} has no set ${name}.`)
  return found
}

export const isSetName = (parentKind: ParentKind, name: string): name is SetName =>
  Object.hasOwn(definitions[parentKind], name)

/** The names of all settings that a project or group can have. */
export const settingNames = (parentKind: ParentKind): readonly string[] => [
  ...setNames(parentKind),
  'exclusive',
  'retainOnRemove',
  'onConflict',
]
