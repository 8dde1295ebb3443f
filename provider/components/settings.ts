import type { Definition } from '../core/schema/define'
import { freezePeriod } from '../resources/freeze-period'
import { label } from '../resources/label'
import { protectedEnvironment } from '../resources/protected-environment'
import { remoteMirror } from '../resources/remote-mirror'
import { triggerToken } from '../resources/trigger-token'

/** The kinds of objects of which `ProjectSettings` has sets, by argument. */
const definitions = {
  labels: label,
  freezePeriods: freezePeriod,
  protectedEnvironments: protectedEnvironment,
  triggerTokens: triggerToken,
  remoteMirrors: remoteMirror,
}

/** The argument of a set, such as `labels`. */
export type SetName = keyof typeof definitions
export const setNames = Object.keys(definitions) as readonly SetName[]

/** The definition of the objects of a set. */
export const definitionOf = (name: SetName): Definition => definitions[name]

export const isSetName = (name: string): name is SetName => Object.hasOwn(definitions, name)

/** The names of all settings that a project can have. */
export const settingNames: readonly string[] = [...setNames, 'exclusive', 'retainOnRemove', 'onConflict']
