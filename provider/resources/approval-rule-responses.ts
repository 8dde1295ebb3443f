import type { ProjectApprovalRule } from '../../sdk'
import type { Collection } from '../core/schema/define'
import { parseResponse } from '../core/schema/invalid-response'
import { selected } from '../core/schema/selected'

/** The name of the rule for any approver in GitLab's user interface. It has no meaning there. */
export const nameOfAny = 'All Members'

/** The types of rules, by their arguments. */
export const wireTypes = { regular: 'regular', anyApprover: 'any_approver', report: 'report_approver' } as const
/** The arguments for types that are not regular. */
export const typesOfWire: Readonly<Record<string, keyof typeof wireTypes>> = {
  any_approver: 'anyApprover',
  report_approver: 'report',
}

/** Whether a rule is the one of a report. A project can have another rule of its name. */
export const isReport = ({ rule_type }: Pick<Live, 'rule_type'>): boolean => rule_type === 'report_approver'

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** A response in the form of the arguments. */
export interface Live extends Omit<ProjectApprovalRule, 'protected_branches'> {
  approvers?: ({ user_id: number } | { group_id: number })[]
  protected_branches?: string[]
}

/** Whether people write a rule. The others are those of other reports, security policies and code owners. */
export const isWritable = ({ rule_type, report_type }: Pick<Live, 'rule_type' | 'report_type'>): boolean =>
  rule_type === 'regular' ||
  rule_type === 'any_approver' ||
  (rule_type === 'report_approver' && report_type === 'code_coverage')

/** Converts a response. Values that are not objects are returned unchanged. */
export function complete(response: ProjectApprovalRule): Live {
  if (!isObject(response)) return response as never
  const {
    name,
    rule_type,
    users,
    groups,
    protected_branches: branches,
    applies_to_all_protected_branches: all,
  } = response
  return parseResponse(() => ({
    ...response,
    name: rule_type === 'any_approver' ? nameOfAny : name,
    approvers: [...users.map(({ id }) => ({ user_id: id })), ...groups.map(({ id }) => ({ group_id: id }))],
    // A group can protect a branch of the same name.
    protected_branches: all ? [] : [...new Set(branches.map((branch) => branch.name))],
  }))
}

/** The rules that programs can declare. */
export const writableOf = (list: Collection<ProjectApprovalRule>): Collection<Live> =>
  selected(list, (items) => items.map(complete).filter((rule) => !isObject(rule) || isWritable(rule)))

/** What users should know about a rule that was written or read. */
export function warningsOf({
  rule_type,
  approvals_required,
  eligible_approvers,
  contains_hidden_groups,
}: Live): string[] {
  const eligible = Array.isArray(eligible_approvers) ? eligible_approvers.length : Infinity
  const isMissing = rule_type !== 'any_approver' && approvals_required > eligible
  return [
    ...(contains_hidden_groups === true
      ? [
          'also has groups that the user of the access token cannot see. They can approve, and remain. To compare or ' +
            'remove them, use a token of a user who can see them.',
        ]
      : []),
    ...(isMissing
      ? [
          `requires ${approvals_required} approval${approvals_required === 1 ? '' : 's'}, but ` +
            `${eligible === 0 ? 'no one' : `only ${eligible} user${eligible === 1 ? '' : 's'}`} can approve. Merge requests ` +
            `are blocked, or merged without the rule where the service ignores such rules: add approvers, or members to ` +
            `their groups.`,
        ]
      : []),
  ]
}
