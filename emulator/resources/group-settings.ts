import { internalError } from '../http/errors'
import { boolean, integer, integers, string, strings } from '../http/param-types'
import type { Param } from '../http/params'
import type { GroupRecord } from '../records/group'
import { protectionParam, protectionsByNumber } from './default-branch-protection'
import { entriesOf } from './group-setting-rules'
import { flag, number, paramsOf, readTable, type Setting, showTable, text, word } from './setting-table'

/** Settings that are lists, separated by commas. */
const lists = ['ip_restriction_ranges', 'allowed_email_domains_list']

/** Null keeps the value. */
const kept = (setting: Setting): Setting => ({ ...setting, null: 'keeps' })

/** Null is stored. */
const clearable = (setting: Setting): Setting => ({ ...setting, null: 'clears' })

/** Settings of groups that are mostly stored and returned, with little effect. */
const table: Record<string, Setting> = {
  share_with_group_lock: clearable(flag(false)),
  require_two_factor_authentication: flag(false),
  two_factor_grace_period: number(48),
  project_creation_level: word('developer', 'noone', 'owner', 'maintainer', 'administrator'),
  auto_devops_enabled: flag(null),
  subgroup_creation_level: word('maintainer', 'owner'),
  emails_enabled: flag(true),
  show_diff_preview_in_email: flag(true),
  mentions_disabled: flag(null),
  lfs_enabled: clearable(flag(true)),
  math_rendering_limits_enabled: kept(flag(true)),
  lock_math_rendering_limits_enabled: flag(false),
  default_branch: text(255, null),
  default_branch_protection: number(2),
  default_branch_protection_defaults: kept({ param: protectionParam }),
  request_access_enabled: flag(true),
  shared_runners_setting: word('enabled', 'disabled_and_overridable', 'disabled_and_unoverridable'),
  max_artifacts_size: number(null),
  wiki_access_level: word('enabled', 'private', 'disabled'),
  enabled_git_access_protocol: kept({ param: string.oneOf('ssh', 'http', 'all') }),
  prevent_sharing_groups_outside_hierarchy: flag(false),
  prevent_forking_outside_group: flag(),
  membership_lock: kept(flag()),
  only_allow_merge_if_pipeline_succeeds: flag(),
  allow_merge_on_skipped_pipeline: flag(),
  only_allow_merge_if_all_discussions_are_resolved: flag(),
  service_access_tokens_expiration_enforced: flag(),
  duo_features_enabled: kept(flag()),
  lock_duo_features_enabled: flag(),
  allow_personal_snippets: flag(),
  unique_project_download_limit: number(),
  unique_project_download_limit_interval_in_seconds: number(),
  unique_project_download_limit_allowlist: { param: strings },
  unique_project_download_limit_alertlist: { param: integers },
  auto_ban_user_on_excessive_projects_download: flag(),
  shared_runners_minutes_limit: clearable(number()),
  extra_shared_runners_minutes_limit: clearable(number()),
  file_template_project_id: clearable(number()),
  duo_core_features_enabled: clearable(flag()),
  ip_restriction_ranges: kept({ param: string }),
  allowed_email_domains_list: { param: string },
}

/** Settings that only administrators can change. For others, GitLab ignores them. */
export const forAdministrators = [
  'max_artifacts_size',
  'shared_runners_minutes_limit',
  'extra_shared_runners_minutes_limit',
]

/** Settings that a creation ignores. */
export const onlyInGroupUpdates: readonly string[] = [
  ...[
    'prevent_sharing_groups_outside_hierarchy',
    'math_rendering_limits_enabled',
    'lock_math_rendering_limits_enabled',
  ],
  ...['max_artifacts_size', 'prevent_forking_outside_group', 'service_access_tokens_expiration_enforced'],
  ...['unique_project_download_limit', 'unique_project_download_limit_interval_in_seconds'],
  ...['unique_project_download_limit_allowlist', 'unique_project_download_limit_alertlist'],
  ...['auto_ban_user_on_excessive_projects_download', 'ip_restriction_ranges', 'allowed_email_domains_list'],
  ...['file_template_project_id', 'duo_core_features_enabled', 'duo_features_enabled', 'lock_duo_features_enabled'],
  ...['only_allow_merge_if_pipeline_succeeds', 'allow_merge_on_skipped_pipeline', 'allow_personal_snippets'],
  ...['only_allow_merge_if_all_discussions_are_resolved'],
]

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
    ([name, { usual, longest, null: effect }]) => sent[name] === null && usual !== null && !longest && !effect,
  )
  if (unset.length > 0) throw internalError()
  const older = typeof emails_disabled === 'boolean' ? { emails_enabled: !emails_disabled } : {}
  const given = Object.fromEntries(
    lists.filter((name) => typeof sent[name] === 'string').map((name) => [name, entriesOf(sent[name]).join(',')]),
  )
  const byNumber = typeof sent.default_branch_protection === 'number' && {
    default_branch_protection_defaults: protectionsByNumber[sent.default_branch_protection],
  }
  const blank = typeof sent.default_branch === 'string' && !sent.default_branch.trim() && { default_branch: null }
  return { ...settings, ...readTable(table, { ...byNumber, ...sent, ...older, ...given, ...blank }) }
}

/** All settings of a response, with defaults. */
export function shownGroupSettings({ settings = {} }: GroupRecord): Record<string, unknown> {
  // Responses do not have these settings.
  const { allow_personal_snippets: _, file_template_project_id: __, ...others } = settings
  const shown: Record<string, unknown> = { ...others, ...showTable(table, settings) }
  for (const name of lists) if (shown[name] === '') shown[name] = null
  // Without a value of its own, that of the instance applies.
  return { ...shown, lfs_enabled: shown.lfs_enabled ?? true, emails_disabled: !shown.emails_enabled }
}
