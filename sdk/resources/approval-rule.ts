import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'
import type { Group } from './group'
import type { ProtectedBranch } from './protected-branch'
import type { UserBasic } from './user'

/**
 * `any_approver` rules count approvals of all users who can approve. People do not write rules of the types
 * `report_approver`, such as those of security policies, except for the one of the coverage, and `code_owner`.
 */
export type ProjectApprovalRuleType = 'regular' | 'any_approver' | 'report_approver' | 'code_owner'

/** How many of which users must approve the merge requests of a project. Requires Premium or Ultimate. */
export interface ProjectApprovalRule {
  id: number
  /** Unique among the rules of the same type. */
  name: string
  rule_type: ProjectApprovalRuleType
  /** 0 to 100. With 0, approvals are optional. */
  approvals_required: number
  /** The users who can approve: `users`, and the direct members of the groups. */
  eligible_approvers: UserBasic[]
  users: UserBasic[]
  /** Only the groups that the user of the access token can see. */
  groups: Group[]
  /** Whether the rule has further groups, which the user of the access token cannot see. */
  contains_hidden_groups: boolean
  report_type: string | null
  /** Minimum coverage in percent, of a rule for the coverage. GitLab 19.3 or later. */
  coverage_minimum_threshold?: number | null
  /** The branches that the rule applies to. An empty list means all branches. */
  protected_branches: ProtectedBranch[]
  /** Whether the rule applies to all protected branches, and the list then contains all of them. */
  applies_to_all_protected_branches: boolean
}

export interface ProjectApprovalRuleListParams {
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

/** Approvers and branches that a rule cannot have are ignored without an error. */
export interface ProjectApprovalRuleUpdate {
  /** At most 1024 characters. */
  name?: string | undefined
  /** 0 to 100. */
  approvals_required?: number | undefined
  /** Members of the project. Replaces the list. */
  user_ids?: number[] | undefined
  /** Usernames of members of the project, in addition to `user_ids`. */
  usernames?: string[] | undefined
  /** Groups that the user of the access token can see. Replaces the list, except hidden groups. */
  group_ids?: number[] | undefined
  /** Whether `group_ids` also removes hidden groups. */
  remove_hidden_groups?: boolean | undefined
  /** Ids of protected branches. An empty list means all branches. */
  protected_branch_ids?: number[] | undefined
  applies_to_all_protected_branches?: boolean | undefined
  /** 0 to 100, only for a rule with the report type `code_coverage`. GitLab 19.3 or later. */
  coverage_minimum_threshold?: number | null | undefined
}

export interface ProjectApprovalRuleCreate extends Omit<ProjectApprovalRuleUpdate, 'remove_hidden_groups'> {
  name: string
  approvals_required: number
  /** Default: `any_approver` for a rule without users and groups, otherwise `regular`. */
  rule_type?: ProjectApprovalRuleType | undefined
  /** Only for the type `report_approver`, and the name `Coverage-Check`. */
  report_type?: 'code_coverage' | undefined
}

/** The approval rules of projects. https://docs.gitlab.com/api/merge_request_approvals/ */
export class ApprovalRules {
  constructor(private readonly http: Http) {}

  /** The approval rules of a project. The rule of the type `any_approver` is first. */
  list(project: Id, params?: ProjectApprovalRuleListParams, options?: RequestOptions): List<ProjectApprovalRule> {
    return this.http.list(path`/projects/${project}/approval_rules`, params, options)
  }

  /** One approval rule. */
  get(project: Id, approvalRule: number, options?: RequestOptions): Promise<ProjectApprovalRule> {
    return this.http.get(path`/projects/${project}/approval_rules/${approvalRule}`, {}, options)
  }

  /** Creates an approval rule. A project can have one rule of the type `any_approver`. */
  create(project: Id, body: ProjectApprovalRuleCreate, options?: RequestOptions): Promise<ProjectApprovalRule> {
    return this.http.post(path`/projects/${project}/approval_rules`, body, options)
  }

  /** Changes the given fields. */
  update(
    project: Id,
    approvalRule: number,
    body: ProjectApprovalRuleUpdate,
    options?: RequestOptions,
  ): Promise<ProjectApprovalRule> {
    return this.http.put(path`/projects/${project}/approval_rules/${approvalRule}`, body, options)
  }

  /** Deletes an approval rule. */
  delete(project: Id, approvalRule: number, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/approval_rules/${approvalRule}`, {}, options)
  }
}
