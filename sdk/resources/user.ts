import { type Http } from '../http/http'
import { inKeysetOrder, type KeysetParams } from '../http/keyset'
import { type List } from '../http/list'
import { type RequestOptions } from '../http/options'
import { path } from '../http/path'

/** A user as other objects show one. */
export interface UserBasic {
  id: number
  username: string
  name: string
  state: string
  avatar_url: string | null
  web_url: string
}

/** A user; what the token may not see is missing. */
export interface User extends UserBasic {
  bot?: boolean
  /** Only administrators see it, of anyone; absent for others. */
  is_admin?: boolean
  [field: string]: unknown
}

export interface UserListParams extends KeysetParams {
  /** Default `id`; `created_at` and `updated_at` with `keyset` only on newer services. */
  order_by?: 'id' | 'name' | 'username' | 'created_at' | 'updated_at' | undefined
  /** The one user of this name. */
  username?: string | undefined
  /** Text to search in names and usernames. Administrators can also search for an exact e-mail address. */
  search?: string | undefined
  /** Only those who are active; default false. */
  active?: boolean | undefined
  /** Only those who are blocked; default false. */
  blocked?: boolean | undefined
  /** Without bots; default false. */
  humans?: boolean | undefined
  /** Excludes bots of projects and groups. Default: false. */
  without_project_bots?: boolean | undefined
  /** Only administrators. Like all options below, ignored unless the caller is an administrator. Default: false. */
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

  /** The user whom the token belongs to; a group's or project's token has a bot user. */
  current(options?: RequestOptions): Promise<User> {
    return this.http.get(path`/user`, {}, options)
  }

  /** The users of the service. By page number only the first 50,000 can be read; `pagination: 'keyset'` reads all. */
  list(params: UserListParams = {}, options?: RequestOptions): List<User> {
    return this.http.list(path`/users`, inKeysetOrder(params, 'id'), options)
  }

  /** One user. */
  get(user: number, options?: RequestOptions): Promise<User> {
    return this.http.get(path`/users/${user}`, {}, options)
  }
}
