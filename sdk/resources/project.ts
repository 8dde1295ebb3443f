import type { Http } from '../http/http'
import { inKeysetOrder, type KeysetParams } from '../http/keyset'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** The users that can use a feature of a project. */
export type FeatureAccess = 'disabled' | 'private' | 'enabled' | 'public'

/** A project. Fields that the token cannot read are missing. */
export interface Project {
  id: number
  name: string
  path: string
  /** Full path. Requests accept it instead of the id. */
  path_with_namespace: string
  web_url: string
  visibility?: 'private' | 'internal' | 'public'
  /** Null while the repository is empty. */
  default_branch?: string | null
  archived?: boolean
  /** The parent group or user. */
  namespace?: { id: number; name: string; path: string; kind: 'group' | 'user'; full_path: string }
  /** The groups that are invited to the project itself, as far as the user of the token can see them. */
  shared_with_groups?: { group_id: number; group_access_level: number }[]
  issues_access_level?: FeatureAccess
  merge_requests_access_level?: FeatureAccess
  [field: string]: unknown
}

export interface ProjectListParams extends KeysetParams {
  /** Default: `created_at`, newest first. With `keyset`: only `id`, which is also the default. */
  order_by?: 'id' | 'name' | 'path' | 'created_at' | 'updated_at' | 'last_activity_at' | 'star_count' | undefined
  /** True: only archived projects. False: only other projects. Default: both. */
  archived?: boolean | undefined
  /** Only projects with this visibility. */
  visibility?: 'private' | 'internal' | 'public' | undefined
  /** True: only projects that are neither archived nor marked for deletion. False: only the others. Default: all. */
  active?: boolean | undefined
  /** Words to search for in name, path or description. */
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
  /** Only projects of which the user of the token is a member. Default: false. */
  membership?: boolean | undefined
  /** Only projects that the user of the token owns. Default: false. */
  owned?: boolean | undefined
  /** Only projects in which the user of the token has at least this role, such as 40 for Maintainer. */
  min_access_level?: number | undefined
  /** Only projects whose repository is on this storage. Ignored unless the user is an administrator. */
  repository_storage?: string | undefined
  /** Whether to return only a few fields of each project. Default: false. */
  simple?: boolean | undefined
  /** Only projects with a higher id. */
  id_after?: number | undefined
  /** Only projects with a lower id. */
  id_before?: number | undefined
}

/** Projects. https://docs.gitlab.com/api/projects/ */
export class Projects {
  constructor(private readonly http: Http) {}

  /** Lists the projects that the token can read. */
  list(params: ProjectListParams = {}, options?: RequestOptions): List<Project> {
    return this.http.list(path`/projects`, inKeysetOrder(params, 'id'), options)
  }

  /** Reads a project by id or full path. Former paths also work. */
  get(project: Id, options?: RequestOptions): Promise<Project> {
    return this.http.get(path`/projects/${project}`, {}, options)
  }
}
