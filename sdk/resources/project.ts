import { type Http } from '../http/http'
import { inKeysetOrder, type KeysetParams } from '../http/keyset'
import { type List } from '../http/list'
import { type RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** Who may use a feature of a project. */
export type FeatureAccess = 'disabled' | 'private' | 'enabled' | 'public'

/** A project; what the token may not see is missing. */
export interface Project {
  id: number
  name: string
  path: string
  /** Full path, the other way to name the project in a request. */
  path_with_namespace: string
  web_url: string
  visibility?: 'private' | 'internal' | 'public'
  /** Null while the repository is empty. */
  default_branch?: string | null
  archived?: boolean
  /** The group or user it belongs to. */
  namespace?: { id: number; name: string; path: string; kind: 'group' | 'user'; full_path: string }
  issues_access_level?: FeatureAccess
  merge_requests_access_level?: FeatureAccess
  [field: string]: unknown
}

export interface ProjectListParams extends KeysetParams {
  /** With `keyset` only `id`, also the default there; else the default is `created_at`, newest first. */
  order_by?: 'id' | 'name' | 'path' | 'created_at' | 'updated_at' | 'last_activity_at' | 'star_count' | undefined
  /** Only archived ones, or only others; default both. */
  archived?: boolean | undefined
  visibility?: 'private' | 'internal' | 'public' | undefined
  /** True: only projects that are neither archived nor marked for deletion. False: only the others. Default: all. */
  active?: boolean | undefined
  /** Words to find in name, path or description. */
  search?: string | undefined
  /** Whether `search` also searches the names of the ancestor groups. Default: false. */
  search_namespaces?: boolean | undefined
  /** Only projects with all of these topics. */
  topic?: readonly string[] | undefined
  /** Only projects with issues enabled. Default: false. */
  with_issues_enabled?: boolean | undefined
  /** Only projects with merge requests enabled. Default: false. */
  with_merge_requests_enabled?: boolean | undefined
  /** ISO 8601, like the other times. */
  last_activity_after?: string | undefined
  last_activity_before?: string | undefined
  /** Requires `order_by: 'updated_at'`, like `updated_before`. */
  updated_after?: string | undefined
  updated_before?: string | undefined
  /** Only those that the token's user is a member of; default false. */
  membership?: boolean | undefined
  /** Only those that the token's user owns; default false. */
  owned?: boolean | undefined
  /** Only those in which the token's user has this role at least, such as 40 for a maintainer. */
  min_access_level?: number | undefined
  /** Only those whose repository is on this storage; the service ignores it for others than administrators. */
  repository_storage?: string | undefined
  /** Few fields of each; default false. */
  simple?: boolean | undefined
  /** Only those with a higher id. */
  id_after?: number | undefined
  /** Only those with a lower id. */
  id_before?: number | undefined
}

/** Projects. https://docs.gitlab.com/api/projects/ */
export class Projects {
  constructor(private readonly http: Http) {}

  /** The projects that the token can see. */
  list(params: ProjectListParams = {}, options?: RequestOptions): List<Project> {
    return this.http.list(path`/projects`, inKeysetOrder(params, 'id'), options)
  }

  /** One project, by id or full path. A path that it once had leads to it, too. */
  get(project: Id, options?: RequestOptions): Promise<Project> {
    return this.http.get(path`/projects/${project}`, {}, options)
  }
}
