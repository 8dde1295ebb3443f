import type { Http } from '../http/http'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/**
 * How the merge requests of a project are approved. The values are the effective ones: a group or the instance can lock
 * a setting.
 */
export interface ApprovalSettings {
  /** The former number of required approvals, which approval rules replace. */
  approvals_before_merge: number
  /** Whether new commits remove all approvals. */
  reset_approvals_on_push: boolean
  /** Whether new commits only remove the approvals of the code owners of changed files. */
  selective_code_owner_removals: boolean
  /** Whether users cannot change the approvers of a merge request. */
  disable_overriding_approvers_per_merge_request: boolean
  /** Whether the author of a merge request can approve it. */
  merge_requests_author_approval: boolean
  /** Whether users who added commits to a merge request cannot approve it. */
  merge_requests_disable_committers_approval: boolean
  /** Whether users must authenticate again to approve. */
  require_reauthentication_to_approve: boolean
}

/** Missing settings are not changed. At least one is required. */
export interface ApprovalSettingsUpdate {
  approvals_before_merge?: number | undefined
  reset_approvals_on_push?: boolean | undefined
  /** Cannot be true if `reset_approvals_on_push` is true. */
  selective_code_owner_removals?: boolean | undefined
  /** Ignored without an error if a group or the instance locks it. */
  disable_overriding_approvers_per_merge_request?: boolean | undefined
  /** Ignored without an error if a group or the instance locks it. */
  merge_requests_author_approval?: boolean | undefined
  /** Ignored without an error if a group or the instance locks it. */
  merge_requests_disable_committers_approval?: boolean | undefined
  require_reauthentication_to_approve?: boolean | undefined
}

/** A setting with its origin. */
export interface ApprovalLock {
  value: boolean
  /** Whether the project cannot change it. */
  locked: boolean
  /** What locks it: `group` or `instance`. Null if nothing does. */
  inherited_from: string | null
}

/** The settings of a project, most of them with the opposite meaning of those of {@link ApprovalSettings}. */
export interface ApprovalLocks {
  allow_author_approval: ApprovalLock
  allow_committer_approval: ApprovalLock
  allow_overrides_to_approver_list_per_merge_request: ApprovalLock
  retain_approvals_on_push: ApprovalLock
  selective_code_owner_removals: ApprovalLock
  require_reauthentication_to_approve: ApprovalLock
}

/** The approval settings of projects. https://docs.gitlab.com/api/merge_request_approvals/ */
export class ProjectApprovalSettings {
  constructor(private readonly http: Http) {}

  get(project: Id, options?: RequestOptions): Promise<ApprovalSettings> {
    return this.http.get(path`/projects/${project}/approvals`, {}, options)
  }

  /** Changes the given settings. */
  update(project: Id, body: ApprovalSettingsUpdate, options?: RequestOptions): Promise<ApprovalSettings> {
    return this.http.post(path`/projects/${project}/approvals`, body, options)
  }

  /** Which settings a group or the instance locks. Requires Premium or Ultimate. */
  locks(project: Id, options?: RequestOptions): Promise<ApprovalLocks> {
    return this.http.get(path`/projects/${project}/merge_request_approval_setting`, {}, options)
  }
}
