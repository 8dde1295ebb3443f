import type { Call } from '../http/call'
import { has } from '../http/release'
import { type GroupRecord, groups } from '../records/group'
import { invitations } from '../records/invitation'
import { type ProjectRecord, projects } from '../records/project'
import { type UserRecord, users } from '../records/user'
import type { Store } from '../store/store'
import { canReadGroup, canReadProject, directRole, groupChain, projectRole, roles } from './access'
import { isArchived } from './archived'
import { presentGroupNamespace, presentUserNamespace } from './namespace-presenter'
import { type ProjectView, runnersToken, withFurtherFields, withoutHidden } from './project-fields'
import { shownSettings } from './project-settings'
import { presentUserBasic } from './user'

/** The fields that identify a project in responses about other objects. */
export const presentProjectIdentity = ({ store }: Call, project: ProjectRecord) => ({
  id: project.id,
  description: project.description,
  name: project.name,
  name_with_namespace: [...ancestorNames(store, project), project.name].join(' / '),
  path: project.path,
  path_with_namespace: project.path_with_namespace,
  created_at: project.created_at,
})

/** The fields with `simple`, and for anonymous callers. */
export function presentSimpleProject(call: Call, project: ProjectRecord) {
  const { store, user, instance } = call
  const { repository_storage } = project
  return withoutHidden(call, project, projectRole(store, user, project), {
    ...presentBasicProject(call, project),
    ...(instance.flavor === 'gitlab' && user?.admin && { repository_storage }),
  })
}

/** The fields of a project that other resources show. */
export function presentBasicProject(call: Call, project: ProjectRecord) {
  const { instance } = call
  const webUrl = `${instance.url}/${project.path_with_namespace}`
  return {
    ...presentProjectIdentity(call, project),
    default_branch: project.default_branch,
    tag_list: [...(project.topics ?? [])].sort(),
    topics: [...(project.topics ?? [])].sort(),
    ssh_url_to_repo: `git@${new URL(instance.url).hostname}:${project.path_with_namespace}.git`,
    http_url_to_repo: `${webUrl}.git`,
    web_url: webUrl,
    readme_url: project.empty_repo ? null : `${webUrl}/-/blob/${project.default_branch}/README.md`,
    forks_count: 0,
    avatar_url: null,
    star_count: 0,
    last_activity_at: project.updated_at,
    visibility: project.visibility,
    namespace: presentNamespace(call, project),
  }
}

/** Fields of features that the emulator does not have. */
const notOffered = {
  repository_object_format: null,
  service_desk_enabled: false,
  service_desk_address: null,
  mirror: false,
  compliance_frameworks: [],
}

/** All fields of the project that the caller can see. */
export function presentProject(call: Call, project: ProjectRecord, view: ProjectView = {}) {
  const { store, user } = call
  const role = projectRole(store, user, project)
  const shown = {
    ...presentBasicProject(call, project),
    _links: links(call, project),
    marked_for_deletion_at: project.marked_for_deletion_on ?? null,
    marked_for_deletion_on: project.marked_for_deletion_on ?? null,
    archived: isArchived(store, project),
    empty_repo: project.empty_repo ?? false,
    ...ownerIn(call, project),
    creator_id: project.creator_id,
    import_status: project.settings?.import_status ?? 'none',
    updated_at: project.updated_at,
    ...shownSettings(call, project, role),
    ...notOffered,
    ...(has(call.instance, 'formatOfRepositories') && {
      // There is no repository yet.
      repository_object_format: project.settings?.import_status === 'scheduled' ? null : 'sha1',
    }),
    shared_with_groups: presentShares(call, project),
    ...(user?.admin && { repository_storage: project.repository_storage }),
    ...(role >= roles.maintainer && { runners_token: runnersToken(project.id) }),
    ...(user && view.permissions && { permissions: permissions(store, user, project) }),
  }
  return withFurtherFields(call, project, role, shown, view)
}

/** The owner of a project in a user's namespace. */
function ownerIn(call: Call, project: ProjectRecord) {
  const owner = project.group_id === null ? call.store.of(users).get(project.creator_id) : undefined
  return owner && { owner: presentUserBasic(call, owner) }
}

const mostOfGroup = 100

/** The projects in the group that the caller can read: at most 100, from new to old. */
export const projectsIn = (call: Call, { id }: GroupRecord) =>
  presentNewestProjects(call, [...call.store.of(projects).where('group', id)])

/** The projects that were shared with the group. */
export const projectsSharedWith = (call: Call, { id }: GroupRecord) =>
  presentNewestProjects(
    call,
    call.store
      .of(invitations)
      .all()
      .filter(({ group_id }) => group_id === id)
      .flatMap(({ project_id }) => call.store.of(projects).get(project_id) ?? []),
  )

/** The specification presents a group's project like one in a list; GitLab without permissions, for all callers. */
const presentProjectInGroup = (call: Call, project: ProjectRecord) => {
  if (call.instance.flavor === 'gitlab') return presentProject(call, project)
  return call.user ? presentProject(call, project, { permissions: true }) : presentBasicProject(call, project)
}

const presentNewestProjects = (call: Call, found: ProjectRecord[]) =>
  found
    .filter((project) => canReadProject(call.store, call.user, project))
    .sort((a, b) => b.id - a.id)
    .slice(0, mostOfGroup)
    .map((project) => presentProjectInGroup(call, project))

/** The groups that the project is shared with and that the caller can see. */
function presentShares({ store, user }: Call, project: ProjectRecord) {
  return store
    .of(invitations)
    .where('project', project.id)
    .flatMap(({ group_id, access_level, expires_at = null }) => {
      const group = store.of(groups).get(group_id)
      if (!group || !canReadGroup(store, user, group)) return []
      const { name, full_path } = group
      return { group_id, group_name: name, group_full_path: full_path, group_access_level: access_level, expires_at }
    })
}

function links({ instance }: Call, project: ProjectRecord) {
  const self = `${instance.url}/api/v4/projects/${project.id}`
  return {
    self,
    ...(project.issues_enabled && { issues: `${self}/issues` }),
    ...(project.merge_requests_enabled && { merge_requests: `${self}/merge_requests` }),
    repo_branches: `${self}/repository/branches`,
    labels: `${self}/labels`,
    events: `${self}/events`,
    members: `${self}/members`,
  }
}

function permissions(store: Store, user: UserRecord, project: ProjectRecord) {
  // The owner of a user's namespace is a member of the projects in it.
  const isOwn = project.group_id === null && project.creator_id === user.id
  const own = isOwn ? roles.owner : directRole(store, user, 'project', project.id)
  const inherited = Math.max(
    0,
    ...groupChain(store, project.group_id).map((group) => directRole(store, user, 'group', group.id)),
  )
  const shown = (level: number) => (level > 0 ? { access_level: level, notification_level: 3 } : null)
  return { project_access: shown(own), group_access: shown(inherited) }
}

export function presentNamespace(call: Call, { group_id, creator_id }: ProjectRecord) {
  const group = group_id === null ? undefined : call.store.of(groups).get(group_id)
  return group ? presentGroupNamespace(call, group) : presentUserNamespace(call, call.store.of(users).get(creator_id))
}

function ancestorNames(store: Store, project: ProjectRecord): string[] {
  const chain = groupChain(store, project.group_id).map((group) => group.name)
  return chain.length > 0 ? chain.reverse() : [store.of(users).get(project.creator_id)?.name ?? '']
}
