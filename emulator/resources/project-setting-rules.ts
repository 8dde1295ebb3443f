import { complaintAboutPattern } from '../http/re2'
import { has, type InstanceRelease } from '../http/release'

/** GitLab's rules for settings of projects. */

const dayInSeconds = 86_400
const ranks: Record<string, number> = { disabled: 0, private: 1, enabled: 2, public: 3 }
const claims = ['project_path', 'ref_type', 'ref', 'environment_protected', 'deployment_tier']

/**
 * The complaints by attribute, about the settings that were sent or conflict with others. `after`: all settings after the
 * change.
 */
export function complaintsAboutSettings(
  instance: InstanceRelease,
  sent: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, string[]> {
  const path = sent.ci_config_path
  const timeout = sent.build_timeout
  const depth = sent.ci_default_git_depth
  const lasting = sent.ci_delete_pipelines_in_seconds
  const regex = complaintAboutPattern(String(sent.merge_request_title_regex ?? ''))
  const isHalf =
    has(instance, 'titleRegexNeedsDescription') &&
    Boolean(after.merge_request_title_regex) !== Boolean(after.merge_request_title_regex_description)
  return {
    ...complaintsAboutLevels(after),
    'ci_cd_settings.id_token_sub_claim_components': complaintsAboutClaims(
      instance,
      sent.ci_id_token_sub_claim_components,
    ),
    'ci_cd_settings.max_pipelines_per_merge_train': outside(sent.max_pipelines_per_merge_train, 1, Infinity),
    'ci_cd_settings.default_git_depth': outside(depth, 0, 1000),
    'ci_cd_settings.delete_pipelines_in_seconds':
      typeof lasting === 'number' && (lasting < dayInSeconds || lasting > 31_556_952)
        ? ['must be between 1 day and 1 year']
        : [],
    base:
      typeof timeout === 'number' && timeout < 0 ? ['Maximum job timeout has a value which could not be accepted'] : [],
    'ci_cd_settings.merge_trains_skip_train_allowed':
      sent.merge_trains_skip_train_allowed === null ? ['is not included in the list'] : [],
    'project_setting.mr_default_target_self':
      !after.forked_from_id && (sent.mr_default_target_self || sent.mr_default_target_self === null)
        ? ['This setting is allowed for forked projects only']
        : [],
    'project_setting.merge_request_title_regex': [
      ...(regex ? [`not valid RE2 syntax: ${regex}`] : []),
      ...(isHalf ? ['and regex description must be either both set, or neither.'] : []),
    ],
    'project_setting.merge_request_title_regex_description': isHalf
      ? ['and regex must be either both set, or neither.']
      : [],
    build_timeout:
      typeof timeout === 'number' && (timeout < 600 || timeout >= 2_629_746)
        ? ['needs to be between 10 minutes and 1 month']
        : [],
    ci_config_path:
      typeof path === 'string' && /^\/|\.\./.test(path) ? ['cannot include leading slash or directory traversal.'] : [],
    max_artifacts_size:
      typeof sent.max_artifacts_size === 'number' && sent.max_artifacts_size <= 0 ? ['must be greater than 0'] : [],
  }
}

/** Merge requests and pipelines cannot be more visible than the repository. */
function complaintsAboutLevels(levels: Record<string, unknown>): Record<string, string[]> {
  const rank = (feature: string): number => ranks[String(levels[`${feature}_access_level`])] ?? 0
  const higher = ['merge_requests', 'builds'].filter((feature) => rank(feature) > rank('repository'))
  const complaint = ['cannot have higher visibility level than repository access level']
  return Object.fromEntries(higher.map((feature) => [`project_feature.${feature}_access_level`, complaint]))
}

function complaintsAboutClaims(instance: InstanceRelease, sent: unknown): string[] {
  if (!Array.isArray(sent)) return []
  const first = ['project_path', ...(has(instance, 'projectIdInTokens') ? ['project_id'] : [])]
  const odd = sent.filter((claim) => ![...claims, ...first].includes(String(claim)))
  return [
    ...(sent.length === 0 ? ['is too short (minimum is 1 character)'] : []),
    ...(first.includes(String(sent[0])) ? [] : [`${first.join(' or ')} must be the first element of the sub claim`]),
    ...odd.map((claim) => `${claim} is not an allowed sub claim component`),
  ]
}

function outside(value: unknown, least: number, most: number): string[] {
  if (typeof value !== 'number') return []
  if (value < least) return [`must be greater than or equal to ${least}`]
  return value > most ? [`must be less than or equal to ${most}`] : []
}

const cancellationRoles = ['developer', 'maintainer', 'no_one']

/** Whether GitLab fails because the role does not exist, instead of complaining about it. */
export const isUnknownCancellationRole = (role: unknown): boolean =>
  typeof role === 'string' && role.trim() !== '' && !cancellationRoles.includes(role)
