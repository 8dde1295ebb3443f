import type { Call } from '../http/call'
import { forbidden } from '../http/errors'
import { admitsJob } from '../http/job-token'
import { has, type InstanceRelease } from '../http/release'
import { type GroupRecord, groups } from '../records/group'
import { groupShares } from '../records/group-share'
import { invitations } from '../records/invitation'
import { memberKey, memberships } from '../records/membership'
import { type ProjectRecord, projects } from '../records/project'
import type { UserRecord } from '../records/user'
import type { Store } from '../store/store'

/** Access levels of the API. A higher role includes the lower ones. */
export const roles = {
  none: 0,
  guest: 10,
  planner: 15,
  reporter: 20,
  /** Only in releases with the change `securityManager`. */
  securityManager: 25,
  developer: 30,
  maintainer: 40,
  owner: 50,
  admin: 60,
}

/** The roles that members, shares and tokens can have. */
export const givenRoles = (instance: InstanceRelease): number[] => [
  ...[roles.guest, roles.planner, roles.reporter],
  ...(has(instance, 'securityManager') ? [roles.securityManager] : []),
  ...[roles.developer, roles.maintainer, roles.owner],
]

/** The group and its ancestors, from the group to the top. */
export function groupChain(store: Store, id: number | null): GroupRecord[] {
  const chain: GroupRecord[] = []
  for (let at = id; at !== null;) {
    const group = store.of(groups).get(at)
    // In a state of a user, a group may be its own ancestor.
    if (!group || chain.includes(group)) break
    chain.push(group)
    at = group.parent_id
  }
  return chain
}

/** The user's role as a direct member; 0 for none. */
export const directRole = (store: Store, user: UserRecord, source: 'group' | 'project', id: number): number =>
  store.of(memberships).find('member', memberKey(user.id, source, id))?.access_level ?? roles.none

/** The user's highest role in the group: as a member of it, of its ancestors, or of a group that it is shared with. */
export function groupRole(store: Store, user: UserRecord | null, id: number | null): number {
  if (!user) return roles.none
  if (user.admin) return roles.admin
  const chain = groupChain(store, id)
  const shares = chain.flatMap((group) => store.of(groupShares).where('shared', group.id))
  return Math.max(
    memberRole(store, user, chain),
    ...shares.map(({ group_id, access_level }) =>
      Math.min(access_level, memberRole(store, user, groupChain(store, group_id))),
    ),
  )
}

/** The user's highest role as a direct member of one of these groups. */
const memberRole = (store: Store, user: UserRecord, chain: GroupRecord[]): number =>
  Math.max(0, ...chain.map((group) => directRole(store, user, 'group', group.id)))

/** The user's highest role in the project: as a member of it, of its groups, or of an invited group. */
export function projectRole(store: Store, user: UserRecord | null, project: ProjectRecord): number {
  if (!user) return roles.none
  if (user.admin) return roles.admin
  if (project.group_id === null && project.creator_id === user.id) return roles.owner
  const invited = store.of(invitations).where('project', project.id)
  return Math.max(
    directRole(store, user, 'project', project.id),
    groupRole(store, user, project.group_id),
    ...invited.map(({ group_id, access_level }) => Math.min(access_level, groupRole(store, user, group_id))),
  )
}

/** Everyone can read public projects, all users internal ones, members private ones. */
export const canReadProject = (store: Store, user: UserRecord | null, project: ProjectRecord): boolean =>
  isOpen(project, user) || projectRole(store, user, project) >= roles.guest

/** As with projects. Members of a project in the group, or in one below it, can also read a private group. */
export const canReadGroup = (store: Store, user: UserRecord | null, group: GroupRecord): boolean =>
  isOpen(group, user) || groupRole(store, user, group.id) >= roles.guest || hasReadableProject(store, user, group)

/** Whether the user can read a project in the group or in one below it. */
function hasReadableProject(store: Store, user: UserRecord | null, group: GroupRecord): boolean {
  const below = [group]
  // In a state of a user, a group may be its own ancestor.
  for (const one of below) {
    if (
      store
        .of(projects)
        .where('group', one.id)
        .some((project) => canReadProject(store, user, project))
    )
      return true
    below.push(
      ...store
        .of(groups)
        .where('parent', one.id)
        .filter((next) => !below.includes(next)),
    )
  }
  return false
}

/** Whether everyone, or each user, can see it. */
export const isOpen = ({ visibility }: { visibility: string }, user: UserRecord | null): boolean =>
  visibility === 'public' || (visibility === 'internal' && user !== null)

/** The caller's highest role in the project; none for a job that it does not admit. */
export const roleOf = (call: Call, project: ProjectRecord): number =>
  call.job && !admitsJob(project, call.job) ? roles.none : projectRole(call.store, call.user, project)

/** Whether the caller can read the project. */
export const mayRead = (call: Call, project: ProjectRecord): boolean =>
  isOpen(project, call.user) || roleOf(call, project) >= roles.guest

/** @throws HttpError 403 unless the caller has the role in the project. */
export function requireRole(call: Call, project: ProjectRecord, role: number): void {
  if (roleOf(call, project) < role) throw forbidden()
}

/** @throws HttpError 403 unless the caller has the role in the group. */
export function requireGroupRole(call: Call, group: number, role: number): void {
  if (groupRole(call.store, call.user, group) < role) throw forbidden()
}
