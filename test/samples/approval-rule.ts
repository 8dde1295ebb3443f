import type { Sample } from './sample'

const project = 'acme/web'

// Branches are not protected in the seed world, so that no rule has `protectedBranches`.
export const approvalRule: Sample = {
  kind: 'approval-rule',
  collection: 'project_approval_rules',
  id: 'approvalRuleId',
  as: 'maintainer',
  args: {
    project,
    ruleType: 'regular',
    name: 'security',
    approvalsRequired: 2,
    approvers: [{ userId: 4 }, { user: 'maintainer' }, { group: 'deployers' }],
    appliesToAllProtectedBranches: true,
  },
  // The list keeps, removes and adds an entry. The user that stays is written as an id.
  changes: {
    name: 'compliance',
    approvalsRequired: 0,
    approvers: [{ userId: 3 }, { groupId: 10 }],
    appliesToAllProtectedBranches: false,
  },
  replaces: { ruleType: 'anyApprover', project: 'acme/api' },
  alwaysDeclared: ['name', 'approvers'],
  inOtherParent: { anyApprover: { name: 'All Members', approvers: [] } },
  naturalKey: ['project', 'name'],
  named: (name) => ({ name }),
  object: ['/projects/1/approval_rules', { name: 'security', approvals_required: 1, user_ids: [4] }],
  get: { project: 1, approvalRule: 1 },
  others: [['/projects/1/approval_rules', { name: 'legal', approvals_required: 1, user_ids: [3] }]],
  adopts: { project, name: 'legal', approvalsRequired: 1, approvers: [{ user: 'developer' }], onConflict: 'adopt' },
}
