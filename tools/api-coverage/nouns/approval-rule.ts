import { noun } from '../endpoint'
import { project } from './ids'

const body = { name: 'security', approvals_required: 1, user_ids: [4] }
const changes = {
  usernames: ['developer'],
  group_ids: [12],
  protected_branch_ids: [],
  applies_to_all_protected_branches: true,
}
const names = ['user_ids', 'usernames', 'group_ids', 'protected_branch_ids', 'applies_to_all_protected_branches']

export const approvalRules = noun('Approval rules', (api) => api.approvalRules.create(project, body), [
  {
    endpoint: 'GET /projects/:id/approval_rules',
    call: (api) => api.approvalRules.list(project),
    test: ['emulator/test/approval-rule', 'lists the rule for any approver first'],
  },
  {
    endpoint: 'GET /projects/:id/approval_rules/:approval_rule_id',
    call: (api, { id }) => api.approvalRules.get(project, id),
    test: ['emulator/test/approval-rule', 'creates and reads an approval rule'],
  },
  {
    endpoint: 'POST /projects/:id/approval_rules',
    parameters: ['name', 'approvals_required', 'rule_type', 'report_type', 'coverage_minimum_threshold', ...names],
    later: ['coverage_minimum_threshold'],
    call: (api) =>
      api.approvalRules.create(project, {
        ...changes,
        name: 'Coverage-Check',
        approvals_required: 1,
        user_ids: [4],
        rule_type: 'report_approver',
        report_type: 'code_coverage',
        coverage_minimum_threshold: 80,
      }),
    test: ['emulator/test/approval-rule', 'creates and reads an approval rule'],
  },
  {
    endpoint: 'PUT /projects/:id/approval_rules/:approval_rule_id',
    parameters: ['name', 'approvals_required', 'coverage_minimum_threshold', ...names, 'remove_hidden_groups'],
    later: ['coverage_minimum_threshold'],
    call: (api, { id }) =>
      api.approvalRules.update(project, id, {
        ...body,
        ...changes,
        name: 'renamed',
        coverage_minimum_threshold: null,
        remove_hidden_groups: true,
      }),
    test: ['emulator/test/approval-rule', 'changes only the given fields, and replaces whole lists'],
  },
  {
    endpoint: 'DELETE /projects/:id/approval_rules/:approval_rule_id',
    call: (api, { id }) => api.approvalRules.delete(project, id),
    test: ['emulator/test/approval-rule', 'deletes an approval rule once'],
  },
])
