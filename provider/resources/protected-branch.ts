import type { ProtectedBranch as Live, ProtectedBranchCreate } from '../../sdk'
import { type AdoptableByName, resource, resourceSet } from '../core/pulumi/resource'
import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { flag, problemOfPathName, reference, text } from '../core/schema/fields'
import type { SetArgs, SetItem } from '../core/schema/set'
import { subjectIds } from '../core/schema/subject-names'
import { onlyRole, problemsOfSubjects } from '../core/service/access-subjects'
import { mergeLevels, pushLevels, recreating, unprotectLevels } from './protected-branch-entries'
import { mistakeInName } from './protected-branch-name'
import { refusalsOfEntries } from './protected-branch-refusals'
import { complete, ownOf } from './protected-branch-responses'

const subjects =
  'users and groups require Premium or Ultimate, a user must be a member of the project, and a group must be invited to ' +
  'the project itself'

export const protectedBranch = define<Live, ProtectedBranchCreate>()({
  kind: 'protected-branch',
  plural: 'protected branches',
  sets: { remove: 'unprotect branches', keep: 'protections' },
  exported: true,
  facts: ({ allowedToPush, allowedToMerge, allowForcePush }) => ({ allowedToPush, allowedToMerge, allowForcePush }),
  otherTools: {
    terraform: { types: ['gitlab_branch_protection'], name: 'branch' },
    pulumiGitlab: {
      // The entries are read from the service, in the order of the program.
      values: ({ branch }, _inputs, { allowedToPush, allowedToMerge, allowedToUnprotect }) => ({
        name: branch,
        ...(allowedToPush !== undefined && { allowedToPush }),
        ...(allowedToMerge !== undefined && { allowedToMerge }),
        ...(allowedToUnprotect !== undefined && { allowedToUnprotect }),
      }),
    },
  },
  page: () => '-/settings/repository#js-protected-branches-settings',
  access: { read: 'reporter', write: 'maintainer', unarchived: 'changed', unarchivedWithLicense: true },
  identity: { parent: 'project', key: 'name', naturalKey: ['name'] },
  input: {
    /** The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the protection. */
    project: reference('project'),
    /**
     * Name of a branch, or a wildcard, such as `"release/*"`. The branch does not have to exist. At most 255 characters.
     * Changing it replaces the protection.
     */
    name: text({ maxLength: 255, problem: problemOfPathName('must be the name of a branch or a wildcard') }),
    /**
     * Who can push to the branch: at least one entry, each with exactly one of `accessLevel`, `userId`, `user`,
     * `groupId`, `group` and `deployKeyId`. GitLab Community Edition accepts a single role, and cannot change it: an update deletes the
     * protection and creates it again. Default: Maintainers.
     */
    allowedToPush: optional(pushLevels.field, pushLevels.default),
    /**
     * Who can merge into the branch: at least one entry, each with exactly one of `accessLevel`, `userId`, `user`,
     * `groupId` and `group`. GitLab Community Edition accepts a single role, and cannot change it: an update deletes the protection and creates
     * it again. Default: Maintainers.
     */
    allowedToMerge: optional(mergeLevels.field, mergeLevels.default),
    /**
     * Who can change and delete the protection: at least one entry, each with exactly one of `accessLevel`, `userId`,
     * `user`, `groupId` and `group`. The user of the access token must be among them. Requires Premium or Ultimate. Default: Maintainers.
     */
    allowedToUnprotect: optional(unprotectLevels.field, unprotectLevels.default),
    /**
     * Whether those who can push can also force-push. While a security policy forbids it, the service returns `false`
     * in place of `true`, so a refresh does not report this change. Default: `false`.
     */
    allowForcePush: optional(flag({ hiddenAs: false }), false),
    /**
     * Whether a merge request requires an approval of the code owners of the files that it changes. Requires Premium or
     * Ultimate. Default: `false`.
     */
    codeOwnerApprovalRequired: optional(flag(), false),
  },
  output: {
    /** Ids of the entries of `allowedToPush` on the service, by subject, such as `"accessLevel 40"`. */
    pushAccessLevelIds: pushLevels.ids,
    /** Ids of the entries of `allowedToMerge` on the service, by subject, such as `"accessLevel 40"`. */
    mergeAccessLevelIds: mergeLevels.ids,
    /** Ids of the entries of `allowedToUnprotect` on the service, by subject, such as `"accessLevel 40"`. */
    unprotectAccessLevelIds: unprotectLevels.ids,
    /** Ids of the users and groups that the lists name, such as `{ "user alice": 3 }`. */
    subjectIds: subjectIds(['allowedToPush', 'allowedToMerge', 'allowedToUnprotect']),
  },
  replaceOn: ['project', 'name'],
  likelyMistakes: ({ name }) => mistakeInName(name, 'branch'),
  hints: {
    byArgument: {
      allowedToPush: subjects,
      allowedToMerge: subjects,
      allowedToUnprotect: 'it requires Premium or Ultimate',
      allowForcePush: 'a security policy can forbid it',
      codeOwnerApprovalRequired: 'it requires Premium or Ultimate',
    },
    onCommunity: { allowedToPush: onlyRole, allowedToMerge: onlyRole },
    byStatus: {
      403:
        'Only Maintainers of the project can manage its protected branches. With Premium or Ultimate, the user must also ' +
        'be in allowedToUnprotect: administrators who are not members need the entry {accessLevel: "admin"}. A security ' +
        'policy can also forbid the change.',
    },
    byError: ({ status, serverMessage }) =>
      status === 422 && /(user|group) must be blank/.test(serverMessage)
        ? 'Entries of users and groups require Premium or Ultimate.'
        : undefined,
  },
  api: {
    // Entries are updated by their ids, which only the service knows.
    fetchFirst: true,
    refusalsOfInputs: refusalsOfEntries(['allowedToPush', 'allowedToMerge', 'allowedToUnprotect']),
    list: (api, at) => ownOf(api.protectedBranches.list(at.project)),
    read: async (api, at) => complete(await api.protectedBranches.get(at.project, at.name)),
    create: async (api, at, { allow_force_push, code_owner_approval_required }, inputs) => {
      const created = await api.protectedBranches.create(at.project, {
        name: inputs.name,
        ...pushLevels.toCreate(inputs.allowedToPush, 'push_access_level', 'allowed_to_push'),
        ...mergeLevels.toCreate(inputs.allowedToMerge, 'merge_access_level', 'allowed_to_merge'),
        ...unprotectLevels.toCreate(inputs.allowedToUnprotect, 'unprotect_access_level', 'allowed_to_unprotect'),
        allow_force_push,
        code_owner_approval_required,
      })
      return complete(created)
    },
    update: async (api, at, body, { inputs, changed, live }) => {
      const { allow_force_push, code_owner_approval_required } = body
      const updated = await api.protectedBranches.update(at.project, at.name, {
        ...(changed.has('allowedToPush') && {
          allowed_to_push: pushLevels.patch(live.push_access_levels, inputs.allowedToPush),
        }),
        ...(changed.has('allowedToMerge') && {
          allowed_to_merge: mergeLevels.patch(live.merge_access_levels, inputs.allowedToMerge),
        }),
        ...(changed.has('allowedToUnprotect') && {
          allowed_to_unprotect: unprotectLevels.patch(live.unprotect_access_levels, inputs.allowedToUnprotect),
        }),
        ...(allow_force_push !== undefined && { allow_force_push }),
        ...(code_owner_approval_required !== undefined && { code_owner_approval_required }),
      })
      return complete(updated)
    },
    recreate: {
      onCommunity: recreating,
      meanwhile: 'branches that match the name are not protected',
      lost: 'UNPROTECTED',
      problems: async (api, at, { allowedToPush, allowedToMerge }, { push_access_levels, merge_access_levels }) => [
        ...(await problemsOfSubjects(api, at.project, allowedToPush, push_access_levels)),
        ...(await problemsOfSubjects(api, at.project, allowedToMerge, merge_access_levels)),
      ],
    },
    delete: (api, at) => api.protectedBranches.delete(at.project, at.name),
  },
})

/** Arguments of a {@link ProtectedBranch}. */
export interface ProtectedBranchArgs extends ArgsOf<typeof protectedBranch.input>, AdoptableByName {}

/**
 * The protection of a branch, or of the branches that match a wildcard: who can push to it, merge into it, and change the
 * protection. The service protects the default branch of a new project. If this program has created the project, this
 * protection is adopted, and otherwise only with `onConflict: "adopt"`.
 *
 * ```ts
 * new trueup.ProtectedBranch("main", {
 *   project: "acme/web", name: "main", allowedToPush: [{ accessLevel: "noOne" }], onConflict: "adopt",
 * })
 * ```
 */
export class ProtectedBranch extends resource<ProtectedBranchArgs>()(protectedBranch) {}

/** Arguments of a {@link ProtectedBranchSet}. */
export interface ProtectedBranchSetArgs
  extends
    Pick<ProtectedBranchArgs, 'project' | 'onConflict'>,
    SetArgs<SetItem<ProtectedBranchArgs, 'project' | 'onConflict', 'name'>> {}

/** Protected branches of one project as a single resource, which is many times faster than one resource for each. */
export class ProtectedBranchSet extends resourceSet<ProtectedBranchSetArgs>()(protectedBranch) {}
