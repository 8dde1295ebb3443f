import { collection } from '../store/store'

/** `code_owner` and `report_approver` are rules that programs do not manage. */
export const ruleTypes = ['regular', 'code_owner', 'report_approver', 'any_approver'] as const

export interface ApprovalRuleFields {
  name: string
  rule_type: (typeof ruleTypes)[number]
  report_type: string | null
  approvals_required: number
  /** In percent. Default: none. */
  coverage_minimum_threshold?: number | null
  /** Ids of users, groups and protected branches, in the order of responses. */
  users: number[]
  groups: number[]
  protected_branches: number[]
  applies_to_all_protected_branches: boolean
}

/** An approval rule of a project. */
export interface ApprovalRuleRecord extends ApprovalRuleFields {
  id: number
  project_id: number
  updated_at: string
}

export const approvalRules = collection<ApprovalRuleRecord>('project_approval_rules', {
  project: { by: ({ project_id }) => project_id, order: (one, other) => one.id - other.id },
})
