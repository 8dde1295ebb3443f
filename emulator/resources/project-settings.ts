import type { Call } from '../http/call'
import { internalError } from '../http/errors'
import { type Instance, isCommunity } from '../http/instance'
import { boolean, file, integer, string, strings } from '../http/param-types'
import type { Param } from '../http/params'
import { has, type InstanceRelease } from '../http/release'
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
import { mirrorChanges, mirrorParams } from './pull-mirror-model'
import { failsInDatabase, ofRelease, paramsOf, readTable, showTable } from './setting-table'

/** The parameters of these settings, with their deprecated names. */
export const settingParams = (
  instance: InstanceRelease & Pick<Instance, 'tier'>,
): Record<string, Param<unknown, true>> => ({
  ...paramsOf(ofRelease(projectSettings, instance)),
  ...Object.fromEntries(Object.keys(switches).map((name) => [name, boolean])),
  emails_disabled: boolean,
  restrict_user_defined_variables: boolean,
  public_jobs: boolean,
  public_builds: boolean,
  topics: strings,
  tag_list: strings,
  fallback_approvals_required: has(instance, 'refusedNulls') ? integer : integer.filled(),
  import_url: string,
  container_expiration_policy_attributes: policyParam,
  ...(instance.flavor === 'gitlab' && { avatar: file, ...(!isCommunity(instance) && mirrorParams) }),
})

/** The settings before a change; empty for a new project. */
type OldSettings = Partial<
  Pick<
    ProjectRecord,
    'settings' | 'issues_enabled' | 'merge_requests_enabled' | 'builds_enabled' | 'visibility' | 'forked_from_id'
  >
>

/** The changes of the record for the sent settings, and the complaints about them by attribute. */
interface Read {
  changes: Partial<ProjectRecord>
  complaints: Record<string, string[]>
}

/** The changes of the record. @throws HttpError as {@link readSettings}, and 400 for invalid values. */
export function settingChanges(old: OldSettings, sent: Record<string, unknown>, now: string): Partial<ProjectRecord> {
  const { changes, complaints } = readSettings({ flavor: 'gitlab', release: '18.9' }, old, sent, now)
  requireValid(complaints)
  return changes
}

/** @throws HttpError 400 for strings that are too long, 500 for null access levels and for numbers that are too high. */
export function readSettings(
  instance: InstanceRelease,
  old: OldSettings,
  sent: Record<string, unknown>,
  now: string,
): Read {
  const given = { ...sent, ...newNames(old, sent) }
  const read = readTable(projectSettings, given)
  const after = { ...showTable(projectSettings, { ...old.settings, ...levels(old) }), ...read }
  const complaints = complaintsAboutSettings(instance, given, { ...after, forked_from_id: old.forked_from_id })
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
      ...mirrorChanges(sent),
    },
    topics: Array.isArray(topics) ? topics.map((topic) => String(topic).trim()).filter(Boolean) : undefined,
    issues_enabled: on('issues_access_level'),
    merge_requests_enabled: on('merge_requests_access_level'),
    builds_enabled: on('builds_access_level'),
    public_builds: (sent.public_jobs ?? sent.public_builds ?? undefined) as boolean | undefined,
  })
  return { changes, complaints: { ...complaints, ...(policy && complaintsAboutPolicy(instance, policy)) } }
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
  /^(?:ci_(?!config_path)|protect_merge_|build_(?!s)|keep_|group_runners|resource_group|auto_(?:cancel|devops)|restrict_)/

/** All settings that are visible to the role, with defaults. */
export function shownSettings(
  call: Pick<Call, 'instance' | 'now'>,
  project: ProjectRecord,
  role: number,
): Record<string, unknown> {
  const shown = showTable(ofRelease(projectSettings, call.instance), { ...project.settings, ...levels(project) })
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
    container_expiration_policy: presentPolicy(
      project.settings?.container_expiration_policy,
      project.created_at,
      call.now(),
    ),
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

/** The access levels of models, which are private unless the project is public when it is created. */
export const levelsOfModels = ['model_experiments_access_level', 'model_registry_access_level']

/** The access levels that were never set, of features whose default depends on the visibility. */
export function usualLevels(instance: InstanceRelease, project: ProjectRecord): Record<string, string> {
  const { visibility, settings = {} } = project
  const usual = {
    ...(instance.flavor === 'gitlab' && { pages_access_level: visibility === 'public' ? 'enabled' : 'private' }),
    // Those of a project that is created as a public one are stored.
    ...(has(instance, 'privateModels') && Object.fromEntries(levelsOfModels.map((name) => [name, 'private']))),
  }
  return Object.fromEntries(Object.entries(usual).filter(([name]) => settings[name] === undefined))
}

/** `enabled`: everyone who can read the project; `private`: only members; `disabled`: off. */
export const levelOf = (project: ProjectRecord, feature: string): 'enabled' | 'private' | 'disabled' | 'public' =>
  showTable(projectSettings, { ...project.settings, ...levels(project) })[`${feature}_access_level`] as 'enabled'

/** Whether a user with the role has the feature. Code and merge requests only for members need at least a Reporter. */
export function isAvailable(project: ProjectRecord, feature: string, role: number): boolean {
  const level = levelOf(project, feature)
  if (level !== 'private') return level !== 'disabled'
  return role >= (feature === 'merge_requests' ? roles.reporter : roles.guest)
}
