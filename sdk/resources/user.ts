import type { Http } from '../http/http'
import { inKeysetOrder, type KeysetParams } from '../http/keyset'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { path } from '../http/path'

/** A user, as nested in other objects. */
export interface UserBasic {
  id: number
  username: string
  name: string
  state: string
  avatar_url: string | null
  web_url: string
}

/** A user. Fields that the token cannot read are missing. */
export interface User extends UserBasic {
  bot?: boolean
  /** Only visible to administrators. */
  is_admin?: boolean
  [field: string]: unknown
}

export interface UserListParams extends KeysetParams {
  /** Default: `id`. `created_at` and `updated_at` with `keyset`: newer services only. */
  order_by?: 'id' | 'name' | 'username' | 'created_at' | 'updated_at' | undefined
  /** Only the user with this name. */
  username?: string | undefined
  /** Words to search for in names and usernames. Administrators can also search for an exact email address. */
  search?: string | undefined
  /** Only active users. Default: false. */
  active?: boolean | undefined
  /** Only blocked users. Default: false. */
  blocked?: boolean | undefined
  /** Excludes bots. Default: false. */
  humans?: boolean | undefined
  /** Excludes bots of projects and groups. Default: false. */
  without_project_bots?: boolean | undefined
  /**
   * Only administrators. Default: false. This option and the options below are ignored unless the user is an
   * administrator.
   */
  admins?: boolean | undefined
  /** Only external users. Default: false. */
  external?: boolean | undefined
  /** Only users without projects. Default: false. */
  without_projects?: boolean | undefined
  two_factor?: 'enabled' | 'disabled' | undefined
  /** ISO 8601, like `created_before`. */
  created_after?: string | undefined
  created_before?: string | undefined
}

/** Users. https://docs.gitlab.com/api/users/ */
export class Users {
  constructor(private readonly http: Http) {}

  /** Reads the user of the token. The token of a group or project has a bot user. */
  current(options?: RequestOptions): Promise<User> {
    return this.http.get(path`/user`, {}, options)
  }

  /**
   * Lists the users of the service. Page numbers are limited to the first 50,000 users. Use `pagination: 'keyset'` to
   * read all.
   */
  list(params: UserListParams = {}, options?: RequestOptions): List<User> {
    return this.http.list(path`/users`, inKeysetOrder(params, 'id'), options)
  }

  /** Reads a user. */
  get(user: number, options?: RequestOptions): Promise<User> {
    return this.http.get(path`/users/${user}`, {}, options)
  }
}
