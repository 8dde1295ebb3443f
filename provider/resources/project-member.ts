import type { MemberCreate } from '../../sdk'
import { type AdoptableByName, resource, resourceSet } from '../core/pulumi/resource'
import { define } from '../core/schema/define'
import type { ArgsOf } from '../core/schema/field'
import { reference, role } from '../core/schema/fields'
import { memberLevels } from '../core/schema/kind'
import type { SetArgs, SetItem } from '../core/schema/set'
import { type Live, member } from './project-member-definition'

const { who, more, hints, requests, ...shared } = member('project', (api) => api.projectMembers)
const { remove, ...api } = requests

export const projectMember = define<Live, MemberCreate>()({
  ...shared,
  kind: 'project-member',
  plural: 'members',
  sets: { remove: 'remove members' },
  exported: true,
  facts: ({ accessLevel, expiresAt }) => ({ accessLevel, expiresAt }),
  otherTools: {
    terraform: { types: ['gitlab_project_membership'] },
    pulumiGitlab: { key: 'userId', values: ({ userId }) => ({ user: userId }) },
  },
  page: () => '-/project_members',
  access: {
    read: 'guest',
    write: 'maintainer',
    condition: 'Owner for members with the role Owner or Security Manager',
  },
  input: {
    /** The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the member. */
    project: reference('project'),
    ...who,
    /**
     * Role in the project: 10, 15, 20, 25, 30, 40, 50, or `"guest"`, `"planner"`, `"reporter"`, `"security_manager"`,
     * `"developer"`, `"maintainer"`, `"owner"`. It cannot be lower than a role that the user inherits from a group. Only
     * newer services have `"security_manager"`.
     */
    accessLevel: role(memberLevels),
    ...more,
  },
  hints: {
    ...hints,
    byStatus: {
      403: 'Managing members of a project requires the Maintainer role, and the Owner role for Owners and Security Managers. No one can give a role above their own.',
      404: 'The user does not exist, or is not a direct member of the project.',
      405: 'A group above locks the members of its projects, or synchronizes them.',
    },
  },
  api: {
    ...api,
    delete: (client, at, state, caller) => remove(client, at, state, caller),
  },
})

/** Arguments of a {@link ProjectMember}. */
export interface ProjectMemberArgs extends ArgsOf<typeof projectMember.input>, AdoptableByName {}

/**
 * A direct member of a project. Deleting it removes the user from the project, but not from its groups.
 *
 * ```ts
 * new trueup.ProjectMember("alice", { project: "acme/web", user: "alice", accessLevel: "maintainer" })
 * ```
 */
export class ProjectMember extends resource<ProjectMemberArgs>()(projectMember) {}

/** Arguments of a {@link ProjectMemberSet}. */
export interface ProjectMemberSetArgs
  extends
    Pick<ProjectMemberArgs, 'project' | 'onConflict'>,
    SetArgs<SetItem<ProjectMemberArgs, 'project' | 'onConflict', 'user'>> {}

/**
 * Direct members of one project as a single resource, which is many times faster than one resource for each member.
 * `exclusive` keeps bot users of access tokens, the user of the token, and members whom LDAP or SAML synchronizes.
 */
export class ProjectMemberSet extends resourceSet<ProjectMemberSetArgs>()(projectMember) {}
