import type { ProjectApprovalRuleCreate } from '../../sdk'
import { type AdoptableByName, resource, resourceSet } from '../core/pulumi/resource'
import { boolean, number } from '../core/schema/computed'
import { define } from '../core/schema/define'
import { type ArgsOf, optional } from '../core/schema/field'
import { choice, flag, integer, reference, text } from '../core/schema/fields'
import type { SetArgs, SetItem } from '../core/schema/set'
import { since } from '../core/schema/setting-causes'
import { subjectIds } from '../core/schema/subject-names'
import { approvers, listsOf } from './approval-rule-approvers'
import { branchIds, branchNames } from './approval-rule-branches'
import { nameOfCoverage, percentage, problemsOfRule } from './approval-rule-check'
import { refusalsOfRule } from './approval-rule-refusals'
import {
  complete,
  isReport,
  isWritable,
  type Live,
  nameOfAny,
  typesOfWire,
  warningsOf,
  wireTypes,
  writableOf,
} from './approval-rule-responses'

export const approvalRule = define<Live, ProjectApprovalRuleCreate>()({
  kind: 'approval-rule',
  plural: 'approval rules',
  sets: true,
  exported: true,
  facts: ({ approvalsRequired }) => ({ approvalsRequired }),
  otherTools: {
    terraform: { types: ['gitlab_project_approval_rule'], name: 'name' },
    pulumiGitlab: {
      // The lists are read from the service, in the order of the program.
      values: ({ ruleType, reportType, name }, _inputs, { approvers: entries, protectedBranches }) => ({
        ruleType: typesOfWire[String(ruleType)] ?? 'regular',
        ...(ruleType === 'report_approver' && reportType === 'code_coverage' && { reportType: 'codeCoverage' }),
        name: ruleType === 'any_approver' ? nameOfAny : name,
        ...(entries !== undefined && { approvers: entries }),
        ...(protectedBranches !== undefined && { protectedBranches }),
      }),
    },
  },
  page: () => '-/settings/merge_requests',
  access: { read: 'reporter', write: 'maintainer', tier: 'Premium or Ultimate' },
  identity: {
    parent: 'project',
    key: 'approvalRuleId',
    naturalKey: ['name'],
    isSingle: ({ ruleType }) => ruleType === 'anyApprover',
  },
  input: {
    /** The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the rule. */
    project: reference('project'),
    /**
     * `"regular"`: the `approvers` can approve. `"anyApprover"`: all users with the permission to approve can. A project
     * has at most one rule of this type, which is adopted if it exists. `"report"`: the rule of `reportType`. Changing it
     * replaces the rule. Default: `"regular"`.
     */
    ruleType: optional(
      choice(['regular', 'anyApprover', 'report'], {
        toWire: (type) => wireTypes[type],
        fromWire: (type) => typesOfWire[String(type)] ?? 'regular',
      }),
      'regular',
    ),
    /**
     * The report whose result requires the approvals: `"codeCoverage"`, the coverage of tests. Required for `ruleType`
     * `"report"`. Default: null (none).
     */
    reportType: optional(
      choice(['codeCoverage'], {
        toWire: () => 'code_coverage',
        fromWire: (type) => (type === 'code_coverage' ? 'codeCoverage' : null),
      }),
      null,
    ),
    /**
     * Minimum coverage in percent, from 0 to 100. Only for `reportType` `"codeCoverage"`. GitLab 19.3 or later. Default:
     * null (none).
     */
    coverageMinimumThreshold: optional(percentage(), null),
    /**
     * Name, at most 1024 characters. Required for regular rules. The rule for any approver is always named
     * `"All Members"`, which is the default, and the one of the coverage `"Coverage-Check"`.
     */
    name: optional(
      text({ maxLength: 1024, problem: (name) => (name.trim() === '' ? 'must not be empty' : undefined) }),
      nameOfAny,
    ),
    /** How many approvals a merge request needs by this rule: 0 to 100. With 0, they are optional. */
    approvalsRequired: integer({ minimum: 0, maximum: 100 }),
    /**
     * Who can approve: at least one entry, each with exactly one of `userId`, `user`, `groupId` and `group`. A user must
     * be a member of the project. Of a group, its direct members can approve, and the user of the access token must be
     * able to see it. Groups that this user cannot see remain. Default for `"anyApprover"`: `[]`.
     */
    approvers,
    /**
     * Names of the protected branches that the rule applies to, such as `["main", "release/*"]`. They must be protected
     * before. Default: `[]`, all branches.
     */
    protectedBranches: branchNames,
    /** Whether the rule applies to all protected branches, in place of `protectedBranches`. Default: `false`. */
    appliesToAllProtectedBranches: optional(flag(), false),
  },
  output: {
    /** Id on the service. */
    approvalRuleId: number('id'),
    /** Whether the rule has further groups, which the user of the access token cannot see. */
    containsHiddenGroups: boolean({ changedBy: ['approvers'] }),
    /** Ids of the users and groups that `approvers` names, such as `{ "user alice": 3 }`. */
    subjectIds: subjectIds(['approvers']),
  },
  replaceOn: ['project', 'ruleType'],
  check: problemsOfRule,
  existence: {
    isOwned: isWritable,
    isOther: (live, { ruleType }) => ruleType !== undefined && isReport(live) !== (ruleType === 'report'),
    // Programs of earlier releases could not declare rules of reports, and their sets must not delete them.
    isKept: isReport,
    notOwned: {
      reason: 'is a rule of the service itself, such as one of a security policy. Programs cannot manage it.',
    },
  },
  hints: {
    byArgument: {
      approvers:
        'the service silently drops users who are not members of the project, and groups that the user of the access ' +
        'token cannot see: add them to the project, use another token, or remove the entry',
      protectedBranches: 'the service silently drops branches that the project does not protect',
      coverageMinimumThreshold: since('19.3'),
    },
    byError: ({ status }, { name, ruleType }) =>
      name === nameOfCoverage && ruleType !== 'report' && (status === 400 || status === 409 || status === 422)
        ? 'Newer services reserve the name "Coverage-Check" for the rule of the coverage report: use another name, or ' +
          'declare this rule with ruleType "report" and reportType "codeCoverage".'
        : undefined,
    byStatus: { 403: 'Only Maintainers of the project can manage its approval rules, unless its group forbids it.' },
  },
  warnings: warningsOf,
  api: {
    // A response that was lost, or another tool, can have left other approvers.
    sendWith: (operation) =>
      operation === 'create'
        ? ['ruleType', 'reportType', 'approvers', 'protectedBranches', 'name']
        : ['approvers', 'protectedBranches'],
    refusalsOfInputs: refusalsOfRule,
    list: (api, at) => writableOf(api.approvalRules.list(at.project)),
    read: async (api, at) => complete(await api.approvalRules.get(at.project, at.approvalRuleId)),
    create: async (api, at, body, inputs) => {
      const { rule_type, report_type, applies_to_all_protected_branches, approvals_required } = body
      const created = await api.approvalRules.create(at.project, {
        name: inputs.name,
        approvals_required,
        ...(rule_type !== undefined && { rule_type }),
        ...(report_type && { report_type }),
        ...(inputs.coverageMinimumThreshold !== null && {
          coverage_minimum_threshold: inputs.coverageMinimumThreshold,
        }),
        ...listsOf(inputs.approvers),
        protected_branch_ids: await branchIds(api, at.project, inputs.protectedBranches),
        ...(applies_to_all_protected_branches !== undefined && { applies_to_all_protected_branches }),
      })
      return complete(created)
    },
    update: async (api, at, change, { inputs }) => {
      const { name, approvals_required, applies_to_all_protected_branches, coverage_minimum_threshold } = change
      const updated = await api.approvalRules.update(at.project, at.approvalRuleId, {
        ...(name !== undefined && { name }),
        ...(coverage_minimum_threshold !== undefined && { coverage_minimum_threshold }),
        ...(approvals_required !== undefined && { approvals_required }),
        ...listsOf(inputs.approvers),
        protected_branch_ids: await branchIds(api, at.project, inputs.protectedBranches),
        ...(applies_to_all_protected_branches !== undefined && { applies_to_all_protected_branches }),
      })
      return complete(updated)
    },
    delete: (api, at) => api.approvalRules.delete(at.project, at.approvalRuleId),
  },
})

/** Arguments of an {@link ApprovalRule}. */
export interface ApprovalRuleArgs extends ArgsOf<typeof approvalRule.input>, AdoptableByName {}

/**
 * An approval rule of a project: how many of which users must approve a merge request. Requires Premium or Ultimate. Rules
 * of security policies, other reports and code owners are not managed. The rule for any approver exists at most once in a
 * project, and is adopted by default. An exclusive set keeps a rule of the coverage that no item declares.
 *
 * ```ts
 * new trueup.ApprovalRule("security", {
 *   project: "acme/web", name: "security", approvalsRequired: 2, approvers: [{ group: "acme/security" }, { user: "alice" }],
 * })
 * ```
 */
export class ApprovalRule extends resource<ApprovalRuleArgs>()(approvalRule) {}

/** Arguments of an {@link ApprovalRuleSet}. */
export interface ApprovalRuleSetArgs
  extends
    Pick<ApprovalRuleArgs, 'project' | 'onConflict'>,
    SetArgs<SetItem<ApprovalRuleArgs, 'project' | 'onConflict', 'name'>> {}

/** Approval rules of one project as a single resource, which is many times faster than one resource for each rule. */
export class ApprovalRuleSet extends resourceSet<ApprovalRuleSetArgs>()(approvalRule) {}
