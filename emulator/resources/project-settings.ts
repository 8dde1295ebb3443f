import { internalError } from '../http/errors'
import { boolean, integer, string, strings } from '../http/param-types'
import type { Param } from '../http/params'
import { requireValid } from '../http/validation'
import type { ProjectRecord } from '../records/project'
import type { Visibility } from '../records/visibility'
import { roles } from './access'
import {
  changedPolicy,
  complaintsAboutPolicy,
  type ExpirationPolicy,
  policyParam,
  presentPolicy,
} from './expiration-policy'
import { complaintsAboutSettings, isUnknownCancellationRole } from './project-setting-rules'
import { features, projectSettings, strongSwitches, switches } from './project-setting-table'
import { failsInDatabase, paramsOf, readTable, showTable } from './setting-table'

/** The parameters of these settings, with their deprecated names. */
export const settingParams: Record<string, Param<unknown, true>> = {
  ...paramsOf(projectSettings),
  ...Object.fromEntries(Object.keys(switches).map((name) => [name, boolean])),
  emails_disabled: boolean,
  restrict_user_defined_variables: boolean,
  public_jobs: boolean,
  public_builds: boolean,
  topics: strings,
  tag_list: strings,
  fallback_approvals_required: integer.filled(),
  import_url: string,
  container_expiration_policy_attributes: policyParam,
}

/** The settings before a change; empty for a new project. */
type OldSettings = Partial<
  Pick<ProjectRecord, 'settings' | 'issues_enabled' | 'merge_requests_enabled' | 'builds_enabled' | 'visibility'>
>

/** The changes of the record for the sent settings, and the complaints about them by attribute. */
interface Read {
  changes: Partial<ProjectRecord>
  complaints: Record<string, string[]>
}

/** The changes of the record. @throws HttpError as {@link readSettings}, and 400 for invalid values. */
export function settingChanges(old: OldSettings, sent: Record<string, unknown>, now: string): Partial<ProjectRecord> {
  const { changes, complaints } = readSettings(old, sent, now)
  requireValid(complaints)
  return changes
}

/** @throws HttpError 400 for strings that are too long, 500 for null access levels and for numbers that are too high. */
export function readSettings(old: OldSettings, sent: Record<string, unknown>, now: string): Read {
  const given = { ...sent, ...newNames(old, sent) }
  const read = readTable(projectSettings, given)
  const levelsAfter = { ...showTable(projectSettings, { ...old.settings, ...levels(old) }), ...read }
  const complaints = complaintsAboutSettings(given, levelsAfter)
  // GitLab does not validate these values, and fails because its database refuses them.
  if ([...features.map((feature) => `${feature}_access_level`), ...Object.keys(switches)].some(isNull(sent))) {
    throw internalError()
  }
  if ([given.approvals_before_merge, given.max_artifacts_size].some((value) => Number(value) > highest)) {
    throw internalError()
  }
  if (isUnknownCancellationRole(given.ci_restrict_pipeline_cancellation_role)) throw internalError()
  const change = sent.container_expiration_policy_attributes as Partial<ExpirationPolicy> | null | undefined
  const policy = change ? changedPolicy(old.settings?.container_expiration_policy, change, now) : undefined
  const topics = sent.topics ?? sent.tag_list
  const on = (name: string): boolean | undefined => (read[name] === undefined ? undefined : read[name] !== 'disabled')
  const changes = defined({
    settings: {
      ...old.settings,
      ...read,
      ...(policy && { container_expiration_policy: policy }),
      ...(typeof sent.import_url === 'string' && { import_url: sent.import_url }),
    },
    topics: Array.isArray(topics) ? topics.map((topic) => String(topic).trim()).filter(Boolean) : undefined,
    issues_enabled: on('issues_access_level'),
    merge_requests_enabled: on('merge_requests_access_level'),
    builds_enabled: on('builds_access_level'),
    public_builds: (sent.public_jobs ?? sent.public_builds ?? undefined) as boolean | undefined,
  })
  return { changes, complaints: { ...complaints, ...(policy && complaintsAboutPolicy(policy)) } }
}

/** The highest number of a column. */
const highest = 2 ** 31 - 1

/** Whether GitLab fails to store the settings without a complaint. */
export const cannotBeStored = (sent: Record<string, unknown>): boolean => {
  const policy = (sent.container_expiration_policy_attributes ?? {}) as Partial<ExpirationPolicy>
  const role = sent.ci_restrict_pipeline_cancellation_role as string | null | undefined
  return (
    failsInDatabase(projectSettings, sent) ||
    (sent.public_jobs === undefined ? sent.public_builds : sent.public_jobs) === null ||
    role === null ||
    role?.trim() === '' ||
    policy.enabled === null ||
    [policy.name_regex, policy.name_regex_keep].some((regex) => [...(regex ?? '')].length > 255)
  )
}

/** The settings that were sent with deprecated names, by their current names. */
function newNames(old: OldSettings, sent: Record<string, unknown>): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const [older, newer] of Object.entries(switches)) {
    const wins = sent[newer] === undefined || strongSwitches.includes(older)
    if (typeof sent[older] === 'boolean' && wins) given[newer] = sent[older] ? 'enabled' : 'disabled'
  }
  // Null is like false.
  if (sent.emails_disabled !== undefined) given.emails_enabled = !sent.emails_disabled
  // Everything but `fetch` means `clone`, also null.
  if (sent.build_git_strategy === null) given.build_git_strategy = 'clone'
  if (sent.fallback_approvals_required !== undefined) given.approvals_before_merge = sent.fallback_approvals_required
  const { packages_enabled: hasPackages, package_registry_access_level: level } = sent
  const hadPackages = old.settings?.packages_enabled === undefined ? true : old.settings.packages_enabled
  if (hasPackages !== undefined && hasPackages !== hadPackages && level === undefined) {
    const visibility = (sent.visibility ?? old.visibility ?? 'private') as Visibility
    given.package_registry_access_level = hasPackages ? packageLevels[visibility] : 'disabled'
  }
  return given
}

/** The access level of packages that are switched on. */
const packageLevels: Record<Visibility, string> = { private: 'private', internal: 'enabled', public: 'public' }

const isNull = (sent: Record<string, unknown>) => (name: string) => sent[name] === null

const defined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** Settings that only maintainers see. */
const maintainersOnly =
  /^(?:ci_(?!config_path)|build_(?!s)|keep_|group_runners|resource_group|auto_(?:cancel|devops)|restrict_)/

/** All settings that are visible to the role, with defaults. */
export function shownSettings(project: ProjectRecord, role: number, now: string): Record<string, unknown> {
  const shown = showTable(projectSettings, { ...project.settings, ...levels(project) })
  for (const [older, newer] of Object.entries(switches)) shown[older] = shown[newer] !== 'disabled'
  const all = {
    ...shown,
    autoclose_referenced_issues: shown.autoclose_referenced_issues ?? true,
    merge_pipelines_enabled: shown.merge_pipelines_enabled ?? false,
    emails_disabled: !shown.emails_enabled,
    public_jobs: project.public_builds ?? true,
    requirements_enabled: shown.requirements_access_level !== 'disabled',
    restrict_user_defined_variables: project.ci_pipeline_variables_minimum_override_role !== 'developer',
    ci_pipeline_variables_minimum_override_role: project.ci_pipeline_variables_minimum_override_role,
    ci_job_token_scope_enabled: false,
    container_expiration_policy: presentPolicy(project.settings?.container_expiration_policy, project.created_at, now),
  }
  if (role >= roles.maintainer) return all
  return Object.fromEntries(Object.entries(all).filter(([name]) => !maintainersOnly.test(name)))
}

/** Access levels of the features that the record stores as Booleans. */
function levels(project: OldSettings): Record<string, unknown> {
  const level = (feature: string, on = true) => {
    const set = project.settings?.[`${feature}_access_level`]
    return on ? (set === 'private' ? 'private' : 'enabled') : 'disabled'
  }
  return {
    issues_access_level: level('issues', project.issues_enabled),
    merge_requests_access_level: level('merge_requests', project.merge_requests_enabled),
    builds_access_level: level('builds', project.builds_enabled),
  }
}

/** The access level of pages that were never set. */
export const usualPagesLevel = ({ visibility }: ProjectRecord): string =>
  visibility === 'public' ? 'enabled' : 'private'

/** `enabled`: everyone who can read the project; `private`: only members; `disabled`: off. */
export const levelOf = (project: ProjectRecord, feature: string): 'enabled' | 'private' | 'disabled' | 'public' =>
  showTable(projectSettings, { ...project.settings, ...levels(project) })[`${feature}_access_level`] as 'enabled'

/** Whether a user with the role has the feature. Code and merge requests only for members need at least a Reporter. */
export function isAvailable(project: ProjectRecord, feature: string, role: number): boolean {
  const level = levelOf(project, feature)
  if (level !== 'private') return level !== 'disabled'
  return role >= (feature === 'merge_requests' ? roles.reporter : roles.guest)
}

/** All parameters of an update, in the order of GitLab's error message. */
export const updateNames = `
allow_merge_on_skipped_pipeline analytics_access_level autoclose_referenced_issues auto_devops_enabled
auto_devops_deploy_strategy auto_cancel_pending_pipelines build_git_strategy build_timeout builds_access_level
ci_config_path ci_default_git_depth ci_allow_fork_pipelines_to_run_in_parent_project ci_id_token_sub_claim_components
ci_forward_deployment_enabled ci_forward_deployment_rollback_allowed ci_separated_caches
container_registry_access_level container_expiration_policy_attributes default_branch description emails_disabled
emails_enabled forking_access_level issues_access_level lfs_enabled merge_pipelines_enabled
merge_requests_access_level merge_requests_template merge_trains_enabled merge_method merge_request_title_regex
merge_request_title_regex_description name only_allow_merge_if_all_discussions_are_resolved
only_allow_merge_if_pipeline_succeeds package_registry_access_level pages_access_level path
printing_merge_request_link_enabled public_builds public_jobs remove_source_branch_after_merge repository_access_level
request_access_enabled resolve_outdated_diff_discussions restrict_user_defined_variables show_diff_preview_in_email
security_and_compliance_access_level squash_option shared_runners_enabled group_runners_enabled
resource_group_default_process_mode snippets_access_level tag_list topics visibility wiki_access_level avatar
suggestion_commit_message merge_commit_template squash_commit_template issue_branch_template repository_storage
packages_enabled service_desk_enabled keep_latest_artifact mr_default_target_self enforce_auth_checks_on_uploads
releases_access_level environments_access_level feature_flags_access_level infrastructure_access_level
monitor_access_level model_experiments_access_level model_registry_access_level
warn_about_potentially_unwanted_characters ci_pipeline_variables_minimum_override_role
ci_push_repository_for_job_token_allowed ci_delete_pipelines_in_seconds max_artifacts_size issues_enabled jobs_enabled
merge_requests_enabled wiki_enabled snippets_enabled container_registry_enabled auto_duo_code_review_enabled
duo_remote_flows_enabled duo_sast_fp_detection_enabled duo_sast_vr_workflow_enabled
allow_pipeline_trigger_approve_deployment only_allow_merge_if_all_status_checks_passed approvals_before_merge
external_authorization_classification_label fallback_approvals_required import_url issues_template mirror
merge_requests_template merge_pipelines_enabled merge_trains_enabled merge_trains_skip_train_allowed
requirements_access_level prevent_merge_without_jira_issue ci_restrict_pipeline_cancellation_role
web_based_commit_signing_enabled spp_repository_pipeline_access
`
  .trim()
  .split(/\s+/)
