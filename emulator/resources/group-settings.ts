import { internalError } from '../http/errors'
import { boolean, integer, string } from '../http/param-types'
import type { Param } from '../http/params'
import type { GroupRecord } from '../records/group'
import { flag, number, paramsOf, readTable, type Setting, showTable, text, word } from './setting-table'

/** Settings of groups that are mostly stored and returned, with little effect. */
const table: Record<string, Setting> = {
  share_with_group_lock: flag(false),
  require_two_factor_authentication: flag(false),
  two_factor_grace_period: number(48),
  project_creation_level: word('developer', 'noone', 'owner', 'maintainer', 'administrator'),
  auto_devops_enabled: flag(null),
  subgroup_creation_level: word('maintainer', 'owner'),
  emails_enabled: flag(true),
  show_diff_preview_in_email: flag(true),
  mentions_disabled: flag(null),
  lfs_enabled: flag(true),
  math_rendering_limits_enabled: flag(true),
  lock_math_rendering_limits_enabled: flag(false),
  default_branch: text(255, null),
  default_branch_protection: number(2),
  request_access_enabled: flag(true),
  shared_runners_setting: word(
    'enabled',
    'disabled_and_overridable',
    'disabled_and_unoverridable',
    'disabled_with_override',
  ),
  max_artifacts_size: number(null),
  wiki_access_level: word('enabled', 'private', 'disabled'),
  enabled_git_access_protocol: { param: string.oneOf('ssh', 'http', 'all') },
  prevent_sharing_groups_outside_hierarchy: flag(false),
  prevent_forking_outside_group: flag(),
  membership_lock: flag(),
  only_allow_merge_if_pipeline_succeeds: flag(),
  allow_merge_on_skipped_pipeline: flag(),
  only_allow_merge_if_all_discussions_are_resolved: flag(),
  service_access_tokens_expiration_enforced: flag(),
}

/** The parameters of these settings. */
export const groupSettingParams: Record<string, Param<unknown, true>> = {
  ...paramsOf(table),
  default_branch_protection: integer.oneOf(0, 1, 2, 3, 4),
  emails_disabled: boolean,
}

/**
 * Merges the sent settings into the old ones. @throws HttpError 400 for strings that are too long, 500 for unexpected
 * nulls.
 */
export function readGroupSettings(
  { settings }: Pick<GroupRecord, 'settings'>,
  sent: Record<string, unknown>,
): Record<string, unknown> {
  const { emails_disabled } = sent
  // GitLab does not validate these nulls, and fails because its database refuses them.
  const unset = Object.entries(table).filter(
    ([name, { usual, longest }]) => sent[name] === null && usual !== null && !longest,
  )
  if (unset.length > 0 || emails_disabled === null) throw internalError()
  const older = typeof emails_disabled === 'boolean' ? { emails_enabled: !emails_disabled } : {}
  return { ...settings, ...readTable(table, { ...sent, ...older }) }
}

/** All settings of a response, with defaults. */
export function shownGroupSettings({ settings = {} }: GroupRecord): Record<string, unknown> {
  const shown = { ...settings, ...showTable(table, settings) }
  return { ...shown, emails_disabled: !shown.emails_enabled }
}
