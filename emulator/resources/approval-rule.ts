import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { forbidden, internalError, recordNotFound } from '../http/errors'
import { isBasic, isFree } from '../http/instance'
import { login, type UserCall } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { boolean, decimal, integer, integers, segment, segmentId, string, strings } from '../http/param-types'
import { params } from '../http/params'
import { has } from '../http/release'
import { requireUnmodified } from '../http/unmodified'
import { type ApprovalRuleRecord, ruleTypes } from '../records/approval-rule'
import type { GroupRecord } from '../records/group'
import { memberships } from '../records/membership'
import type { ProjectRecord } from '../records/project'
import { type UserRecord, users } from '../records/user'
import { canReadGroup, requireRole, roleOf, roles } from './access'
import { ApprovalRuleModel, type ApprovalRulePatch } from './approval-rule-model'
import { presentGroup } from './group'
import { withFurtherGroupFields } from './group-fields'
import { findProject } from './project'
import { readsCode } from './project-fields'
import { presentProtectedBranch } from './protected-branch'
import { presentUserBasic } from './user'

const collectionPath = '/projects/:id/approval_rules'
const objectPath = '/projects/:id/approval_rules/:approval_rule_id'
const objectParams = { id: segment, approval_rule_id: segmentId }

/** `users` and `groups` are older names of the lists of ids. */
const lists = {
  user_ids: integers,
  users: integers,
  usernames: strings,
  group_ids: integers,
  groups: integers,
  protected_branch_ids: integers,
  applies_to_all_protected_branches: boolean,
}

/** The approval rules of projects. The specification does not include them, so that both flavors follow GitLab. */
export const approvalRule: Resource = (api) => {
  if (isBasic(api)) return
  const threshold = api.has('rulesOfReports') ? { coverage_minimum_threshold: decimal } : {}
  const before: (call: Call) => asserts call is UserCall = (call) => {
    login(call)
    if (isFree(api)) throw forbidden()
  }

  api.get(collectionPath, { before, params: params({ id: segment, ...paging }) }, (call, query) => {
    const project = findReadableProject(call)
    return paginate(call, approvalRules(call).of(project), query).map((rule) => present(call, project, rule))
  })

  api.get(objectPath, { before, params: params(objectParams) }, (call, { approval_rule_id }) => {
    const project = findReadableProject(call)
    return present(call, project, findRule(call, project, approval_rule_id))
  })

  api.post(
    collectionPath,
    {
      before,
      params: params({
        id: segment,
        name: string.required(),
        approvals_required: integer.required(),
        rule_type: string,
        report_type: string.oneOf('code_coverage'),
        ...threshold,
        ...lists,
      }),
    },
    (call, { rule_type: named, report_type, ...sent }) => {
      const project = findChangeableProject(call)
      const rule_type = named ?? (report_type && api.has('rulesOfReports') ? 'report_approver' : named)
      const type = ruleTypes.find((one) => one === rule_type)
      if (rule_type !== undefined && !type) throw internalError()
      const patch = { ...patchOf(sent), ...(type && { rule_type: type }), report_type: report_type ?? null }
      return present(call, project, approvalRules(call).create(project, patch, contextOf(call)))
    },
  )

  api.put(
    objectPath,
    {
      before,
      params: params({
        ...objectParams,
        name: string,
        approvals_required: integer,
        remove_hidden_groups: boolean,
        ...threshold,
        ...lists,
      }),
    },
    (call, { approval_rule_id, remove_hidden_groups, ...sent }) => {
      const project = findChangeableProject(call)
      const rule = findRule(call, project, approval_rule_id)
      const patch = { ...patchOf(sent), remove_hidden_groups }
      return present(call, project, approvalRules(call).update(project, rule, patch, contextOf(call)))
    },
  )

  api.delete(objectPath, { before, params: params(objectParams) }, (call, { approval_rule_id }) => {
    const rule = findRule(call, findChangeableProject(call), approval_rule_id)
    requireUnmodified(call, rule)
    approvalRules(call).delete(rule)
  })
}

const approvalRules = (call: Call): ApprovalRuleModel => new ApprovalRuleModel(call.store)

const contextOf = (call: UserCall) => ({ user: call.user, now: call.now(), race: call.race })

interface Sent {
  name?: string | null
  approvals_required?: number | null
  user_ids?: number[]
  users?: number[]
  usernames?: string[]
  group_ids?: number[]
  groups?: number[]
  protected_branch_ids?: number[]
  applies_to_all_protected_branches?: boolean | null
  coverage_minimum_threshold?: number | null
}

function patchOf(sent: Sent): ApprovalRulePatch {
  const { name, approvals_required, usernames, protected_branch_ids, applies_to_all_protected_branches: all } = sent
  const { coverage_minimum_threshold: coverage } = sent
  const [userIds, groupIds] = [sent.user_ids ?? sent.users, sent.group_ids ?? sent.groups]
  return {
    ...(name !== undefined && { name }),
    ...(approvals_required !== undefined && { approvals_required }),
    ...(coverage !== undefined && { coverage_minimum_threshold: coverage }),
    ...((userIds ?? usernames) && { users: { ids: userIds ?? [], names: usernames ?? [] } }),
    ...(groupIds && { groups: groupIds }),
    ...(protected_branch_ids && { protected_branches: protected_branch_ids }),
    ...(all != null && { applies_to_all_protected_branches: all }),
  }
}

/** The project, for users who can open merge requests in it. @throws HttpError 404, 403. */
function findReadableProject(call: Call): ProjectRecord {
  const project = findProject(call)
  const role = roleOf(call, project)
  const isOpen = project.settings?.merge_requests_access_level !== 'disabled' && readsCode(project, role)
  if (role < roles.maintainer && !isOpen) throw forbidden()
  return project
}

function findChangeableProject(call: Call): ProjectRecord {
  const project = findProject(call)
  requireRole(call, project, roles.maintainer)
  return project
}

function findRule(call: Call, project: ProjectRecord, id: number): ApprovalRuleRecord {
  const found = approvalRules(call).find(project, id)
  if (!found) throw recordNotFound()
  return found
}

function present(call: UserCall, project: ProjectRecord, rule: ApprovalRuleRecord) {
  const model = approvalRules(call)
  const groups = model.groupsOf(rule)
  const visible = groups.filter((group) => canReadGroup(call.store, call.user, group))
  const people = model.usersOf(rule)
  return {
    id: rule.id,
    name: rule.name,
    rule_type: rule.rule_type,
    eligible_approvers: eligible(call, people, groups).map((user) => presentUserBasic(call, user)),
    approvals_required: rule.approvals_required,
    users: people.map((user) => presentUserBasic(call, user)),
    groups: visible.map((group) => {
      const { shared_with_groups: _, ...shown } = presentGroup(call, group)
      return withFurtherGroupFields(call, group, shown)
    }),
    contains_hidden_groups: visible.length < groups.length,
    report_type: rule.report_type,
    protected_branches: model.branchesOf(project, rule).map((branch) => presentProtectedBranch(call, branch)),
    applies_to_all_protected_branches: rule.applies_to_all_protected_branches,
    ...(rule.report_type === 'code_coverage' &&
      has(call.instance, 'rulesOfReports') && {
        coverage_minimum_threshold: rule.coverage_minimum_threshold ?? null,
      }),
  }
}

/** The named users and the direct members of the groups. */
function eligible({ store }: Call, people: UserRecord[], groups: GroupRecord[]): UserRecord[] {
  const members = groups.flatMap(({ id }) => store.of(memberships).where('source', `group ${id}`))
  const ids = new Set([...people.map(({ id }) => id), ...members.map(({ user_id }) => user_id)])
  return store
    .of(users)
    .all()
    .filter(({ id, state }) => ids.has(id) && state === 'active')
    .sort((one, other) => one.id - other.id)
}
