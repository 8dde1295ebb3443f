import type { Http } from '../http/http'
import { inKeysetOrder, type KeysetParams } from '../http/keyset'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'
import type {
  ContainerExpirationPolicy,
  ProjectCreate,
  ProjectSettingsShown,
  ProjectUpdate,
  Visibility,
} from './project-settings'

/** A project. Fields that the token cannot read are missing. For Maintainers, `runners_token` is a secret. */
export interface Project extends ProjectSettingsShown {
  id: number
  name: string
  path: string
  /** Full path. Requests accept it instead of the id. */
  path_with_namespace: string
  web_url: string
  ssh_url_to_repo?: string
  http_url_to_repo?: string
  /** The name that the first push creates while the repository is empty, or null. */
  default_branch?: string | null
  /** The format of objects of the repository. Null until it has one. */
  repository_object_format?: string | null
  /** `none`, or the state of filling the project from a template or another repository: `finished`, `failed`, … */
  import_status?: string
  /** Why filling the project failed. */
  import_error?: string | null
  /** How many approvals merge requests without approval rules need. Requires Premium or Ultimate. */
  approvals_before_merge?: number | null
  /** Whether the repository has no commit. */
  empty_repo?: boolean
  /** True also if a group above is archived. */
  archived?: boolean
  /** The parent group or user. */
  namespace?: ProjectNamespace
  /** The groups that are invited to the project itself, as far as the user of the token can see them. */
  shared_with_groups?: { group_id: number; group_access_level: number }[]
  /** Null: `default_off`. */
  squash_option?: 'never' | 'always' | 'default_on' | 'default_off' | null
  /** The time of the next run changes by itself. */
  container_expiration_policy?: ContainerExpirationPolicy & { next_run_at?: string | null }
  /** True if the project or a group above sends no email. */
  emails_disabled?: boolean
  /** The day on which the project was marked for deletion. Null: it was not. */
  marked_for_deletion_on?: string | null
  created_at?: string
  [field: string]: unknown
}

/** The group or user that contains a project. */
export interface ProjectNamespace {
  id: number
  name: string
  path: string
  kind: 'group' | 'user'
  full_path: string
}

export interface ProjectListParams extends KeysetParams {
  /** Default: `created_at`, newest first. With `keyset`: only `id`, which is also the default. */
  order_by?: 'id' | 'name' | 'path' | 'created_at' | 'updated_at' | 'last_activity_at' | 'star_count' | undefined
  /** True: only archived projects. False: only other projects. Default: both. */
  archived?: boolean | undefined
  /** Only projects with this visibility. */
  visibility?: Visibility | undefined
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

  /** Creates a project. Not repeated after a lost response: look for its path before you try again. */
  create(body: ProjectCreate, options?: RequestOptions): Promise<Project> {
    return this.http.post(path`/projects`, body, options)
  }

  /**
   * Changes the given settings. The response contains what applies: the service ignores some settings without an error.
   *
   * @throws UnreadableResponse If the response is null: the database of the service refused a value, so that nothing was
   *   stored.
   */
  update(project: Id, body: ProjectUpdate, options?: RequestOptions): Promise<Project> {
    return this.http.put(path`/projects/${project}`, body, options)
  }

  /**
   * Marks a project for deletion, which changes its name and path. The service deletes it some days later. Requires the
   * Owner role. An error if it is marked already.
   */
  delete(project: Id, options?: RequestOptions): Promise<{ message: string } | undefined> {
    return this.http.delete(path`/projects/${project}`, {}, options)
  }

  /** Cancels the deletion of a marked project, and returns its name and path to it. Requires the Owner role. */
  restore(project: Id, options?: RequestOptions): Promise<Project> {
    return this.http.post(path`/projects/${project}/restore`, undefined, options)
  }

  /** Makes a project read-only. Fails with `Invalid` if it is archived already. Requires the Owner role. */
  archive(project: Id, options?: RequestOptions): Promise<Project> {
    return this.http.post(path`/projects/${project}/archive`, undefined, options)
  }

  /** Ends the archival of a project, unless it is not archived. Requires the Owner role. */
  unarchive(project: Id, options?: RequestOptions): Promise<Project> {
    return this.http.post(path`/projects/${project}/unarchive`, undefined, { ...options, idempotent: true })
  }

  /**
   * Moves a project to another group or user, by id or full path. Requires the Owner role, and in the group the right
   * to create projects. The old path redirects to the new one. An error if the project is there already: not repeated
   * after a lost response.
   */
  transfer(project: Id, namespace: Id, options?: RequestOptions): Promise<Project> {
    return this.http.put(path`/projects/${project}/transfer`, { namespace }, { idempotent: false, ...options })
  }
}
