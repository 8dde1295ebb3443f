import { boolean, integer, string } from '../http/param-types'
import type { Shape } from '../http/params'
import type { GroupRecord } from '../records/group'

/** Settings of assistants, which the instance does not have. They are stored and shown. */

type Settings = Record<string, unknown>

/** The settings of a group in responses, and their defaults. */
const assistantDefaults = {
  duo_agent_platform_enabled: true,
  duo_workflow_mcp_enabled: false,
  foundational_agents_default_enabled: true,
  ai_catalog_restricted_to_group_hierarchy: false,
  ai_usage_data_collection_enabled: false,
  prompt_injection_protection_level: 'log_only',
  include_recommended_allowed: false,
  allow_all_unix_sockets: false,
  allow_project_extension: true,
}

const role = integer.oneOf(30, 40, 50)

/** The parameters of these settings, and of others that responses do not have. */
export const assistants = {
  duo_agent_platform_enabled: boolean,
  duo_workflow_mcp_enabled: boolean,
  foundational_agents_default_enabled: boolean,
  ai_catalog_restricted_to_group_hierarchy: boolean,
  ai_usage_data_collection_enabled: boolean,
  prompt_injection_protection_level: string.oneOf('no_checks', 'log_only', 'interrupt'),
  include_recommended_allowed: boolean,
  allow_all_unix_sockets: boolean,
  allow_project_extension: boolean,
  minimum_access_level_execute: integer.oneOf(10, 15, 20, 30, 40, 50).ignored(),
  minimum_access_level_execute_async: role.ignored(),
  minimum_access_level_manage: role.ignored(),
  minimum_access_level_enable_on_projects: role.ignored(),
} satisfies Shape

/** The settings of a group in a response. */
export const shownAssistants = ({ settings }: GroupRecord): Settings => {
  const stored = (settings?.ai_settings_attributes ?? {}) as Settings
  const shown = Object.entries(assistantDefaults).map(([name, usual]) => [name, stored[name] ?? usual])
  return Object.fromEntries(shown) as Settings
}

/** Settings of projects that groups can lock: `<name>_enabled`. Groups set them with `<name>_availability`. */
export const flows = ['duo_remote_flows', 'duo_foundational_flows'] as const

/**
 * What a change of a group makes of these settings: everything but true locks them in the group and below. A lock keeps
 * the inherited value if the group has none of its own.
 */
export function lockedFlows(old: Settings | undefined, sent: Settings): Settings {
  const changes: Settings = {}
  for (const name of flows) {
    const value = sent[`${name}_availability`]
    if (value === undefined) continue
    const isUnset = old?.[`${name}_enabled`] == null
    changes[`${name}_enabled`] = value === null && isUnset ? true : value
    changes[`lock_${name}_enabled`] = value !== true
  }
  return changes
}

/** The value of the setting in a project. `groups`: the groups above, the nearest first. */
export function effectiveFlow(name: (typeof flows)[number], own: Settings, groups: Settings[]): unknown {
  const locking = groups.findLast((group) => group[`lock_${name}_enabled`] === true)
  if (locking) return locking[`${name}_enabled`] ?? null
  return [own, ...groups].map((one) => one[`${name}_enabled`]).find((value) => value != null) ?? true
}
