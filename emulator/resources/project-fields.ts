import type { Call } from '../http/call'
import { has } from '../http/release'
import { issues } from '../records/issue'
import type { ProjectRecord } from '../records/project'
import { groupChain, roles } from './access'
import { isReadOnly } from './archived'
import { effectiveFlow, type flows } from './assistant-settings'
import { switches } from './project-setting-table'
import { isAvailable, usualLevels } from './project-settings'
import { lacking } from './project-tier-fields'
import { mirrorFields, sourceOf } from './pull-mirror-model'

/** The fields of a project in a response. */
type Shown = Record<string, unknown>

/** Which fields a response has besides the common ones. */
export interface ProjectView {
  permissions?: boolean
  /** Whether the response is about one project that was read, created or updated. */
  single?: boolean
  statistics?: boolean
  license?: boolean
}

/** Removes the fields of features that the caller, the project or the tier does not have. `role`: the caller's. */
export function withoutHidden(call: Call, project: ProjectRecord, role: number, shown: Shown): Shown {
  if (call.instance.flavor === 'spec') return shown
  const hidden = new Set(lacking(call.instance))
  if (!readsCode(project, role)) codeFields.forEach((name) => hidden.add(name))
  const hasIssues = isAvailable(project, 'issues', role)
  if (!hasIssues || isReadOnly(call, project) || role < roles.planner) hidden.add('service_desk_address')
  if (!hasIssues) hidden.add('issues_template')
  const hasMergeRequests = isAvailable(project, 'merge_requests', role)
  if (!hasMergeRequests || !readsCode(project, role)) hidden.add('merge_requests_template')
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !hidden.has(name)))
}

const codeFields = ['default_branch', 'readme_url', 'forks_count', 'ci_config_path']

/** Guests and planners of a private project cannot read its code. */
export const readsCode = ({ visibility, settings }: ProjectRecord, role: number): boolean => {
  const level = settings?.repository_access_level
  if (level === 'disabled') return false
  return role >= roles.reporter || (visibility !== 'private' && level !== 'private')
}

const noStatistics = Object.fromEntries(
  [
    ...['commit_count', 'storage_size', 'repository_size', 'wiki_size', 'lfs_objects_size', 'job_artifacts_size'],
    ...['pipeline_artifacts_size', 'packages_size', 'snippets_size', 'uploads_size', 'container_registry_size'],
  ].map((name) => [name, 0]),
)

/**
 * Adds the fields that only GitLab has to the response, most of them with fixed values. `role` is the caller's role in
 * the project.
 */
export function withFurtherFields(call: Call, project: ProjectRecord, role: number, shown: Shown, view: ProjectView) {
  if (call.instance.flavor === 'spec') return shown
  const { _links } = shown
  return withoutHidden(call, project, role, {
    ...shown,
    ...(_links !== undefined && { _links: linksFor(call, project, role, _links as Shown) }),
    ...effects(call, project, shown),
    ...('mirror' in shown && mirrorFields(call.instance, project)),
    ...Object.fromEntries(
      Object.entries(switches)
        .filter(([older]) => older in shown)
        .map(([older, level]) => [older, isAvailable(project, level.replace('_access_level', ''), role)]),
    ),
    ...('pages_access_level' in shown && usualLevels(call.instance, project)),
    can_create_merge_request_in: call.user !== null && mayPropose(call, project, role),
    security_and_compliance_enabled: role >= roles.guest,
    ...(isAvailable(project, 'issues', role) && { open_issues_count: openIssues(call, project) }),
    description_html: project.description
      ? `<p data-sourcepos="1:1-1:${project.description.length}" dir="auto">${escapeText(project.description)}</p>`
      : '',
    ...(call.instance.tier !== 'ultimate' && { requirements_enabled: false }),
    duo_foundational_flows_enabled: flowOf(call, project, 'duo_foundational_flows'),
    ...(role >= roles.developer && {
      secret_push_protection_enabled: false,
      pre_receive_secret_detection_enabled: false,
    }),
    ...(role >= roles.maintainer && {
      import_url: sourceOf(project),
      import_type: project.settings?.import_type ?? null,
      runner_token_expiration_interval: null,
    }),
    ...(project.forked_from_id && { mr_default_target_self: project.settings?.mr_default_target_self ?? false }),
    ...(view.single &&
      has(call.instance, 'catalogOfProjects') && {
        cicd_catalog_enabled: project.settings?.cicd_catalog_enabled ?? false,
      }),
    ...(view.single && role >= roles.maintainer && { import_error: null }),
    ...(view.statistics && role >= roles.reporter && { statistics: noStatistics }),
    ...(view.license && { license_url: null, license: null }),
  })
}

/** What the settings of the groups make of those of the project. */
function effects({ store }: Call, { group_id, settings = {} }: ProjectRecord, shown: Shown): Shown {
  const above = groupChain(store, group_id).map((group) => group.settings ?? {})
  const off = (name: string) => above.some((group) => group[name] === false)
  const nearest = (name: string, groups: Shown[]) =>
    [settings, ...groups].map((one) => one[name]).find((value) => typeof value === 'boolean')
  const hasTrains = shown.merge_pipelines_enabled === true && shown.merge_trains_enabled === true
  const effective: Shown = {
    ...(off('emails_enabled') && { emails_disabled: true }),
    ...(off('show_diff_preview_in_email') && { show_diff_preview_in_email: false }),
    // Only the group of the project counts for LFS.
    lfs_enabled: nearest('lfs_enabled', above.slice(0, 1)) ?? true,
    auto_devops_enabled: nearest('auto_devops_enabled', above) ?? true,
    duo_remote_flows_enabled: effectiveFlow('duo_remote_flows', settings, above),
    merge_trains_enabled: hasTrains,
    merge_trains_skip_train_allowed:
      hasTrains && shown.merge_trains_skip_train_allowed === true && shown.merge_method !== 'ff',
  }
  return Object.fromEntries(Object.entries(effective).filter(([name]) => name in shown))
}

/** A setting of assistants that only groups have. */
const flowOf = ({ store }: Call, { group_id }: ProjectRecord, name: (typeof flows)[number]): unknown =>
  effectiveFlow(
    name,
    {},
    groupChain(store, group_id).map((group) => group.settings ?? {}),
  )

function linksFor({ instance }: Call, project: ProjectRecord, role: number, links: Shown): Shown {
  const offered = (name: string) => !['issues', 'merge_requests'].includes(name) || isAvailable(project, name, role)
  const cluster_agents = `${instance.url}/api/v4/projects/${project.id}/cluster_agents`
  return { ...Object.fromEntries(Object.entries(links).filter(([name]) => offered(name))), cluster_agents }
}

/** Users without push access can create merge requests from forks if they can read the code. */
const mayPropose = (call: Call, project: ProjectRecord, role: number): boolean =>
  !isReadOnly(call, project) && isAvailable(project, 'merge_requests', role) && readsCode(project, role)

const openIssues = ({ store }: Call, { id }: ProjectRecord): number =>
  store
    .of(issues)
    .where('project', id)
    .filter(({ state }) => state === 'opened').length

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A placeholder of a registration token that cannot be mistaken for a secret. The emulator has no runners. */
export const runnersToken = (id: number): string => `GR1348941LAB${String(id).padStart(17, 'x')}`
