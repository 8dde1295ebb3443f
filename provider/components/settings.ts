import type { Definition } from '../core/schema/define'
import { setDefinitions } from './project-sets'

/** The argument of a set, such as `labels`. */
export type SetName = keyof typeof setDefinitions
export const setNames = Object.keys(setDefinitions) as readonly SetName[]

/** The definition of the objects of a set. */
export const definitionOf = (name: SetName): Definition => setDefinitions[name]

export const isSetName = (name: string): name is SetName => Object.hasOwn(setDefinitions, name)

/** The names of all settings that a project can have. */
export const settingNames: readonly string[] = [...setNames, 'exclusive', 'retainOnRemove', 'onConflict']
