import type { Call } from '../http/call'
import { internalError } from '../http/errors'
import { type Instance, isCommunity, isFree } from '../http/instance'
import { boolean, integer, integers, nested, string, strings } from '../http/param-types'
import { type Param, params } from '../http/params'
import { type InstanceRelease, isAtLeast } from '../http/release'
import type { GroupRecord } from '../records/group'
import { assistants, flows, lockedFlows } from './assistant-settings'
import { protectionOf, protectionParam, protectionsByNumber } from './default-branch-protection'
import { entriesOf, isBranchName } from './group-setting-rules'
import { flag, number, ofRelease, paramsOf, readTable, type Setting, showTable, since, word } from './setting-table'

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
  two_factor_grace_period: kept(number(48)),
  project_creation_level: word('developer', 'noone', 'owner', 'maintainer', 'administrator'),
  auto_devops_enabled: flag(null),
  subgroup_creation_level: word('maintainer', 'owner'),
  emails_enabled: flag(true),
  show_diff_preview_in_email: flag(true),
  mentions_disabled: flag(null),
  lfs_enabled: clearable(flag(true)),
  math_rendering_limits_enabled: kept(flag(true)),
  lock_math_rendering_limits_enabled: flag(false),
  default_branch: { param: string, usual: null },
  default_branch_protection: clearable(number(2)),
  default_branch_protection_defaults: clearable({ param: protectionParam }),
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
  unique_project_download_limit: kept(number()),
  unique_project_download_limit_interval_in_seconds: kept(number()),
  unique_project_download_limit_allowlist: { param: strings },
  unique_project_download_limit_alertlist: { param: integers },
  auto_ban_user_on_excessive_projects_download: flag(),
  shared_runners_minutes_limit: clearable(number()),
  extra_shared_runners_minutes_limit: clearable(number()),
  file_template_project_id: clearable(number()),
  duo_core_features_enabled: clearable(flag()),
  ip_restriction_ranges: kept({ param: string }),
  allowed_email_domains_list: { param: string },
  crm_enabled: since('19.3', flag(true)),
  resource_access_token_notify_inherited: since('19.3', clearable(flag(false))),
  lock_resource_access_token_notify_inherited: since('19.3', flag(false)),
  built_in_project_templates_enabled: since('19.3', clearable(flag())),
  lock_built_in_project_templates_enabled: since('19.3', flag()),
  // Features that the instance does not have. The specification does not have them, either.
  experiment_features_enabled: since('18.9', kept(flag())),
  web_based_commit_signing_enabled: since('19.3', kept(flag())),
  auto_duo_code_review_enabled: since('19.3', kept(flag())),
  ai_audit_events_storage_enabled: since('19.3', kept(flag())),
  lock_ai_audit_events_storage_enabled: since('19.3', kept(flag())),
  duo_custom_agents_availability: since('19.3', kept(flag())),
  duo_custom_flows_availability: since('19.3', kept(flag())),
  duo_external_agents_availability: since('19.3', kept(flag())),
  amazon_q_auto_review_enabled: since('18.9', kept(flag())),
  model_prompt_cache_enabled: since('18.9', kept(flag())),
  enabled_foundational_flows: since('18.9', kept({ param: strings })),
  duo_template_project_id: since('19.3', kept(number())),
  step_up_auth_required_oauth_provider: since('18.9', kept({ param: string })),
  tool_approval_for_session_availability: since('19.3', word('default_on', 'default_off', 'never_on')),
  ai_settings_attributes: since('18.9', kept({ param: nested(params(assistants)) })),
}

const flowNames = flows.map((name) => `${name}_availability`)

/** Settings of groups that the Community Edition does not have. It ignores them. */
const ofEnterprise = [
  ...['membership_lock', 'prevent_forking_outside_group', 'wiki_access_level', 'allow_personal_snippets'],
  ...['only_allow_merge_if_pipeline_succeeds', 'allow_merge_on_skipped_pipeline', 'file_template_project_id'],
  ...['only_allow_merge_if_all_discussions_are_resolved', 'service_access_tokens_expiration_enforced'],
  ...['duo_availability', 'duo_features_enabled', 'lock_duo_features_enabled', 'duo_core_features_enabled'],
  ...['unique_project_download_limit', 'unique_project_download_limit_interval_in_seconds'],
  ...['unique_project_download_limit_allowlist', 'unique_project_download_limit_alertlist'],
  ...['auto_ban_user_on_excessive_projects_download', 'ip_restriction_ranges', 'allowed_email_domains_list'],
  ...['shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit', 'ai_settings_attributes'],
  ...['built_in_project_templates_enabled', 'lock_built_in_project_templates_enabled'],
  ...['experiment_features_enabled', 'web_based_commit_signing_enabled', 'auto_duo_code_review_enabled'],
  ...['lock_ai_audit_events_storage_enabled', 'duo_custom_agents_availability', 'duo_custom_flows_availability'],
  ...['duo_external_agents_availability', 'amazon_q_auto_review_enabled', 'model_prompt_cache_enabled'],
  ...['enabled_foundational_flows', 'duo_template_project_id'],
  ...['ai_audit_events_storage_enabled', 'tool_approval_for_session_availability', ...flowNames],
]

/** Settings that the service drops without a license. */
const droppedWithoutLicense = [
  ...['prevent_forking_outside_group', 'ip_restriction_ranges', 'allowed_email_domains_list'],
  ...['only_allow_merge_if_pipeline_succeeds', 'allow_merge_on_skipped_pipeline'],
  ...['only_allow_merge_if_all_discussions_are_resolved', 'ai_settings_attributes'],
  ...['built_in_project_templates_enabled', 'lock_built_in_project_templates_enabled'],
]

/** Removes the settings that GitLab ignores without a license. */
export function dropUnlicensed({ instance }: Pick<Call, 'instance'>, sent: Record<string, unknown>): void {
  if (instance.flavor === 'spec' || !isFree(instance)) return
  for (const name of droppedWithoutLicense) delete sent[name]
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
  ...['only_allow_merge_if_all_discussions_are_resolved', 'duo_availability', 'step_up_auth_required_oauth_provider'],
  ...['built_in_project_templates_enabled', 'lock_built_in_project_templates_enabled', 'duo_template_project_id'],
  ...['web_based_commit_signing_enabled', 'auto_duo_code_review_enabled', 'ai_audit_events_storage_enabled'],
  ...['lock_ai_audit_events_storage_enabled', 'enabled_foundational_flows'],
]

/** The settings that `duo_availability` stands for. Null is like `never_on`. */
const duoByAvailability: Record<string, Record<string, boolean>> = {
  default_on: { duo_features_enabled: true, lock_duo_features_enabled: false },
  default_off: { duo_features_enabled: false, lock_duo_features_enabled: false },
  never_on: { duo_features_enabled: false, lock_duo_features_enabled: true },
}

/** The parameters of these settings. */
export function groupSettingParams(
  instance: InstanceRelease & Pick<Instance, 'tier'>,
): Record<string, Param<unknown, true>> {
  const all: Record<string, Param<unknown, true>> = {
    ...paramsOf(ofRelease(table, instance)),
    default_branch_protection: integer.oneOf(0, 1, 2, 3, 4),
    emails_disabled: boolean,
    duo_availability: string.oneOf(...Object.keys(duoByAvailability)),
    ...(instance.flavor === 'gitlab' && Object.fromEntries(flowNames.map((name) => [name, boolean]))),
  }
  if (isCommunity(instance)) for (const name of ofEnterprise) delete all[name]
  return all
}

/**
 * Merges the sent settings into the old ones. @throws HttpError 400 for strings that are too long, 500 for unexpected
 * nulls.
 */
export function readGroupSettings(
  { settings }: Pick<GroupRecord, 'settings'>,
  sent: Record<string, unknown>,
): Record<string, unknown> {
  const { emails_disabled, duo_availability } = sent
  // GitLab does not validate these nulls, and fails because its database refuses them.
  const unset = Object.entries(table).filter(
    ([name, { usual, longest, null: effect }]) => sent[name] === null && usual !== null && !longest && !effect,
  )
  const numbers = Object.values(sent).filter((value) => typeof value === 'number')
  if (unset.length > 0 || numbers.some((value) => value > highest)) throw internalError()
  const older = {
    // Null is like false.
    ...(emails_disabled !== undefined && { emails_enabled: !emails_disabled }),
    ...(duo_availability !== undefined && duoByAvailability[String(duo_availability ?? 'never_on')]),
  }
  const ai = { ...(settings?.ai_settings_attributes as object), ...(sent.ai_settings_attributes as object | null) }
  const given = Object.fromEntries(
    lists.filter((name) => typeof sent[name] === 'string').map((name) => [name, entriesOf(sent[name]).join(',')]),
  )
  const byNumber = typeof sent.default_branch_protection === 'number' && {
    default_branch_protection_defaults: protectionsByNumber[sent.default_branch_protection],
  }
  const branch = typeof sent.default_branch === 'string' && { default_branch: branchIn(sent.default_branch, settings) }
  return {
    ...settings,
    ...readTable(table, { ...byNumber, ...sent, ...older, ...given, ...branch }),
    ...lockedFlows(settings, sent),
    ...(sent.ai_settings_attributes != null && { ai_settings_attributes: ai }),
  }
}

/** The highest number of a column. */
const highest = 2 ** 31 - 1

/** The default branch after a change. GitLab ignores names that are not valid. @throws HttpError 500 if it is too long. */
function branchIn(sent: string, settings: Record<string, unknown> | undefined): string | null {
  if (sent.trim() === '') return null
  if (!isBranchName(sent)) return (settings?.default_branch as string | undefined) ?? null
  const name = sent.replace(/<[^<>]*>/g, '')
  // GitLab does not validate the length, and fails because its database refuses it.
  if ([...name].length > 255) throw internalError()
  return name
}

/** Settings that responses do not have, or only some. */
const notShown = [
  ...['allow_personal_snippets', 'file_template_project_id', 'web_based_commit_signing_enabled'],
  ...['lock_ai_audit_events_storage_enabled', 'duo_custom_agents_availability', 'duo_custom_flows_availability'],
  ...['duo_external_agents_availability', 'amazon_q_auto_review_enabled', 'model_prompt_cache_enabled'],
  ...['enabled_foundational_flows', 'duo_template_project_id', 'step_up_auth_required_oauth_provider'],
  ...['auto_duo_code_review_enabled', 'ai_audit_events_storage_enabled', 'tool_approval_for_session_availability'],
  ...['built_in_project_templates_enabled', 'lock_built_in_project_templates_enabled', 'experiment_features_enabled'],
  ...['ai_settings_attributes', ...flows.flatMap((name) => [`${name}_enabled`, `lock_${name}_enabled`])],
]

/** Settings that a group without a value of its own inherits. */
const inherited = ['resource_access_token_notify_inherited', 'built_in_project_templates_enabled']

/** The inherited settings that a change has cleared. Only its response shows them as null. */
export const clearedSettings = (before: GroupRecord, after: GroupRecord): Record<string, null> =>
  Object.fromEntries(
    inherited
      .filter((name) => after.settings?.[name] === null && before.settings?.[name] != null)
      .map((name) => [name, null]),
  )

/** All settings of a response, with defaults. */
export function shownGroupSettings(instance: InstanceRelease, group: GroupRecord): Record<string, unknown> {
  const { settings = {} } = group
  const shown: Record<string, unknown> = { ...settings, ...showTable(ofRelease(table, instance), settings) }
  for (const name of notShown) delete shown[name]
  for (const name of lists) if (shown[name] === '') shown[name] = null
  // Without a value of its own, that of the instance applies.
  return {
    ...shown,
    lfs_enabled: shown.lfs_enabled ?? true,
    default_branch_protection: shown.default_branch_protection ?? 2,
    ...('default_branch_protection_defaults' in shown && { default_branch_protection_defaults: protectionOf(group) }),
    emails_disabled: !shown.emails_enabled,
    ...(isAtLeast(instance, '19.3') && {
      resource_access_token_notify_inherited: shown.resource_access_token_notify_inherited ?? false,
    }),
  }
}
