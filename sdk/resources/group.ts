import { type Http } from '../http/http'
import { inKeysetOrder, type KeysetParams } from '../http/keyset'
import { type List } from '../http/list'
import { type RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** A group; what the token may not see is missing. */
export interface Group {
  id: number
  name: string
  path: string
  /** The other way to name the group in a request. */
  full_path: string
  web_url: string
  visibility?: 'private' | 'internal' | 'public'
  /** Null for a group at the top. */
  parent_id?: number | null
  [field: string]: unknown
}

export interface GroupListParams extends KeysetParams {
  /** Default `name`, the only one with `keyset`, which the service heeds for clients without a token alone. */
  order_by?: 'id' | 'name' | 'path' | undefined
  visibility?: 'private' | 'internal' | 'public' | undefined
  /** Words to find in name or path. */
  search?: string | undefined
  /**
   * Whether to list all groups that the user of the token can read, and not only those of which the user is a member.
   * Default: true for administrators and without a token, else false. No effect with `owned` and `min_access_level`.
   */
  all_available?: boolean | undefined
  /** Ids of groups to exclude. */
  skip_groups?: readonly number[] | undefined
  /** Only those that the token's user owns; default false. */
  owned?: boolean | undefined
  /** Only those in which the token's user has this role at least, such as 40 for a maintainer. */
  min_access_level?: number | undefined
  /** Without subgroups; default false. */
  top_level_only?: boolean | undefined
  /** Only groups whose wiki is on this storage. The service ignores it unless the user is an administrator. */
  repository_storage?: string | undefined
}

/** Groups. https://docs.gitlab.com/api/groups/ */
export class Groups {
  constructor(private readonly http: Http) {}

  /**
   * Groups by name: those of which, or of whose subgroups or projects, the user of the token is a member. Administrators
   * get all groups, and clients without a token the public ones. `all_available` adds all groups that the user can read.
   */
  list(params: GroupListParams = {}, options?: RequestOptions): List<Group> {
    return this.http.list(path`/groups`, inKeysetOrder(params, 'name'), options)
  }

  /** One group, by id or full path; without its projects, which the service would else add at a cost. */
  get(group: Id, options?: RequestOptions): Promise<Group> {
    return this.http.get(path`/groups/${group}`, { with_projects: false }, options)
  }
}
