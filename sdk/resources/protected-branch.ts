import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** Who can push to a protected branch, merge into it, or change its protection: a role, a user, a group or a deploy key. */
export interface BranchAccessLevel {
  id: number
  /**
   * 0 no one, 30 Developer, 40 Maintainer, 60 administrator. Has no meaning in the entry of a user, group or deploy key,
   * where its default is 40.
   */
  access_level: number
  /** Name of the role, user or group, or title of the deploy key. */
  access_level_description: string | null
  /** Missing on GitLab Community Edition. */
  user_id?: number | null
  /** Missing on GitLab Community Edition. */
  group_id?: number | null
  /** Only entries of those who can push have it. */
  deploy_key_id?: number | null
}

/** A branch, or the branches that match a wildcard, which only some users can change. It is identified by its name. */
export interface ProtectedBranch {
  id: number
  name: string
  push_access_levels: BranchAccessLevel[]
  merge_access_levels: BranchAccessLevel[]
  /** An empty list allows all Maintainers, and so does a single entry with their role. Missing on Community Edition. */
  unprotect_access_levels?: BranchAccessLevel[]
  /** False if a security policy prevents pushes, whatever the setting is. */
  allow_force_push: boolean
  /** False without Premium or Ultimate. Missing on GitLab Community Edition. */
  code_owner_approval_required?: boolean
  /** Whether the project's group protects the branch. Missing on GitLab Community Edition. */
  inherited?: boolean
}

export interface ProtectedBranchListParams {
  /** Only branches with this string in their names, ignoring case. Shorter than 3 characters: only this name. */
  search?: string | undefined
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

/** A new entry: exactly one of these. */
export interface BranchAccessLevelCreate {
  /** 0 no one, 30 Developer, 40 Maintainer, 60 administrator. `allowed_to_unprotect` does not accept 0. */
  access_level?: number | undefined
  /** A member of the project. Requires Premium or Ultimate. */
  user_id?: number | undefined
  /** A group that is invited to the project itself, with at least the Developer role. Requires Premium or Ultimate. */
  group_id?: number | undefined
  /** A deploy key with write access to the project. Only in `allowed_to_push`. */
  deploy_key_id?: number | undefined
}

/** Without `id`, adds an entry. With `id`, changes it or, with `_destroy`, deletes it. */
export interface BranchAccessLevelPatch extends BranchAccessLevelCreate {
  id?: number | undefined
  _destroy?: boolean | undefined
}

export interface ProtectedBranchCreate {
  /** The name of a branch, or a wildcard, such as `release/*`. */
  name: string
  /** A role. Default: 40 if `allowed_to_push` is empty. */
  push_access_level?: number | undefined
  /** A role. Default: 40 if `allowed_to_merge` is empty. */
  merge_access_level?: number | undefined
  /** A role. Default: 40 if `allowed_to_unprotect` is empty. GitLab Community Edition ignores it. */
  unprotect_access_level?: number | undefined
  /** Further entries. GitLab Community Edition ignores the lists. */
  allowed_to_push?: BranchAccessLevelCreate[] | undefined
  allowed_to_merge?: BranchAccessLevelCreate[] | undefined
  allowed_to_unprotect?: BranchAccessLevelCreate[] | undefined
  /** Default: false. */
  allow_force_push?: boolean | undefined
  /** Ignored without Premium or Ultimate. Default: false. */
  code_owner_approval_required?: boolean | undefined
}

/** Changes of a protected branch. GitLab Community Edition only reads `allow_force_push`. */
export interface ProtectedBranchUpdate {
  /** Entries that are added, changed or deleted. The others remain. */
  allowed_to_push?: BranchAccessLevelPatch[] | undefined
  allowed_to_merge?: BranchAccessLevelPatch[] | undefined
  allowed_to_unprotect?: BranchAccessLevelPatch[] | undefined
  allow_force_push?: boolean | undefined
  /** Ignored without Premium or Ultimate. */
  code_owner_approval_required?: boolean | undefined
}

/** The protected branches of projects. https://docs.gitlab.com/api/protected_branches/ */
export class ProtectedBranches {
  constructor(private readonly http: Http) {}

  /** The protected branches of a project, and those that it inherits from its group. */
  list(project: Id, params?: ProtectedBranchListParams, options?: RequestOptions): List<ProtectedBranch> {
    return this.http.list(path`/projects/${project}/protected_branches`, params, options)
  }

  /** One protected branch of the project itself. */
  get(project: Id, protectedBranch: string, options?: RequestOptions): Promise<ProtectedBranch> {
    return this.http.get(path`/projects/${project}/protected_branches/${protectedBranch}`, {}, options)
  }

  /** Protects a branch. Fails with `Conflict` if it is already protected. */
  create(project: Id, body: ProtectedBranchCreate, options?: RequestOptions): Promise<ProtectedBranch> {
    return this.http.post(path`/projects/${project}/protected_branches`, body, options)
  }

  /** Changes the given fields. Not idempotent: each request adds the entries without `id` again. */
  update(
    project: Id,
    protectedBranch: string,
    body: ProtectedBranchUpdate,
    options?: RequestOptions,
  ): Promise<ProtectedBranch> {
    return this.http.patch(path`/projects/${project}/protected_branches/${protectedBranch}`, body, options)
  }

  /** Unprotects a branch. */
  delete(project: Id, protectedBranch: string, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/protected_branches/${protectedBranch}`, {}, options)
  }
}
