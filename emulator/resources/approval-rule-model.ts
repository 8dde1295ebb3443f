import type { Race } from '../http/race'
import { blank, requireValid, tooLong } from '../http/validation'
import { type ApprovalRuleFields, type ApprovalRuleRecord, approvalRules } from '../records/approval-rule'
import { groups } from '../records/group'
import type { ProjectRecord } from '../records/project'
import { branchHome, protectedBranches } from '../records/protected-branch'
import { type UserRecord, users } from '../records/user'
import type { Store } from '../store/store'
import { canReadGroup, projectRole, roles } from './access'

/** The types of rules in lists, in their order. */
const listed = ['any_approver', 'regular', 'report_approver']

const MAX_APPROVALS = 100

/** A rule in a request. Lists that are missing do not change. */
export interface ApprovalRulePatch extends Partial<
  Pick<
    ApprovalRuleFields,
    'rule_type' | 'report_type' | 'applies_to_all_protected_branches' | 'coverage_minimum_threshold'
  >
> {
  name?: string | null | undefined
  approvals_required?: number | null | undefined
  users?: { ids: readonly number[]; names: readonly string[] } | undefined
  groups?: readonly number[] | undefined
  protected_branches?: readonly number[] | undefined
  /** Whether `groups` also replaces groups that the caller cannot see. */
  remove_hidden_groups?: boolean | null | undefined
}

/** Who sends a request, and when. */
interface Context {
  user: UserRecord
  now: string
  race?: Race | undefined
}

const empty: ApprovalRuleFields = {
  name: '',
  rule_type: 'regular',
  report_type: null,
  approvals_required: 0,
  users: [],
  groups: [],
  protected_branches: [],
  applies_to_all_protected_branches: false,
}

/** The approval rules in a store, and the rules of the model. */
export class ApprovalRuleModel {
  constructor(private readonly store: Store) {}

  /** The rule for any approver is first, and rules of reports are last. Rules of code owners are not listed. */
  of(project: ProjectRecord): ApprovalRuleRecord[] {
    const all = this.#approvalRules.where('project', project.id)
    return listed.flatMap((type) => all.filter(({ rule_type }) => rule_type === type))
  }

  find(project: ProjectRecord, id: number): ApprovalRuleRecord | undefined {
    const rule = this.#approvalRules.get(id)
    return rule?.project_id === project.id ? rule : undefined
  }

  /** @throws HttpError 400 with the complaints by attribute. */
  create(project: ProjectRecord, sent: ApprovalRulePatch, context: Context): ApprovalRuleRecord {
    const { users: { ids = [], names = [] } = {}, groups: teams = [] } = sent
    const isEmpty = [...ids, ...names, ...teams].length === 0
    const rule_type = sent.rule_type ?? (isEmpty ? 'any_approver' : 'regular')
    const fields = this.#fields(project, { ...sent, rule_type }, empty, context)
    return this.#approvalRules.insert({ project_id: project.id, ...fields, updated_at: context.now })
  }

  /** @throws HttpError 400 with the complaints by attribute. */
  update(
    project: ProjectRecord,
    rule: ApprovalRuleRecord,
    sent: ApprovalRulePatch,
    context: Context,
  ): ApprovalRuleRecord {
    const fields = this.#fields(project, sent, rule, context, rule)
    return this.#approvalRules.update(rule, { ...fields, updated_at: context.now })
  }

  delete(rule: ApprovalRuleRecord): void {
    this.#approvalRules.delete(rule)
  }

  usersOf = ({ users: ids }: ApprovalRuleRecord): UserRecord[] =>
    ids.flatMap((id) => this.store.of(users).get(id) ?? [])

  groupsOf = ({ groups: ids }: ApprovalRuleRecord) => ids.flatMap((id) => this.store.of(groups).get(id) ?? [])

  branchesOf(project: ProjectRecord, rule: ApprovalRuleRecord) {
    const branches = this.#branchesOf(project)
    if (rule.applies_to_all_protected_branches) return branches
    return branches.filter(({ id }) => rule.protected_branches.includes(id))
  }

  /** What a request makes of a rule. The service drops approvers and branches that cannot be part of it. */
  #fields(
    project: ProjectRecord,
    sent: ApprovalRulePatch,
    old: ApprovalRuleFields,
    { user, race }: Context,
    itself?: ApprovalRuleRecord,
  ): ApprovalRuleFields {
    const { users: people, groups: teams, protected_branches: branches } = sent
    const isVisible = (id: number) => {
      const group = this.store.of(groups).get(id)
      return group !== undefined && canReadGroup(this.store, user, group)
    }
    const keepsGroup = (id: number) => teams?.includes(id) || (!isVisible(id) && sent.remove_hidden_groups !== true)
    const fields: ApprovalRuleFields = {
      ...old,
      ...(sent.rule_type !== undefined && { rule_type: sent.rule_type }),
      ...(sent.report_type !== undefined && { report_type: sent.report_type }),
      ...(sent.applies_to_all_protected_branches !== undefined && {
        applies_to_all_protected_branches: sent.applies_to_all_protected_branches,
      }),
      ...(sent.coverage_minimum_threshold !== undefined && {
        coverage_minimum_threshold: sent.coverage_minimum_threshold,
      }),
      ...(people && { users: withAdded(old.users, this.#members(project, people), () => false) }),
      ...(teams && { groups: withAdded(old.groups, teams.filter(isVisible), keepsGroup) }),
      ...(branches && {
        protected_branches: this.#branchesOf(project).flatMap(({ id }) => (branches.includes(id) ? [id] : [])),
      }),
    }
    const name = sent.name === undefined ? old.name : (sent.name ?? '')
    const count = sent.approvals_required === undefined ? old.approvals_required : sent.approvals_required
    const { rule_type, report_type } = fields
    const others = this.#approvalRules.where('project', project.id).filter(({ id }) => id !== itself?.id)
    // The database has no rule about names.
    const sameType = race ? [] : others.filter((other) => other.rule_type === rule_type)
    requireValid({
      name: [
        ...(sameType.some((other) => other.name === name) && rule_type !== 'any_approver' ? [TAKEN] : []),
        ...blank(name),
        ...tooLong(name, 1024),
      ],
      approvals_required:
        count === null
          ? ['is not a number']
          : count > MAX_APPROVALS
            ? [`must be less than or equal to ${MAX_APPROVALS}`]
            : count < 0
              ? ['must be greater than or equal to 0']
              : [],
      report_type:
        rule_type !== 'report_approver'
          ? []
          : report_type === null
            ? ["can't be blank"]
            : name === 'Coverage-Check'
              ? []
              : ['code_coverage only supports Coverage-Check name'],
      rule_type:
        rule_type === 'any_approver' && sameType.length > 0 ? ['any-approver for the project already exists'] : [],
      coverage_minimum_threshold: complaintsAboutThreshold(fields),
    })
    return { ...fields, name, approvals_required: count ?? 0 }
  }

  /** The ids of the users who are members of the project, also through a group. */
  #members(project: ProjectRecord, { ids, names }: { ids: readonly number[]; names: readonly string[] }): number[] {
    return this.store
      .of(users)
      .all()
      .filter((user) => ids.includes(user.id) || names.some((name) => name === user.username))
      .filter((user) => projectRole(this.store, { ...user, admin: false }, project) > roles.none)
      .map(({ id }) => id)
  }

  #branchesOf(project: ProjectRecord) {
    return this.store.of(protectedBranches).where('home', branchHome({ project_id: project.id, group_id: null }))
  }

  get #approvalRules() {
    return this.store.of(approvalRules)
  }
}

/** Only rules for the coverage have a minimum. */
function complaintsAboutThreshold({ coverage_minimum_threshold: percent, report_type }: ApprovalRuleFields): string[] {
  if (percent == null) return []
  if (report_type !== 'code_coverage') return ['must be blank']
  if (percent < 0) return ['must be greater than or equal to 0']
  return percent > 100 ? ['must be less than or equal to 100'] : []
}

const TAKEN = 'has already been taken'

/** Entries that remain keep their places, and new ones follow in the order of their ids. */
function withAdded(old: readonly number[], next: readonly number[], isKept: (id: number) => boolean): number[] {
  const kept = old.filter((id) => next.includes(id) || isKept(id))
  const added = [...new Set(next)].filter((id) => !old.includes(id)).sort((one, other) => one - other)
  return [...kept, ...added]
}
