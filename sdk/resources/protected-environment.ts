import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** The members of a group that are included. 0: direct members. 1: also inherited members. */
export type GroupInheritanceType = 0 | 1

/** Who is allowed to deploy: a role, a user or a group. */
export interface DeployAccessLevel {
  id: number
  /** 30 Developer, 40 Maintainer, 60 administrator, on newer services also 20 Reporter. Null for a user or group. */
  access_level: number | null
  /** Name of the role, user or group. Null if the service has no name for the role. */
  access_level_description: string | null
  user_id: number | null
  group_id: number | null
  group_inheritance_type: GroupInheritanceType
}

/** Who must approve a deployment, and the number of required approvals. */
export interface ApprovalRule extends DeployAccessLevel {
  required_approvals: number
}

/** An environment with restricted deployments. It is identified by its name. */
export interface ProtectedEnvironment {
  name: string
  deploy_access_levels: DeployAccessLevel[]
  /**
   * Number of approvals that each deployment requires from any user. Newer services use rules instead and always return
   * 0.
   */
  required_approval_count: number
  approval_rules: ApprovalRule[]
}

/** The response to an update. Newer services return the whole environment, others only the updated lists. */
export type ProtectedEnvironmentChange = Pick<ProtectedEnvironment, 'name'> & Partial<ProtectedEnvironment>

export interface ProtectedEnvironmentListParams {
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

/**
 * A new deploy access level: exactly one of `access_level`, `user_id` and `group_id`. The service ignores users below
 * the Developer role and groups that were not invited to the project itself, so check the response.
 */
export interface DeployAccessLevelCreate {
  /** 30 Developer, 40 Maintainer, 60 administrator, on newer services also 20 Reporter. */
  access_level?: number | null | undefined
  user_id?: number | null | undefined
  group_id?: number | null | undefined
  /** Default: 0. */
  group_inheritance_type?: GroupInheritanceType | undefined
}

/** A new approval rule. The rules of deploy access levels also apply. */
export interface ApprovalRuleCreate extends DeployAccessLevelCreate {
  /** 1 to 5. Default: 1. */
  required_approvals?: number | undefined
}

/** An element of an update. Without `id` it adds an element, with `id` it updates or deletes that element. */
interface Patch {
  id?: number | undefined
  /** True: deletes the element with this `id`. The last deploy access level cannot be deleted. */
  _destroy?: boolean | undefined
}

/**
 * An update of a deploy access level. To change the subject, set the old one to null: `{ id, access_level: null,
 * user_id }`.
 */
export interface DeployAccessLevelPatch extends DeployAccessLevelCreate, Patch {}

/**
 * An update of an approval rule, in the format of a deploy access level. If `required_approvals` is missing, it becomes
 * 1. Some services delete a rule only if the request contains one of its subject's keys, which can be null.
 */
export interface ApprovalRulePatch extends ApprovalRuleCreate, Patch {}

export interface ProtectedEnvironmentCreate {
  /** The environment does not have to exist. */
  name: string
  /** At least one. */
  deploy_access_levels: DeployAccessLevelCreate[]
  /** Newer services reject values other than 0. */
  required_approval_count?: number | undefined
  approval_rules?: ApprovalRuleCreate[] | undefined
}

/** The lists are patches: elements that are not included do not change. */
export interface ProtectedEnvironmentUpdate {
  deploy_access_levels?: DeployAccessLevelPatch[] | undefined
  /** Newer services reject values other than 0. */
  required_approval_count?: number | undefined
  approval_rules?: ApprovalRulePatch[] | undefined
}

/**
 * Protected environments of projects. Requires Premium or Ultimate; an Enterprise Edition without a license stores them
 * and does not enforce them. Reads and writes require the Maintainer role.
 * https://docs.gitlab.com/api/protected_environments/
 */
export class ProtectedEnvironments {
  constructor(private readonly http: Http) {}

  /** Lists the protected environments of a project, by name. */
  list(project: Id, params?: ProtectedEnvironmentListParams, options?: RequestOptions): List<ProtectedEnvironment> {
    return this.http.list(path`/projects/${project}/protected_environments`, params, options)
  }

  /** Reads a protected environment by its exact name. */
  get(project: Id, name: string, options?: RequestOptions): Promise<ProtectedEnvironment> {
    return this.http.get(path`/projects/${project}/protected_environments/${name}`, {}, options)
  }

  /** Protects an environment. Fails with `Conflict` if it is already protected. */
  create(project: Id, body: ProtectedEnvironmentCreate, options?: RequestOptions): Promise<ProtectedEnvironment> {
    return this.http.post(path`/projects/${project}/protected_environments`, body, options)
  }

  /** Updates the given fields. Not idempotent: each request adds the elements without `id` again. */
  update(
    project: Id,
    name: string,
    body: ProtectedEnvironmentUpdate,
    options?: RequestOptions,
  ): Promise<ProtectedEnvironmentChange> {
    return this.http.put(path`/projects/${project}/protected_environments/${name}`, body, {
      ...options,
      idempotent: false,
    })
  }

  /**
   * Unprotects an environment. Fails with `NotFound` if an earlier attempt of this call unprotected it and its response
   * was lost.
   */
  delete(project: Id, name: string, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/protected_environments/${name}`, {}, options)
  }
}
