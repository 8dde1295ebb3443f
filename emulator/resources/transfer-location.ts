import type { Call } from '../http/call'
import type { UserCall } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { segment, string } from '../http/param-types'
import type { Bound } from '../http/params'
import { matcher } from '../http/search'
import { type GroupRecord, groups } from '../records/group'
import { groupChain, groupRole, roles } from './access'
import { presentPublicGroup } from './group'
import { mayCreateProject } from './project-management'

/** The parameters of lists of groups to which a project or a group can be transferred. */
export const locations = { id: segment, search: string, ...paging }

/** Groups in which the caller can create projects, at least as a maintainer. */
export const locationsOfProjects = (call: UserCall): GroupRecord[] =>
  groupsWithRole(call, roles.maintainer).filter((group) => mayCreateProject(call, asMember(call.user), { group }))

/** Other groups of the caller, except the parent of the group and the groups in it. */
export const locationsOfGroup = (call: Call, { id, parent_id }: GroupRecord): GroupRecord[] =>
  groupsWithRole(call, roles.owner).filter(
    (group) => group.id !== parent_id && !groupChain(call.store, group.id).some((one) => one.id === id),
  )

/** The role that administrators have everywhere does not count. */
const groupsWithRole = ({ store, user }: Call, role: number): GroupRecord[] =>
  store
    .of(groups)
    .all()
    .filter(({ id }) => groupRole(store, user && asMember(user), id) >= role)

const asMember = <U extends { admin: boolean }>(user: U): U => ({ ...user, admin: false })

/** A search also finds the names and paths of the groups above, and lists exact matches first. */
export function presentLocations(call: Call, all: GroupRecord[], { search, ...query }: Bound<typeof locations>) {
  const text = search?.trim().toLowerCase() ?? ''
  const matches = matcher(text, { shortest: 3 })
  const isExact = ({ name, path }: GroupRecord) => [name, path].some((one) => one.toLowerCase() === text)
  const found = all
    .filter(({ id }) => !text || groupChain(call.store, id).some(({ name, path }) => [name, path].some(matches)))
    .sort((a, b) => Number(isExact(b)) - Number(isExact(a)) || compare(a.path, b.path) || a.id - b.id)
  return paginate(call, found, query).map((group) => presentPublicGroup(call, group))
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
