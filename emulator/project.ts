import { canReadGroup, canReadProject, directRole, groupChain, mayRead, projectRole, roles } from './access'
import { type Resource } from './api'
import { type Call } from './call'
import { failed, forbidden, HttpError, notFound } from './http-errors'
import { keysetPaging, type Listing, paginateInOrder } from './keyset'
import { boolean, segment, string } from './param-types'
import { params } from './params'
import { withFurtherFields } from './project-fields'
import { chooseProjects, projectFilters } from './project-filter'
import { shownSettings } from './project-settings'
import {
  type GroupRecord,
  groups,
  invitations,
  type JobRecord,
  type ProjectRecord,
  projects,
  redirects,
  type UserRecord,
  users,
} from './records'
import { type Store } from './store'
import { presentUserBasic } from './user'

const listing: Listing<ProjectRecord> = {
  type: 'Project',
  values: ({ id, name, path, created_at, updated_at }) => ({
    id,
    name,
    path,
    created_at,
    updated_at,
    last_activity_at: updated_at,
    star_count: 0,
  }),
  usual: { order_by: 'created_at', sort: 'desc' },
  keyset: { id: ['asc', 'desc'] },
  next: 'id',
}

const orders = ['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at', 'star_count']

/** Orders that the emulator cannot compute: it uses the default order instead. */
const unknownOrders = ['similarity', 'repository_size', 'storage_size', 'packages_size', 'wiki_size']

/** Projects, to be read. */
export const project: Resource = (api) => {
  const order_by = string.oneOf(...orders, ...unknownOrders)
  api.get(
    '/projects',
    {
      readingScopes: ['ai_workflows'],
      limit: 'projects_api_limit',
      params: params({ ...projectFilters, simple: boolean.default(false), ...keysetPaging, order_by }),
    },
    (call, { simple, ...asked }) => {
      const found = chooseProjects(call, asked)
      const order = unknownOrders.includes(asked.order_by ?? '') ? { order_by: 'created_at' } : {}
      const page = paginateInOrder(call, found, { ...asked, ...order }, { ...listing, capped: !call.user })
      return page.map((project) => (simple ? presentBasic(call, project) : presentProject(call, project)))
    },
  )

  const shown = {
    statistics: boolean.default(false).ignored(),
    license: boolean.default(false).ignored(),
    with_custom_attributes: boolean.default(false).ignored(),
  }
  api.get(
    '/projects/:id',
    { readingScopes: ['ai_workflows'], limit: 'project_api_limit', params: params({ id: segment, ...shown }) },
    (call) => presentProject(call, findProject(call)),
  )
}

/**
 * The project that the path names, by id or by full path.
 * @throws HttpError 404 when it is not there or not for the caller; 403 when it is not for the caller's job; 301 or 405
 * when the path is one it once had.
 */
export function findProject(call: Call): ProjectRecord {
  // First, for a token that cannot be used is refused as such, whether there is a project or not.
  const { job } = call
  const { found, moved } = lookUp(call.store, call.segment('id'))
  if (!found) throw notFound('Project')
  if (!mayRead(call, found)) throw job ? forbidden(keptOut(call, job, found)) : notFound('Project')
  if (!moved) return found
  // The specification sends every request to where the project is now; GitLab only those that read.
  if (call.instance.flavor === 'gitlab' && call.method !== 'GET') {
    throw failed(405, 'Non GET methods are not allowed for moved projects')
  }
  const rest = call.path.slice(`/api/v4/projects/${encodedSegment(call)}`.length)
  const url = `${call.instance.url}/api/v4/projects/${found.id}${rest}${call.search && `?${call.search}`}`
  throw new HttpError(301, `This resource has been moved permanently to ${url}`, { Location: url })
}

const keptOut = ({ store }: Call, { project_id }: JobRecord, { id }: ProjectRecord): string =>
  `Authentication by CI/CD job token not allowed from ${store.of(projects).get(project_id)?.path} to project #${id}.`

/** @throws HttpError 403 when the project is archived: it can only be read. */
export function requireWritable(project: ProjectRecord): void {
  if (project.archived) throw forbidden()
}

/** The project of this id or full path, whoever asks, and whether the path is one it once had. */
export function lookUp(store: Store, name: string): { found: ProjectRecord | undefined; moved: boolean } {
  if (/^-?\d+$/.test(name)) return { found: store.of(projects).get(Number(name)), moved: false }
  // A bare word is never looked up: every path holds a namespace.
  if (!name.includes('/')) return { found: undefined, moved: false }
  const path = name.toLowerCase()
  const found = store.of(projects).find('path', path)
  if (found) return { found, moved: false }
  const redirect = store.of(redirects).find('path', path)
  return { found: redirect && store.of(projects).get(redirect.project_id), moved: true }
}

const encodedSegment = (call: Call): string => call.path.split('/')[4] ?? ''

/** The few fields by which other resources show a project. */
export const presentProjectIdentity = ({ store }: Call, project: ProjectRecord) => ({
  id: project.id,
  description: project.description,
  name: project.name,
  name_with_namespace: [...ancestorNames(store, project), project.name].join(' / '),
  path: project.path,
  path_with_namespace: project.path_with_namespace,
  created_at: project.created_at,
})

/** What `simple` shows, and all that the anonymous see. */
export function presentBasic(call: Call, project: ProjectRecord) {
  const { instance } = call
  const webUrl = `${instance.url}/${project.path_with_namespace}`
  return {
    ...presentProjectIdentity(call, project),
    default_branch: project.default_branch,
    tag_list: project.topics ?? [],
    topics: project.topics ?? [],
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

/** All fields of the project that the caller may see. Answers to changes omit the permissions. */
export function presentProject(call: Call, project: ProjectRecord, shown = { permissions: true }) {
  const { store, user } = call
  const basic = presentBasic(call, project)
  if (!user) return basic
  const role = projectRole(store, user, project)
  return withFurtherFields(call, project, role, {
    ...basic,
    _links: links(call, project),
    marked_for_deletion_at: project.marked_for_deletion_on ?? null,
    marked_for_deletion_on: project.marked_for_deletion_on ?? null,
    archived: project.archived,
    empty_repo: project.empty_repo ?? false,
    ...ownerIn(call, project),
    creator_id: project.creator_id,
    import_status: 'none',
    updated_at: project.updated_at,
    ...shownSettings(project, role),
    ...notOffered,
    shared_with_groups: presentShares(call, project),
    ...(user.admin && { repository_storage: project.repository_storage }),
    ...(role >= roles.maintainer && { runners_token: null }),
    ...(shown.permissions && { permissions: permissions(store, user, project) }),
  })
}

/** The owner of a project in a user's namespace. */
function ownerIn(call: Call, project: ProjectRecord) {
  const owner = project.group_id === null ? call.store.of(users).get(project.creator_id) : undefined
  return owner && { owner: presentUserBasic(call, owner) }
}

const mostOfGroup = 100

/** The projects in the group that the caller can read: at most 100, from new to old. */
export const projectsIn = (call: Call, { id }: GroupRecord) =>
  presentNewest(call, [...call.store.of(projects).where('group', id)])

/** The projects that were shared with the group. */
export const projectsSharedWith = (call: Call, { id }: GroupRecord) =>
  presentNewest(
    call,
    call.store
      .of(invitations)
      .all()
      .filter(({ group_id }) => group_id === id)
      .flatMap(({ project_id }) => call.store.of(projects).get(project_id) ?? []),
  )

const presentNewest = (call: Call, found: ProjectRecord[]) =>
  found
    .filter((project) => canReadProject(call.store, call.user, project))
    .sort((a, b) => b.id - a.id)
    .slice(0, mostOfGroup)
    .map((project) => presentProject(call, project))

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
  const own = directRole(store, user, 'project', project.id)
  const inherited = Math.max(
    0,
    ...groupChain(store, project.group_id).map((group) => directRole(store, user, 'group', group.id)),
  )
  const shown = (level: number) => (level > 0 ? { access_level: level, notification_level: 3 } : null)
  return { project_access: shown(own), group_access: shown(inherited) }
}

function presentNamespace({ store, instance }: Call, project: ProjectRecord) {
  const group = project.group_id === null ? undefined : store.of(groups).get(project.group_id)
  if (group) {
    const { id, name, path, full_path, parent_id } = group
    const web_url = `${instance.url}/groups/${full_path}`
    return { id, name, path, kind: 'group', full_path, parent_id, avatar_url: null, web_url }
  }
  const owner = store.of(users).get(project.creator_id)
  const { name = '', username = '' } = owner ?? {}
  const id = owner?.namespace_id ?? owner?.id ?? 0
  const web_url = `${instance.url}/${username}`
  return { id, name, path: username, kind: 'user', full_path: username, parent_id: null, avatar_url: null, web_url }
}

function ancestorNames(store: Store, project: ProjectRecord): string[] {
  const chain = groupChain(store, project.group_id).map((group) => group.name)
  return chain.length > 0 ? chain.reverse() : [store.of(users).get(project.creator_id)?.name ?? '']
}
