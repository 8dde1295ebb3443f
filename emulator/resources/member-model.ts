import { dayOf } from '../http/access-token'
import { invalid } from '../http/errors'
import { type Instance, isCommunity, isFree } from '../http/instance'
import type { InstanceRelease } from '../http/release'
import { requireValid } from '../http/validation'
import { type GroupRecord, groups } from '../records/group'
import { groupShares } from '../records/group-share'
import { invitations } from '../records/invitation'
import { memberRoles } from '../records/member-role'
import { memberKey, type MembershipRecord, memberships } from '../records/membership'
import { type ProjectRecord, projects } from '../records/project'
import { type UserRecord, users } from '../records/user'
import type { Collection, Store, Stored } from '../store/store'
import { directRole, givenRoles, groupChain, groupRole, projectRole, roles } from './access'

/** A project or group, which has members. */
export type Source = { kind: 'project'; project: ProjectRecord } | { kind: 'group'; group: GroupRecord }

/** Fields of a membership. */
export interface MemberFields {
  access_level: number | null
  /** Undefined keeps the old value. */
  expires_at?: string | null
  /** The custom role. Undefined keeps the old one. */
  member_role_id?: number | null
}

const names: Record<number, string> = {
  [roles.guest]: 'Guest',
  [roles.planner]: 'Planner',
  [roles.reporter]: 'Reporter',
  [roles.securityManager]: 'Security Manager',
  [roles.developer]: 'Developer',
  [roles.maintainer]: 'Maintainer',
  [roles.owner]: 'Owner',
}
/** Makes a user a member of the group without any permissions. */
export const minimalAccess = 5

/** The members of groups and projects in a store, and the rules of the model. */
export class MemberModel {
  constructor(
    private readonly store: Store,
    private readonly instance: InstanceRelease & Pick<Instance, 'tier'>,
  ) {}

  /** The direct members, in the order of creation. */
  direct(source: Source): readonly MembershipRecord[] {
    return this.store.of(memberships).where('source', `${source.kind} ${idOf(source)}`)
  }

  find(source: Source, user: number): MembershipRecord | undefined {
    return this.store.of(memberships).find('member', memberKey(user, source.kind, idOf(source)))
  }

  /** All direct, inherited and invited members: one membership per user, with the effective role. */
  all(source: Source): MembershipRecord[] {
    const best = new Map<number, MembershipRecord>()
    const own = new Set(source.kind === 'project' ? this.direct(source).map(({ id }) => id) : [])
    for (const member of this.#reaching(source)) {
      const other = best.get(member.user_id)
      if (!other || own.has(member.id) || (!own.has(other.id) && member.access_level >= other.access_level)) {
        best.set(member.user_id, member)
      }
    }
    return [...best.values()]
      .map((member) => ({
        ...member,
        access_level: Math.max(member.access_level, this.#roleOf(source, member.user_id)),
      }))
      .sort((a, b) => a.id - b.id)
  }

  /** @throws HttpError 400 with the complaints by attribute. */
  add(source: Source, user: UserRecord, sent: MemberFields, by: UserRecord | null, now: string): MembershipRecord {
    const access_level = this.#validate(source, user, sent, null, now)
    const expires_at = sent.expires_at ?? null
    const member_role_id = sent.member_role_id ?? null
    const stamps = { created_at: now, updated_at: now, created_by_id: by?.id ?? null }
    const place = { source: source.kind, source_id: idOf(source) }
    return this.store
      .of(memberships)
      .insert({ user_id: user.id, ...place, access_level, expires_at, member_role_id, ...stamps })
  }

  /** @throws HttpError 400 with the complaints by attribute. */
  update(source: Source, member: MembershipRecord, sent: MemberFields, now: string): MembershipRecord {
    const user = this.store.of(users).get(member.user_id)!
    const access_level = this.#validate(source, user, sent, member, now)
    const { expires_at = member.expires_at ?? null, member_role_id = member.member_role_id ?? null } = sent
    return this.store.of(memberships).update(member, { access_level, expires_at, member_role_id, updated_at: now })
  }

  /** Removes a member; with `below`, also from the subgroups and projects of a group. */
  remove(source: Source, member: MembershipRecord, { below }: { below: boolean }): void {
    this.store.of(memberships).delete(member)
    if (source.kind === 'group' && below) this.#removeBelow(source.group, member.user_id)
  }

  /** Whether the member is the only owner of a group. */
  isLastOwner(source: Source, member: MembershipRecord): boolean {
    if (source.kind === 'project' || member.access_level < roles.owner) return false
    return this.direct(source).filter(({ access_level }) => access_level >= roles.owner).length === 1
  }

  #removeBelow(group: GroupRecord, user: number): void {
    const inside: Source[] = [
      ...this.store
        .of(projects)
        .where('group', group.id)
        .map((project) => ({ kind: 'project' as const, project })),
      ...this.store
        .of(groups)
        .where('parent', group.id)
        .map((below) => ({ kind: 'group' as const, group: below })),
    ]
    for (const source of inside) {
      const member = this.find(source, user)
      if (member) this.store.of(memberships).delete(member)
      if (source.kind === 'group') this.#removeBelow(source.group, user)
    }
  }

  /** All memberships that give a role in the project or group, limited to the role of the share. */
  #reaching(source: Source): MembershipRecord[] {
    const above = groupChain(this.store, source.kind === 'group' ? source.group.id : source.project.group_id)
    const inherited = above.flatMap((group) => this.direct({ kind: 'group', group }))
    const shares = [
      ...(source.kind === 'project' ? this.store.of(invitations).where('project', source.project.id) : []),
      ...above.flatMap((group) => this.store.of(groupShares).where('shared', group.id)),
    ]
    const shared = shares.flatMap(({ group_id, access_level }) =>
      groupChain(this.store, group_id)
        .flatMap((group) => this.direct({ kind: 'group', group }))
        .map((member) => ({ ...member, access_level: Math.min(member.access_level, access_level) })),
    )
    return [...(source.kind === 'project' ? this.direct(source) : []), ...inherited, ...shared]
  }

  #roleOf(source: Source, id: number): number {
    const user = this.store.of(users).get(id)
    const plain = user ? { ...user, admin: false } : null
    if (source.kind === 'group') return groupRole(this.store, plain, source.group.id)
    return projectRole(this.store, plain, source.project)
  }

  /** Returns the access level. @throws HttpError 400 with the complaints by attribute. */
  #validate(source: Source, user: UserRecord, sent: MemberFields, old: MembershipRecord | null, now: string): number {
    const { access_level, expires_at, member_role_id = old?.member_role_id } = sent
    const known = access_level !== null && givenRoles(this.instance).includes(access_level)
    const minimal = source.kind === 'group' && access_level === minimalAccess
    const complaints = isCommunity(this.instance)
      ? []
      : [
          ...(minimal && source.group.parent_id !== null ? ['supported on top level groups only'] : []),
          ...(minimal && isFree(this.instance) ? ['not supported by license'] : []),
        ]
    const isAllowed = known || (minimal && !isCommunity(this.instance) && complaints.length === 0)
    const levels = isAllowed ? [] : ['is not included in the list', ...complaints]
    const parent = source.kind === 'group' ? source.group.parent_id : source.project.group_id
    const above = groupChain(this.store, parent)
      .map((group) => ({ group, level: directRole(this.store, user, 'group', group.id) }))
      .sort((a, b) => b.level - a.level)[0]
    if (known && above && above.level > access_level) {
      const { group, level } = above
      levels.push(`should be greater than or equal to ${names[level]} inherited membership from group ${group.name}`)
    }
    const past = expires_at != null && expires_at < now.slice(0, 10)
    const role = member_role_id == null ? undefined : this.store.of(memberRoles).get(member_role_id)
    if (member_role_id != null && !role) throw invalid({ member_role: ['not found'] })
    const mismatches = role !== undefined && role.base_access_level !== access_level
    if (mismatches && old?.member_role_id === role.id) {
      levels.push('cannot be changed because of an existing association with a custom role')
    }
    requireValid({
      member_role_id: mismatches ? ["the custom role's base access level does not match the current access level"] : [],
      access_level: levels,
      expires_at: past ? ['cannot be a date in the past'] : [],
    })
    return access_level!
  }
}

/** Removes expired memberships and shares. */
export function endMemberships(store: Store, now: Date): void {
  deleteExpired(store.of(memberships), dayOf(now))
  deleteExpired(store.of(invitations), dayOf(now))
  deleteExpired(store.of(groupShares), dayOf(now))
}

interface Ending extends Stored {
  expires_at?: string | null
  updated_at?: string
}

function deleteExpired<T extends Ending>(all: Collection<T>, today: string): void {
  for (const one of all.where('ends', 'true')) {
    // Keeps memberships that were created or changed today until the end of the day.
    if (one.expires_at! <= today && (one.updated_at ?? '').slice(0, 10) < today) all.delete(one)
  }
}

const idOf = (source: Source): number => (source.kind === 'group' ? source.group.id : source.project.id)
