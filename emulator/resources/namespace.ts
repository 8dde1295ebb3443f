import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { notFound } from '../http/errors'
import { isCommunity } from '../http/instance'
import { login, type UserCall } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { boolean, integer, segment, string } from '../http/param-types'
import { params } from '../http/params'
import { matcher } from '../http/search'
import { type GroupRecord, groups } from '../records/group'
import { groupShares } from '../records/group-share'
import { invitations } from '../records/invitation'
import { type MembershipRecord, memberships } from '../records/membership'
import { projects } from '../records/project'
import { users } from '../records/user'
import type { Store } from '../store/store'
import { directRole, groupChain, groupRole, roles } from './access'
import { isGroupArchived } from './archived'
import { presentGroupNamespace, presentUserNamespace } from './namespace-presenter'
import { findNamespace, type Home } from './project-model'

/** The namespaces of groups and users. The specification does not include them, so that both flavors follow GitLab. */
export const namespace: Resource = (api) => {
  const filters = {
    search: string,
    owned_only: boolean,
    top_level_only: boolean.default(false),
    full_path_search: boolean,
  }
  const plan = (isCommunity(api) ? {} : { requested_hosted_plan: string }) as { requested_hosted_plan: typeof string }
  api.get('/namespaces', { before: login, params: params({ ...filters, ...plan, ...paging }) }, (call, query) => {
    const matches = matcher(query.search ?? '', { shortest: 3 })
    const found = namespacesOf(call, query.owned_only ?? false).filter(
      ({ group, user }) =>
        (!query.top_level_only || !group || group.parent_id === null) &&
        (!query.search || searchedTexts(call, { group, user } as Home, query.full_path_search ?? false).some(matches)),
    )
    return paginate(call, found, query).map((home) => presentHome(call, home, query.requested_hosted_plan))
  })

  api.get('/namespaces/:id', { before: login, params: params({ id: segment }) }, (call, { id }) =>
    presentHome(call, findReadableNamespace(call, id)),
  )

  // Also tells of groups that the caller cannot read.
  const ofPath = { id: segment, parent_id: integer }
  api.get(
    '/namespaces/:id/exists',
    { before: login, params: params(ofPath) },
    ({ store }, { id, parent_id = null }) => {
      const siblings = namesBelow(store, parent_id)
      const exists = siblings.some(({ path }) => path === id.toLowerCase())
      return { exists, suggests: exists ? [suggest(id, siblings)] : [] }
    },
  )
}

/** The paths and names in a group, or at the top level, in lower case. */
function namesBelow(store: Store, parent: number | null): { path: string; name: string }[] {
  const all: { path: string; name: string }[] = store
    .of(groups)
    .all()
    .filter(({ parent_id }) => parent_id === parent)
  const people = parent === null ? store.of(users).all() : []
  return [...all, ...people.map(({ username, name }) => ({ path: username, name }))].map(({ path, name }) => ({
    path: path.toLowerCase(),
    name: name.toLowerCase(),
  }))
}

/** The path with the first number that makes it differ from all paths and names. After 4, GitLab adds random digits. */
function suggest(path: string, taken: { path: string; name: string }[]): string {
  const isTaken = (one: string) => taken.some(({ path, name }) => [path, name].includes(one.toLowerCase()))
  let count = 1
  while (isTaken(`${path}${count}`)) count++
  return `${path}${count}`
}

/**
 * The namespace with this id or full path. @throws HttpError 404 if it does not exist, is that of another user, or the
 * caller is not a member of the group, even if everyone can read the group.
 */
export function findReadableNamespace({ store, user }: UserCall, name: string): Home {
  const home = /^-?\d+$/.test(name) ? findNamespace(store, Number(name)) : findByPath(store, name.toLowerCase())
  const readable = home?.group
    ? groupRole(store, user, home.group.id) > roles.none
    : home && (user.admin || home.user.id === user.id)
  if (!home || !readable) throw notFound('Namespace')
  return home
}

function findByPath(store: Store, path: string): Home | undefined {
  const group = store.of(groups).find('path', path)
  if (group) return { group }
  const user = store.of(users).find('username', path)
  return user && !user.bot ? { user } : undefined
}

/** All namespaces for administrators. For others, their own one, and those of groups of which they are direct members. */
function namespacesOf({ store, user }: UserCall, owned: boolean): Home[] {
  const least = owned ? roles.owner : roles.guest
  const ofGroups = store
    .of(groups)
    .all()
    .filter(({ id }) => user.admin || directRole(store, user, 'group', id) >= least)
  const ofUsers = user.admin
    ? store
        .of(users)
        .all()
        .filter(({ bot }) => !bot)
    : [user]
  return [...ofUsers.map((one): Home => ({ user: one })), ...ofGroups.map((group): Home => ({ group }))]
}

/** `plan`: for how many members the group would pay. */
function presentHome(call: Call, { group, user }: Home, plan?: string | null) {
  const { store } = call
  const owns = group ? groupRole(store, call.user, group.id) >= roles.owner : true
  return {
    ...(group ? presentGroupNamespace(call, group) : presentUserNamespace(call, user)),
    ...(group &&
      owns && {
        members_count_with_descendants: countUsers(membersBelow(store, group.id)),
        // GitLab stores it with the statistics of the projects, which the emulator does not have.
        root_repository_size: null,
        projects_count: contentsOf(store, group.id).projects.length,
      }),
    ...(!isCommunity(call.instance) && {
      billable_members_count: owns ? countBillable(store, group, plan) : null,
      ...(owns && !isGroupArchived(store, group?.id ?? null) && { plan: 'default', trial_ends_on: null, trial: false }),
    }),
  }
}

/** The texts in which a search looks for namespaces. In full paths, also those of the groups above. */
function searchedTexts({ store }: UserCall, { group, user }: Home, full: boolean): string[] {
  if (!group) return [user.name, user.username]
  const names = groupChain(store, group.id).map(({ name }) => name)
  return [group.name, group.path, ...(full ? [group.full_path, names.reverse().join(' / ')] : [])]
}

/** The group and the groups below it, and their projects. */
function contentsOf(store: Store, top: number): { groups: number[]; projects: number[] } {
  const subgroups = store.of(groups).where('parent', top)
  const below = subgroups.map(({ id }) => contentsOf(store, id))
  const own = store.of(projects).where('group', top)
  return {
    groups: [top, ...below.flatMap((one) => one.groups)],
    projects: [...own.map(({ id }) => id), ...below.flatMap((one) => one.projects)],
  }
}

/** The direct members of the group, its subgroups and their projects. */
function membersBelow(store: Store, top: number): MembershipRecord[] {
  const { groups, projects } = contentsOf(store, top)
  const sources = [...groups.map((id) => `group ${id}`), ...projects.map((id) => `project ${id}`)]
  return sources.flatMap((source) => store.of(memberships).where('source', source))
}

const countUsers = (members: MembershipRecord[]): number => new Set(members.map(({ user_id }) => user_id)).size

/** Plans in which guests are free. */
const withFreeGuests = ['gold', 'ultimate']

/** The members, and those of the groups with which the group, its subgroups and their projects are shared. */
function countBillable(store: Store, group: GroupRecord | undefined, plan: string | null = null): number {
  if (!group) return 1
  const contents = contentsOf(store, group.id)
  const invited = [
    ...contents.groups.flatMap((id) => store.of(groupShares).where('shared', id)),
    ...contents.projects.flatMap((id) => store.of(invitations).where('project', id)),
  ].flatMap(({ group_id }) => groupChain(store, group_id))
  const others = invited.flatMap(({ id }) => store.of(memberships).where('source', `group ${id}`))
  const least = withFreeGuests.includes(plan ?? '') ? roles.planner : roles.guest
  const billable = [...membersBelow(store, group.id), ...others].filter(
    ({ user_id, access_level }) => access_level >= least && !store.of(users).get(user_id)?.bot,
  )
  return countUsers(billable)
}
