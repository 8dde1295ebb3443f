import type { Http } from '../http/http'
import { inKeysetOrder, type KeysetParams } from '../http/keyset'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** A group. Fields that the token cannot read are missing. */
export interface Group {
  id: number
  name: string
  path: string
  /** Full path. Requests accept it instead of the id. */
  full_path: string
  web_url: string
  visibility?: 'private' | 'internal' | 'public'
  /** Null for a top-level group. */
  parent_id?: number | null
  [field: string]: unknown
}

export interface GroupListParams extends KeysetParams {
  /**
   * Default: `name`. With `keyset` only `name` is possible, and the service supports it only for clients without a
   * token.
   */
  order_by?: 'id' | 'name' | 'path' | undefined
  /** Only groups with this visibility. */
  visibility?: 'private' | 'internal' | 'public' | undefined
  /** Words to search for in name or path. */
  search?: string | undefined
  /**
   * Whether to list all groups that the user of the token can read, not only groups of which the user is a member.
   * Default: true for administrators and without a token, otherwise false. No effect with `owned` and
   * `min_access_level`.
   */
  all_available?: boolean | undefined
  /** Ids of groups to exclude. */
  skip_groups?: readonly number[] | undefined
  /** Only groups that the user of the token owns. Default: false. */
  owned?: boolean | undefined
  /** Only groups in which the user of the token has at least this role, such as 40 for Maintainer. */
  min_access_level?: number | undefined
  /** Without subgroups. Default: false. */
  top_level_only?: boolean | undefined
  /** Only groups whose wiki is on this storage. Ignored unless the user is an administrator. */
  repository_storage?: string | undefined
}

/** Groups. https://docs.gitlab.com/api/groups/ */
export class Groups {
  constructor(private readonly http: Http) {}

  /**
   * Lists groups by name: groups of which the user of the token is a member, also through subgroups or projects.
   * Administrators get all groups, and clients without a token the public groups. `all_available` adds all groups that
   * the user can read.
   */
  list(params: GroupListParams = {}, options?: RequestOptions): List<Group> {
    return this.http.list(path`/groups`, inKeysetOrder(params, 'name'), options)
  }

  /** Reads a group by id or full path, without its projects. */
  get(group: Id, options?: RequestOptions): Promise<Group> {
    return this.http.get(path`/groups/${group}`, { with_projects: false }, options)
  }
}
