import { type Http } from './http'
import { type RequestOptions } from './options'
import { path } from './path'

/** A user; what the token may not see is missing. */
export interface User {
  id: number
  username: string
  name: string
  state: string
  web_url: string
  bot?: boolean
  /** Only administrators see it, of anyone; absent for others. */
  is_admin?: boolean
  [field: string]: unknown
}

/** Users. https://docs.gitlab.com/api/users/ */
export class Users {
  constructor(private readonly http: Http) {}

  /** The user whom the token belongs to; a group's or project's token has a bot user. */
  current(options?: RequestOptions): Promise<User> {
    return this.http.get(path`/user`, {}, options)
  }

  /** One user. */
  get(user: number, options?: RequestOptions): Promise<User> {
    return this.http.get(path`/users/${user}`, {}, options)
  }
}
