import { type Http } from '../http/http'
import { type List } from '../http/list'
import { type RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** Which members of a group count: 0 its direct ones, 1 also those that it inherits. */
export type GroupInheritanceType = 0 | 1

/** Who may deploy: a role, a user or a group. */
export interface DeployAccessLevel {
  id: number
  /** 30 developers, 40 maintainers, 60 administrators, on newer services also 20 reporters; null for a user or group. */
  access_level: number | null
  /** The role in words, or the name of the user or group; null where the service has no words for the role. */
  access_level_description: string | null
  user_id: number | null
  group_id: number | null
  group_inheritance_type: GroupInheritanceType
}

/** Who has to approve a deployment, and how many of them. */
export interface ApprovalRule extends DeployAccessLevel {
  required_approvals: number
}

/** An environment to which not everybody may deploy. Its name is its identity. */
export interface ProtectedEnvironment {
  name: string
  deploy_access_levels: DeployAccessLevel[]
  /** Approvals needed for each deployment, whoever gives them; newer services have rules instead, and always say 0. */
  required_approval_count: number
  approval_rules: ApprovalRule[]
}

/** What an update answers: newer services the whole environment, others only the parts that were sent. */
export type ProtectedEnvironmentChange = Pick<ProtectedEnvironment, 'name'> & Partial<ProtectedEnvironment>

export interface ProtectedEnvironmentListParams {
  /** Page size, at most and by default 100. */
  per_page?: number | undefined
}

/**
 * A new deploy access level: exactly one of `access_level`, `user_id` and `group_id`. A user without the Developer role
 * and a group that was not invited to the project itself are left out without an error: compare the answer.
 */
export interface DeployAccessLevelCreate {
  /** 30 developers, 40 maintainers, 60 administrators, on newer services also 20 reporters. */
  access_level?: number | null | undefined
  user_id?: number | null | undefined
  group_id?: number | null | undefined
  /** Default 0. */
  group_inheritance_type?: GroupInheritanceType | undefined
}

/** A new approval rule, of which the same holds as of a deploy access level. */
export interface ApprovalRuleCreate extends DeployAccessLevelCreate {
  /** 1 to 5; default 1. */
  required_approvals?: number | undefined
}

/** What an element of an update does: without `id` it adds one, with `id` it changes that one or deletes it. */
interface Patch {
  id?: number | undefined
  /** True deletes the element with this `id`. The last deploy access level cannot be deleted. */
  _destroy?: boolean | undefined
}

/** A change of a deploy access level. Another subject needs null for the old one: `{ id, access_level: null, user_id }`. */
export interface DeployAccessLevelPatch extends DeployAccessLevelCreate, Patch {}

/**
 * A change of an approval rule, which is spelled as that of a deploy access level. `required_approvals` is 1 when it is
 * left out, whatever it was. Some services delete a rule only when one of its subject's keys is sent along, which may
 * be null.
 */
export interface ApprovalRulePatch extends ApprovalRuleCreate, Patch {}

export interface ProtectedEnvironmentCreate {
  /** The environment need not exist. */
  name: string
  /** At least one. */
  deploy_access_levels: DeployAccessLevelCreate[]
  /** Newer services refuse any but 0. */
  required_approval_count?: number | undefined
  approval_rules?: ApprovalRuleCreate[] | undefined
}

/** The lists are patches: elements that are not named stay as they are. */
export interface ProtectedEnvironmentUpdate {
  deploy_access_levels?: DeployAccessLevelPatch[] | undefined
  /** Newer services refuse any but 0. */
  required_approval_count?: number | undefined
  approval_rules?: ApprovalRulePatch[] | undefined
}

/**
 * Protected environments of projects; Premium and Ultimate, while an Enterprise Edition without a license keeps them and does
 * not enforce them. All of it needs the Maintainer role, reading too.
 * https://docs.gitlab.com/api/protected_environments/
 */
export class ProtectedEnvironments {
  constructor(private readonly http: Http) {}

  /** The protected environments of a project, in the order of their names. */
  list(project: Id, params?: ProtectedEnvironmentListParams, options?: RequestOptions): List<ProtectedEnvironment> {
    return this.http.list(path`/projects/${project}/protected_environments`, params, options)
  }

  /** One protected environment, by its exact name. */
  get(project: Id, name: string, options?: RequestOptions): Promise<ProtectedEnvironment> {
    return this.http.get(path`/projects/${project}/protected_environments/${name}`, {}, options)
  }

  /** Protects an environment. `Conflict` when it is protected already. */
  create(project: Id, body: ProtectedEnvironmentCreate, options?: RequestOptions): Promise<ProtectedEnvironment> {
    return this.http.post(path`/projects/${project}/protected_environments`, body, options)
  }

  /** Changes what is sent. Not to be sent twice: an element without `id` adds another one each time. */
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

  /** Ends the protection. `NotFound` may follow when an earlier attempt of this very call ended it and its answer was lost. */
  delete(project: Id, name: string, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/protected_environments/${name}`, {}, options)
  }
}
