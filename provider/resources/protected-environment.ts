import type { ProtectedEnvironment as Live, ProtectedEnvironmentCreate } from '../../sdk'
import { type AdoptableByName, resource, resourceSet } from '../core/pulumi/resource'
import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { integer, problemOfPathName, reference, text } from '../core/schema/fields'
import { memberLevels } from '../core/schema/kind'
import type { SetArgs, SetItem } from '../core/schema/set'
import { subjectIds } from '../core/schema/subject-names'
import { refusalsOfEntries } from './protected-branch-refusals'
import { approvalRules, deployAccessLevels, warningsOfRules } from './protected-environment-entries'

export const protectedEnvironment = define<Live, ProtectedEnvironmentCreate>()({
  kind: 'protected-environment',
  plural: 'protected environments',
  sets: { remove: 'unprotect environments', keep: 'protections' },
  exported: true,
  facts: ({ deployAccessLevels }) => ({ deployAccessLevels }),
  otherTools: {
    terraform: { types: ['gitlab_project_protected_environment'], name: 'environment' },
    pulumiGitlab: {
      // Release 10 has only deployAccessLevelsAttributes, and the last releases before it have both.
      values: ({ environment, deployAccessLevels, deployAccessLevelsAttributes }) => ({
        name: environment,
        deployAccessLevels: deployAccessLevels ?? deployAccessLevelsAttributes,
      }),
    },
  },
  page: () => '-/settings/ci_cd#js-protected-environments-settings',
  access: { read: 'maintainer', write: 'maintainer', tier: 'Premium or Ultimate', storedWithout: true },
  identity: {
    parent: 'project',
    key: 'name',
    naturalKey: ['name'],
  },
  input: {
    /** The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the protection. */
    project: reference('project'),
    /**
     * Name of the environment, such as `"production"`. It does not have to exist yet. Changing it replaces the
     * protection.
     */
    name: text({ maxLength: 255, problem: problemOfPathName('must be the name of an environment') }),
    /**
     * Who is allowed to deploy: at least one entry, each with exactly one of `accessLevel`, `userId`, `user`, `groupId` and
     * `group`.
     */
    deployAccessLevels: deployAccessLevels.field,
    /** Who must approve a deployment, and the number of approvals. Default: none. */
    approvalRules: optional(approvalRules.field, []),
    /**
     * Number of approvals that a deployment requires in total. Newer services only accept 0: use `approvalRules`.
     * Default: 0.
     */
    requiredApprovalCount: optional(integer({ minimum: 0 }), 0),
  },
  output: {
    /** Ids of the entries of `deployAccessLevels` on the service, by subject, such as `"accessLevel 40"`. */
    deployAccessLevelIds: deployAccessLevels.ids,
    /** Ids of the entries of `approvalRules` on the service, by subject, such as `"groupId 12"`. */
    approvalRuleIds: approvalRules.ids,
    /** Ids of the users and groups that the lists name, such as `{ "user alice": 3 }`. */
    subjectIds: subjectIds(['deployAccessLevels', 'approvalRules']),
  },
  replaceOn: ['project', 'name'],
  likelyMistakes: ({ approvalRules: rules = [] }) => warningsOfRules(rules),
  // Responses to updates can lack the rules.
  warnings: ({ approval_rules: rules = [] }) =>
    warningsOfRules(
      rules.map(({ user_id, required_approvals }) => ({ userId: user_id, requiredApprovals: required_approvals })),
    ),
  hints: {
    byArgument: {
      deployAccessLevels:
        'a user needs at least the Developer role in the project, and a group must be invited to the project itself',
      approvalRules:
        'a user needs at least the Developer role in the project, and a group must be invited to the project itself',
    },
    byStatus: {
      403: 'Managing protected environments requires the Maintainer role, and enforcing them Premium or Ultimate.',
    },
    byError: ({ status, serverMessage }) => {
      if (status !== 422) return undefined
      if (/required.approval.count/i.test(serverMessage)) {
        return 'Newer services do not accept requiredApprovalCount: use approvalRules.'
      }
      return /deploy access levels is too short/i.test(serverMessage)
        ? 'The service ignored every entry of deployAccessLevels: a user needs at least the Developer role in the ' +
            'project, and a group must be invited to the project itself.'
        : undefined
    },
  },
  api: {
    // Entries are updated by their ids, which only the service knows.
    fetchFirst: true,
    refusalsOfInputs: refusalsOfEntries(['deployAccessLevels', 'approvalRules'], {
      isFree: true,
      userRole: memberLevels.developer,
    }),
    list: (api, at) => api.protectedEnvironments.list(at.project),
    read: (api, at) => api.protectedEnvironments.get(at.project, at.name),
    create: (api, at, body) => api.protectedEnvironments.create(at.project, body),
    update: (api, at, body, { inputs: want, live }) =>
      api.protectedEnvironments.update(at.project, at.name, {
        ...(body.deploy_access_levels && {
          deploy_access_levels: deployAccessLevels.patch(live.deploy_access_levels, want.deployAccessLevels),
        }),
        ...(body.approval_rules && {
          approval_rules: approvalRules.patch(live.approval_rules ?? [], want.approvalRules),
        }),
        ...(body.required_approval_count !== undefined && { required_approval_count: body.required_approval_count }),
      }),
    delete: (api, at) => api.protectedEnvironments.delete(at.project, at.name),
  },
})

/** Arguments of a {@link ProtectedEnvironment}. */
export interface ProtectedEnvironmentArgs extends ArgsOf<typeof protectedEnvironment.input>, AdoptableByName {}

/**
 * The protection of an environment: who is allowed to deploy to it, and who must approve.
 *
 * ```ts
 * new trueup.ProtectedEnvironment("production", {
 *   project: "acme/web", name: "production",
 *   deployAccessLevels: [{ accessLevel: "maintainer" }],
 *   approvalRules: [{ group: "acme/deployers", requiredApprovals: 2 }],
 * })
 * ```
 */
export class ProtectedEnvironment extends resource<ProtectedEnvironmentArgs>()(protectedEnvironment) {}

/** Arguments of a {@link ProtectedEnvironmentSet}. */
export interface ProtectedEnvironmentSetArgs
  extends
    Pick<ProtectedEnvironmentArgs, 'project' | 'onConflict'>,
    SetArgs<SetItem<ProtectedEnvironmentArgs, 'project' | 'onConflict', 'name'>> {}

/**
 * Protected environments of one project as a single resource, which is many times faster than one resource for each.
 */
export class ProtectedEnvironmentSet extends resourceSet<ProtectedEnvironmentSetArgs>()(protectedEnvironment) {}
