import type { Api } from '../http/api'
import type { Call } from '../http/call'
import { boolean, date, integer, integers, string } from '../http/param-types'
import type { Bound } from '../http/params'
import { matcher } from '../http/search'
import { type GroupRecord, groups } from '../records/group'
import { projects } from '../records/project'
import type { UserRecord } from '../records/user'
import { canReadGroup, givenRoles, groupChain, groupRole, isOpen, projectRole, roles } from './access'
import { isGroupArchived } from './archived'
import { goesWithGroup } from './project-model'

/** Filters of the list. */
export const groupFilters = (api: Api) => ({
  search: string,
  visibility: string.oneOf('private', 'internal', 'public'),
  owned: boolean.default(false),
  all_available: boolean,
  top_level_only: boolean,
  min_access_level: integer.oneOf(...givenRoles(api)),
  skip_groups: integers,
  repository_storage: string,
  statistics: boolean.default(false).ignored(),
  with_custom_attributes: boolean.default(false).ignored(),
  archived: boolean,
  active: boolean,
  marked_for_deletion_on: date.ignored(),
})

type Query = Bound<ReturnType<typeof groupFilters>>

/** The groups that match the filters, by id. `among`: only of these, whose ancestors are not searched. */
export function chooseGroups(call: Call, query: Query, among?: readonly GroupRecord[]): GroupRecord[] {
  const { user } = call
  const matches = matcher(query.search ?? '', { shortest: 3 })
  const storage = user?.admin ? query.repository_storage : null
  return inScope(call, query).filter(
    (group) =>
      group.visibility === (query.visibility ?? group.visibility) &&
      group.repository_storage === (storage ?? group.repository_storage) &&
      // Without the filter for groups at the top level, which replaces this one.
      (query.top_level_only ? group.parent_id === null : (among?.includes(group) ?? true)) &&
      !query.skip_groups?.includes(group.id) &&
      isGroupArchived(call.store, group.id) === (query.archived ?? isGroupArchived(call.store, group.id)) &&
      isActive(call, group) === (query.active ?? isActive(call, group)) &&
      (!query.search?.trim() || searchedTexts(call, group, among !== undefined).some(matches)),
  )
}

/** Neither the group nor one above it is archived or marked for deletion. */
const isActive = ({ store }: Call, { id }: GroupRecord): boolean =>
  !isGroupArchived(store, id) && !goesWithGroup(store, id)

/** GitLab also searches the names and paths of the ancestors, except below a group. */
function searchedTexts(
  { store, instance }: Call,
  { id, name, path, full_path }: GroupRecord,
  isBelow: boolean,
): string[] {
  if (instance.flavor === 'spec' || isBelow) return [name, path]
  const names = groupChain(store, id).map((group) => group.name)
  return [name, path, full_path, names.reverse().join(' / ')]
}

/**
 * The groups in which the caller has the role that the filters name or, if they name none, of which the caller is a
 * member. Anonymous callers, administrators and `all_available` also get the other groups that the caller can read.
 */
function inScope({ store, user }: Call, { owned, min_access_level, all_available }: Query): readonly GroupRecord[] {
  const all = store.of(groups).all()
  // A role as a member. The role that administrators have everywhere does not count.
  const member = user && { ...user, admin: false }
  const leastRole = owned ? roles.owner : (min_access_level ?? roles.none)
  if (leastRole > roles.none) return all.filter(({ id }) => groupRole(store, member, id) >= leastRole)
  const everything = all_available ?? user?.admin ?? false
  if (!member) return all.filter((group) => canReadGroup(store, null, group))
  if (user.admin && everything) return all
  const own = groupsOf(store, member)
  return all.filter((group) => own.has(group.id) || (everything && isOpen(group, member)))
}

/** The groups in which, or in whose projects, a user has a role, and the ancestors of these groups. */
function groupsOf(store: Call['store'], member: UserRecord): Set<number> {
  const direct = store
    .of(groups)
    .all()
    .filter(({ id }) => groupRole(store, member, id) >= roles.guest)
  const ofProjects = store
    .of(projects)
    .all()
    .filter((project) => projectRole(store, member, project) >= roles.guest)
  const ids = [...direct.map(({ id }) => id), ...ofProjects.map(({ group_id }) => group_id)]
  return new Set([...new Set(ids)].flatMap((id) => groupChain(store, id)).map(({ id }) => id))
}
