import { groups } from '../records/group'
import { groupShares } from '../records/group-share'
import { invitations } from '../records/invitation'
import { memberships } from '../records/membership'
import { users } from '../records/user'
import { roles } from '../resources/access'
import { MemberModel, minimalAccess, type Source } from '../resources/member-model'
import { EmulatorError } from '../store/emulator-error'
import type { WorldContext } from './context'
import type { WorldGroup, WorldMember, WorldRole } from './declaration'
import type { Problem } from './problems'

/** A world can have the roles of all releases. */
const anyRole = { flavor: 'gitlab', tier: 'ultimate', release: '19.3' } as const

const levels: Record<WorldRole, number> = {
  minimal: minimalAccess,
  guest: roles.guest,
  planner: roles.planner,
  reporter: roles.reporter,
  security_manager: roles.securityManager,
  developer: roles.developer,
  maintainer: roles.maintainer,
  owner: roles.owner,
}

/** Adds the members and shares of a project or group. */
export function addMembers(
  { store, now, problems }: WorldContext,
  source: Source,
  { members = {}, sharedWith = {} }: Pick<WorldGroup, 'members' | 'sharedWith'>,
  path: Problem['path'],
): void {
  for (const [username, given] of Object.entries(members)) {
    problems.try([...path, 'members', username], () => {
      const user = store.of(users).find('username', username.toLowerCase())
      if (!user) throw new EmulatorError('the user does not exist: declare it under users')
      const member = new MemberModel(store, anyRole).add(source, user, roleIn(given), null, now)
      const { synchronizedBy: synchronized_by } = typeof given === 'string' ? {} : given
      return synchronized_by ? store.of(memberships).update(member, { synchronized_by }) : member
    })
  }
  for (const [full, given] of Object.entries(sharedWith)) {
    problems.try([...path, 'sharedWith', full], () => {
      const group = store.of(groups).find('path', full.toLowerCase())
      if (!group) throw new EmulatorError('the group does not exist: declare it under groups')
      const { access_level, expires_at } = roleIn(given)
      if (access_level === minimalAccess) throw new EmulatorError('must be a role from guest to owner')
      const share = { group_id: group.id, access_level, expires_at, updated_at: now }
      if (source.kind === 'group') store.of(groupShares).insert({ ...share, shared_group_id: source.group.id })
      else store.of(invitations).insert({ ...share, project_id: source.project.id })
    })
  }
}

function roleIn(given: WorldRole | WorldMember): { access_level: number; expires_at: string | null } {
  const { role, expiresAt = null } = typeof given === 'string' ? { role: given } : given
  return { access_level: levels[role], expires_at: expiresAt }
}
