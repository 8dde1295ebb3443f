import type { Definition } from '../core/schema/define'
import { freezePeriod } from '../resources/freeze-period'
import { label } from '../resources/label'
import { protectedEnvironment } from '../resources/protected-environment'
import { remoteMirror } from '../resources/remote-mirror'
import { triggerToken } from '../resources/trigger-token'

/** The sets that the settings of a project are made of, by the names of the arguments. */
export const kindNames = ['labels', 'freezePeriods', 'protectedEnvironments', 'triggerTokens', 'remoteMirrors'] as const
export type KindName = (typeof kindNames)[number]

const definitions: Record<KindName, Definition> = {
  labels: label,
  freezePeriods: freezePeriod,
  protectedEnvironments: protectedEnvironment,
  triggerTokens: triggerToken,
  remoteMirrors: remoteMirror,
}

/** What a set is a set of. */
export const definitionOf = (name: KindName): Definition => definitions[name]

export const isKindName = (name: string): name is KindName => Object.hasOwn(definitions, name)

/** The names of all settings that a project can have. */
export const settingNames: readonly string[] = [...kindNames, 'exclusive', 'retainOnRemove', 'onConflict']
