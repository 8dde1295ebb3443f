import { roles } from './access'
import { type Call } from './call'
import { withoutOtherTiers } from './project-tier-fields'
import { issues, type ProjectRecord } from './records'

/** The fields of a project in an answer. */
type Shown = Record<string, unknown>

/**
 * Adds the fields that only GitLab has to the answer, most of them with fixed values. `role` is the caller's role in
 * the project.
 */
export function withFurtherFields<T extends Shown>(call: Call, project: ProjectRecord, role: number, shown: T) {
  if (call.instance.flavor === 'seed') return shown
  const { _links, container_expiration_policy: policy, pages_access_level } = shown
  return withoutOtherTiers(call, {
    ...shown,
    ...(_links !== undefined && { _links: { ...(_links as Shown), cluster_agents: agentsUrl(call, project) } }),
    ...(policy !== undefined && {
      container_expiration_policy: { ...(policy as Shown), next_run_at: dayAfter(project.created_at) },
    }),
    // By default, the pages of a public project are public.
    ...(pages_access_level === 'private' && project.visibility === 'public' && { pages_access_level: 'enabled' }),
    can_create_merge_request_in: mayPropose(project, role),
    security_and_compliance_enabled: role >= roles.guest,
    ...(project.issues_enabled && { open_issues_count: openIssues(call, project) }),
    description_html: project.description
      ? `<p data-sourcepos="1:1-1:${project.description.length}" dir="auto">${escapeText(project.description)}</p>`
      : '',
    duo_foundational_flows_enabled: true,
    duo_sast_fp_detection_enabled: false,
    duo_sast_vr_workflow_enabled: false,
    ...(role >= roles.developer && {
      secret_push_protection_enabled: false,
      pre_receive_secret_detection_enabled: false,
    }),
    ...(role >= roles.maintainer && {
      import_url: null,
      import_type: null,
      runner_token_expiration_interval: null,
      runners_token: runnersToken(project.id),
    }),
    ...(role >= roles.owner && { import_error: null }),
  })
}

const agentsUrl = ({ instance }: Call, { id }: ProjectRecord): string =>
  `${instance.url}/api/v4/projects/${id}/cluster_agents`

const dayAfter = (time: string): string => new Date(Date.parse(time) + 24 * 3600 * 1000).toISOString()

/** Users without push access can create merge requests from forks if they can see the project. */
const mayPropose = ({ archived, visibility }: ProjectRecord, role: number): boolean =>
  !archived && (visibility !== 'private' || role >= roles.developer)

const openIssues = ({ store }: Call, { id }: ProjectRecord): number =>
  store
    .of(issues)
    .where('project', id)
    .filter(({ state }) => state === 'opened').length

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A placeholder of a registration token that cannot be mistaken for a secret. The emulator has no runners. */
export const runnersToken = (id: number): string => `GR1348941LAB${String(id).padStart(17, 'x')}`
