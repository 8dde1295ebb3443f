import { noun } from '../endpoint'
import { project } from './ids'

const test = (title: string) => ['emulator/test/approval-rule', title] as const
const reads = test('creates and reads an approval rule')
const created = {
  name: 'Coverage-Check',
  approvals_required: 1,
  rule_type: 'report_approver' as const,
  report_type: 'code_coverage' as const,
  coverage_minimum_threshold: 80,
  user_ids: [4],
  usernames: ['developer'],
  group_ids: [12],
  protected_branch_ids: [],
  applies_to_all_protected_branches: true,
}
const updated = {
  name: 'renamed',
  approvals_required: 0,
  coverage_minimum_threshold: null,
  user_ids: [4],
  usernames: ['developer'],
  group_ids: [],
  protected_branch_ids: [],
  applies_to_all_protected_branches: true,
  remove_hidden_groups: true,
}

export const approvalRules = noun(
  'Approval rules',
  (api) => api.approvalRules.create(project, { name: 'security', approvals_required: 1, user_ids: [4] }),
  [
    {
      endpoint: 'GET /projects/:id/approval_rules',
      call: (api) => api.approvalRules.list(project),
      test: test('lists the rule for any approver first'),
    },
    {
      endpoint: 'GET /projects/:id/approval_rules/:approval_rule_id',
      call: (api, { id }) => api.approvalRules.get(project, id),
      test: reads,
    },
    {
      endpoint: 'POST /projects/:id/approval_rules',
      later: ['coverage_minimum_threshold'],
      call: (api) => api.approvalRules.create(project, created),
      sends: created,
      test: reads,
    },
    {
      endpoint: 'PUT /projects/:id/approval_rules/:approval_rule_id',
      later: ['coverage_minimum_threshold'],
      call: (api, { id }) => api.approvalRules.update(project, id, updated),
      sends: updated,
      test: test('changes only the given fields, and replaces whole lists'),
    },
    {
      endpoint: 'DELETE /projects/:id/approval_rules/:approval_rule_id',
      call: (api, { id }) => api.approvalRules.delete(project, id),
      test: test('deletes an approval rule once'),
    },
  ],
)
