import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { notFound } from '../http/errors'
import { isCommunity } from '../http/instance'
import { login, type UserCall } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { boolean, integer, segment, string } from '../http/param-types'
import { params } from '../http/params'
import { matcher } from '../http/search'
import { groups } from '../records/group'
import { memberships } from '../records/membership'
import { projects } from '../records/project'
import { users } from '../records/user'
import type { Store } from '../store/store'
import { directRole, groupRole, roles } from './access'
import { presentGroupNamespace, presentUserNamespace } from './namespace-presenter'
import { findNamespace, type Home } from './project-model'

/** The namespaces of groups and users. The specification does not include them, so that both flavors follow GitLab. */
export const namespace: Resource = (api) => {
  const filters = { search: string, owned_only: boolean, top_level_only: boolean.default(false) }
  api.get('/namespaces', { before: login, params: params({ ...filters, ...paging }) }, (call, query) => {
    const matches = matcher(query.search ?? '', { shortest: 3 })
    const found = namespacesOf(call, query.owned_only ?? false).filter(
      ({ group, user }) =>
        (!query.top_level_only || !group || group.parent_id === null) &&
        (!query.search || [group?.name ?? user!.name, group?.path ?? user!.username].some(matches)),
    )
    return paginate(call, found, query).map((home) => presentHome(call, home))
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

function presentHome(call: Call, { group, user }: Home) {
  const { store } = call
  const owns = group ? groupRole(store, call.user, group.id) >= roles.owner : true
  return {
    ...(group ? presentGroupNamespace(call, group) : presentUserNamespace(call, user)),
    ...(group && owns && { members_count_with_descendants: membersBelow(store, group.id), root_repository_size: 0 }),
    ...(!isCommunity(call.instance) && {
      ...(call.user?.admin && { shared_runners_minutes_limit: group?.settings?.shared_runners_minutes_limit ?? null }),
      ...(call.user?.admin && {
        extra_shared_runners_minutes_limit: group?.settings?.extra_shared_runners_minutes_limit ?? null,
      }),
      ...(owns && { plan: 'default', trial_ends_on: null, trial: false }),
    }),
  }
}

/** The number of users with a direct role in the group, its subgroups or their projects. */
function membersBelow(store: Store, top: number): number {
  const found = new Set<number>()
  const count = (source: 'group' | 'project', id: number) =>
    store
      .of(memberships)
      .where('source', `${source} ${id}`)
      .forEach(({ user_id }) => found.add(user_id))
  const visit = (id: number): void => {
    count('group', id)
    for (const project of store.of(projects).where('group', id)) count('project', project.id)
    for (const below of store.of(groups).where('parent', id)) visit(below.id)
  }
  visit(top)
  return found.size
}
