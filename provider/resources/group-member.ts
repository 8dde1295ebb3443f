import type { MemberCreate } from '../../sdk'
import { type AdoptableByName, resource, resourceSet } from '../core/pulumi/resource'
import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { flag, reference, role } from '../core/schema/fields'
import { memberLevels } from '../core/schema/kind'
import type { SetArgs, SetItem } from '../core/schema/set'
import { type Live, member } from './project-member-definition'

const { who, more, hints, requests, ...shared } = member('group', (api) => api.groupMembers)
const { remove, ...api } = requests

export const groupMember = define<Live, MemberCreate>()({
  ...shared,
  kind: 'group-member',
  plural: 'group members',
  sets: { objects: 'members', remove: 'remove members' },
  exported: true,
  facts: ({ accessLevel, expiresAt }) => ({ accessLevel, expiresAt }),
  otherTools: {
    terraform: { types: ['gitlab_group_membership'], parent: ['group_id'] },
    pulumiGitlab: {
      key: 'userId',
      values: ({ groupId, userId, skipSubresourcesOnDestroy, unassignIssuablesOnDestroy }) => ({
        group: groupId,
        user: userId,
        skipSubresources: skipSubresourcesOnDestroy ?? false,
        unassignIssuables: unassignIssuablesOnDestroy ?? false,
      }),
    },
  },
  page: () => '-/group_members',
  access: { read: 'guest', write: 'owner' },
  input: {
    /** The group: its numeric id or its full path, such as `"acme/platform"`. Changing it replaces the member. */
    group: reference('group'),
    ...who,
    /**
     * Role in the group: 5, 10, 15, 20, 25, 30, 40, 50, or `"minimal"`, `"guest"`, `"planner"`, `"reporter"`,
     * `"security_manager"`, `"developer"`, `"maintainer"`, `"owner"`. It cannot be lower than a role that the user inherits
     * from a group above. `"minimal"` is for top-level groups, and requires Premium or Ultimate. Only newer services have
     * `"security_manager"`.
     */
    accessLevel: role({ minimal: 5, ...memberLevels }),
    ...more,
    /**
     * Whether the user stays a direct member of subgroups and projects when the member is removed. With false, other
     * resources for these memberships lose their objects. Default: true.
     */
    skipSubresources: optional(flag({ local: true }), true),
  },
  hints: {
    ...hints,
    byStatus: {
      403:
        'Managing members of a group requires the Owner role. The last Owner of a group keeps the role: make another member ' +
        'Owner in the same set, or with another resource that this one lists in dependsOn.',
      404: 'The user does not exist, or is not a direct member of the group.',
    },
  },
  api: {
    ...api,
    delete: (client, at, state, caller) =>
      remove(client, at, state, caller, { skip_subresources: state.skipSubresources !== false }),
  },
})

/** Arguments of a {@link GroupMember}. */
export interface GroupMemberArgs extends ArgsOf<typeof groupMember.input>, AdoptableByName {}

/**
 * A direct member of a group, who also has the role in its subgroups and projects.
 *
 * ```ts
 * new trueup.GroupMember("alice", { group: "acme", user: "alice", accessLevel: "developer", expiresAt: "2027-01-31" })
 * ```
 */
export class GroupMember extends resource<GroupMemberArgs>()(groupMember) {}

/** Arguments of a {@link GroupMemberSet}. */
export interface GroupMemberSetArgs
  extends
    Pick<GroupMemberArgs, 'group' | 'onConflict'>,
    SetArgs<SetItem<GroupMemberArgs, 'group' | 'onConflict', 'user'>> {}

/**
 * Direct members of one group as a single resource, which is many times faster than one resource for each member.
 * `exclusive` keeps bot users of access tokens, the user of the token, the last Owner, and members whom LDAP or SAML
 * synchronizes.
 */
export class GroupMemberSet extends resourceSet<GroupMemberSetArgs>()(groupMember) {}
