import type { Call } from '../http/call'
import { isCommunity } from '../http/instance'
import { has } from '../http/release'
import type { GroupRecord } from '../records/group'
import { invitations } from '../records/invitation'
import { memberships } from '../records/membership'
import { projects } from '../records/project'
import { canReadProject, groupChain, groupRole, roles } from './access'
import { shownAssistants } from './assistant-settings'
import { protectionOf } from './default-branch-protection'
import { runnersToken } from './project-fields'

type Fields = Record<string, unknown>

/** Fields of GitLab that all new groups share. */
const usual = {
  two_factor_grace_period: 48,
  auto_devops_enabled: null,
  emails_disabled: false,
  emails_enabled: true,
  show_diff_preview_in_email: true,
  mentions_disabled: null,
  archived: false,
  math_rendering_limits_enabled: true,
  lock_math_rendering_limits_enabled: false,
  default_branch: null,
  default_branch_protection: 2,
  shared_runners_setting: 'enabled',
  max_artifacts_size: null,
  marked_for_deletion_on: null,
}

const ofEnterprise = { ldap_cn: null, ldap_access: null }

const ofOneEnterprise = (licensed: boolean): Fields => ({
  shared_runners_minutes_limit: null,
  extra_shared_runners_minutes_limit: null,
  prevent_forking_outside_group: licensed ? false : null,
  membership_lock: false,
})

const licensed = {
  ip_restriction_ranges: null,
  allowed_email_domains_list: null,
  only_allow_merge_if_pipeline_succeeds: false,
  allow_merge_on_skipped_pipeline: false,
  only_allow_merge_if_all_discussions_are_resolved: false,
}

/**
 * Adds the fields that only GitLab has to the response, most of them with fixed values. `single`: whether the response
 * is about one group, which has more fields than the entries of a list.
 */
export function withFurtherGroupFields(call: Call, group: GroupRecord, shown: Fields, { single } = { single: false }) {
  const owns = groupRole(call.store, call.user, group.id) >= roles.owner
  if (call.instance.flavor === 'spec') {
    if (!single) return shown
    return { ...furtherSettings(group), ...shown, ...(owns && { runners_token: runnersToken(group.id) }) }
  }
  const top = group.parent_id === null
  const enterprise = !isCommunity(call.instance)
  const withLicense = enterprise && call.instance.tier !== 'free'
  const withLimits = top && owns && call.instance.tier === 'ultimate'
  const hidden = [
    ...(owns ? [] : Object.keys(ofOwners)),
    ...(withLimits ? [] : downloadSettings),
    ...(withLicense ? [] : [...Object.keys(licensed), ...Object.keys(ofOwners), ...licensedOnly]),
    ...(enterprise ? [] : ['membership_lock']),
    ...(single ? [] : [...Object.keys(licensed), ...singleOnly, ...downloadSettings]),
  ]
  const {
    shared_with_groups,
    prevent_sharing_groups_outside_hierarchy: _prevent,
    wiki_access_level,
    ...rest
  } = Object.fromEntries(Object.entries(shown).filter(([name]) => !hidden.includes(name)))
  return {
    ...usual,
    default_branch_protection_defaults: protectionOf(group),
    ...(enterprise && ofEnterprise),
    ...(withLicense && owns && ofOwners),
    ...(enterprise && owns && top && { duo_namespace_access_rules: [] }),
    ...(single && enterprise && ofOneEnterprise(withLicense)),
    ...(single && withLicense && licensed),
    ...withoutTopLevel(rest, top),
    ...(isOff(call, group, 'emails_enabled') && { emails_disabled: true }),
    ...(isOff(call, group, 'show_diff_preview_in_email') && { show_diff_preview_in_email: false }),
    ...(enterprise && { wiki_access_level }),
    ...(single && withLicense && call.user && has(call.instance, 'settingsOfAssistants')
      ? { experiment_features_enabled: false, ai_settings: shownAssistants(group) }
      : {}),
    ...(withLicense && owns && has(call.instance, 'settingsOfAssistants')
      ? {
          built_in_project_templates_enabled: group.settings?.built_in_project_templates_enabled ?? true,
          lock_built_in_project_templates_enabled: group.settings?.lock_built_in_project_templates_enabled ?? false,
        }
      : {}),
    ...(withLicense && call.user?.admin && { repository_storage: null }),
    ...(single && { shared_with_groups }),
    ...(withLicense && templateProject(call, group)),
    ...(single && top && { prevent_sharing_groups_outside_hierarchy: _prevent ?? false }),
    ...(single &&
      top &&
      (has(call.instance, 'settingsOfAssistants') ? enterprise : withLicense) && {
        service_access_tokens_expiration_enforced: group.settings?.service_access_tokens_expiration_enforced ?? true,
      }),
    ...(single && owns && ownerFields(call, group, withLimits)),
  }
}

/** The project with templates of files, which must be in the group or shared with it. */
function templateProject({ store, user }: Call, { id, settings }: GroupRecord): Fields {
  const project = store.of(projects).get(Number(settings?.file_template_project_id ?? 0))
  if (!project || !canReadProject(store, user, project)) return {}
  const isShared = store
    .of(invitations)
    .where('project', project.id)
    .some(({ group_id }) => group_id === id)
  return project.group_id === id || isShared ? { file_template_project_id: project.id } : {}
}

/** Settings that only some groups, licenses and users have: with the flavor `spec`, all have them. */
const furtherSettings = (group: GroupRecord): Fields => ({
  default_branch_protection_defaults: protectionOf(group),
  ...ofOneEnterprise(true),
  ...licensed,
  ...ofOwners,
  enabled_git_access_protocol: 'all',
  service_access_tokens_expiration_enforced: true,
  unique_project_download_limit: 0,
  unique_project_download_limit_interval_in_seconds: 0,
  unique_project_download_limit_allowlist: [],
  unique_project_download_limit_alertlist: [],
  auto_ban_user_on_excessive_projects_download: false,
})

/** The stored settings without those that only groups at the top level have. */
function withoutTopLevel(settings: Fields, top: boolean): Fields {
  const { prevent_forking_outside_group: forking, ...rest } = settings
  const { service_access_tokens_expiration_enforced: _, enabled_git_access_protocol: __, ...shared } = rest
  if (top) return settings
  return { ...shared, ...(forking !== undefined && { prevent_forking_outside_group: false }) }
}

/** Whether a setting of the group or of one above is off. */
const isOff = ({ store }: Call, { id }: GroupRecord, name: string): boolean =>
  groupChain(store, id).some(({ settings }) => settings?.[name] === false)

const ofOwners: Fields = {
  duo_core_features_enabled: null,
  duo_features_enabled: true,
  lock_duo_features_enabled: false,
}

/** Limits of downloads, which only owners of top-level groups see. */
const downloadSettings = [
  'unique_project_download_limit',
  'unique_project_download_limit_interval_in_seconds',
  'unique_project_download_limit_allowlist',
  'unique_project_download_limit_alertlist',
  'auto_ban_user_on_excessive_projects_download',
]

const licensedOnly = ['prevent_forking_outside_group', 'service_access_tokens_expiration_enforced']

/** Settings that lists do not have. */
const singleOnly = [
  ...['prevent_forking_outside_group', 'service_access_tokens_expiration_enforced', 'enabled_git_access_protocol'],
  ...['membership_lock', 'shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'],
]

/** The ids of the direct owners. */
const ownersOf = ({ store }: Call, group: number): number[] =>
  store
    .of(memberships)
    .where('source', `group ${group}`)
    .filter(({ access_level }) => access_level >= roles.owner)
    .map(({ user_id }) => user_id)

/** Fields of a single group that only owners see. */
const ownerFields = (call: Call, { id, parent_id, settings }: GroupRecord, withLimits: boolean): Fields => ({
  runners_token: runnersToken(id),
  ...(parent_id === null && { enabled_git_access_protocol: settings?.enabled_git_access_protocol ?? 'all' }),
  ...(withLimits && {
    unique_project_download_limit: settings?.unique_project_download_limit ?? 0,
    unique_project_download_limit_interval_in_seconds: settings?.unique_project_download_limit_interval_in_seconds ?? 0,
    unique_project_download_limit_allowlist: settings?.unique_project_download_limit_allowlist ?? [],
    unique_project_download_limit_alertlist: settings?.unique_project_download_limit_alertlist ?? ownersOf(call, id),
    auto_ban_user_on_excessive_projects_download: settings?.auto_ban_user_on_excessive_projects_download ?? false,
  }),
})
