import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** An access token of a project or group. It authenticates as a bot user that is a member of the project or group. */
export interface AccessToken {
  /** Changes when the token is rotated. */
  id: number
  /** The bot user. It does not change when the token is rotated. */
  user_id: number
  name: string
  /** Newer services only. */
  description?: string | null
  /** Scopes: `api`, `read_api`, `read_repository` and others. */
  scopes: string[]
  /** Role of the bot user: 10 Guest, 15 Planner, 20 Reporter, 25 Security Manager, 30 Developer, 40 Maintainer, 50 Owner. */
  access_level: number
  /** `YYYY-MM-DD`. The token expires at the start of this day in UTC. Null: never, if the service allows that. */
  expires_at: string | null
  created_at: string
  /** Null until the token is used. Older services include it only in lists and after a rotation. */
  last_used_at?: string | null
  /** True if the token is neither revoked nor expired. */
  active: boolean
  revoked: boolean
  /** Newer services only. */
  resource_type?: 'project' | 'group'
  /** Id of the project or group. Newer services only. */
  resource_id?: number
}

/** A token with its secret, which is returned only when the token is created or rotated. */
export interface NewAccessToken extends AccessToken {
  /** The secret. No later response contains it. */
  token: string
}

/** Older services ignore all parameters except `state` and `per_page`. */
export interface AccessTokenListParams {
  /** Default: both. */
  state?: 'active' | 'inactive' | undefined
  /** True: only revoked tokens. False: only other tokens. */
  revoked?: boolean | undefined
  /** ISO 8601, inclusive, like the three parameters below. */
  created_before?: string | undefined
  created_after?: string | undefined
  last_used_before?: string | undefined
  last_used_after?: string | undefined
  /** `YYYY-MM-DD`, exclusive. */
  expires_before?: string | undefined
  /** `YYYY-MM-DD`, inclusive. */
  expires_after?: string | undefined
  /** Words of at least three letters to search for in the name. A shorter string must be the whole name. */
  search?: string | undefined
  /** Default: by id. */
  sort?: `${'created' | 'expires' | 'last_used' | 'name'}_${'asc' | 'desc'}` | undefined
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

export interface AccessTokenCreate {
  /** Does not have to be unique. */
  name: string
  scopes: string[]
  /**
   * `YYYY-MM-DD`, at most 365 days ahead, unless an administrator set another limit. Null: never, if the service allows
   * that, and else the latest date.
   */
  expires_at: string | null
  /** Default: 40. */
  access_level?: number | undefined
  /** Newer services only. */
  description?: string | null | undefined
}

export interface AccessTokenRotate {
  /** `YYYY-MM-DD`, at most a year ahead. Default: in a week. */
  expires_at?: string | undefined
}

/**
 * Access tokens of projects or of groups. Managing them requires the Maintainer role in the project, or the Owner role in
 * the group.
 * https://docs.gitlab.com/api/project_access_tokens/ and https://docs.gitlab.com/api/group_access_tokens/
 */
export class AccessTokens {
  constructor(
    private readonly http: Http,
    private readonly parents: 'projects' | 'groups',
  ) {}

  /** Lists the tokens, including revoked and expired tokens. `Unauthorized` without the role. */
  list(parent: Id, params?: AccessTokenListParams, options?: RequestOptions): List<AccessToken> {
    return this.http.list(path`/${this.parents}/${parent}/access_tokens`, params, options)
  }

  /** Reads a token, revoked or not. `NotFound` some weeks after its end. `Unauthorized` without the role. */
  get(parent: Id, token: number, options?: RequestOptions): Promise<AccessToken> {
    return this.http.get(path`/${this.parents}/${parent}/access_tokens/${token}`, {}, options)
  }

  /**
   * Creates a token and its bot user. Duplicates are allowed, so it is not retried after a lost response. `Invalid`
   * without the role, for a role that the user cannot give, and for tokens of a project or group.
   */
  create(parent: Id, body: AccessTokenCreate, options?: RequestOptions): Promise<NewAccessToken> {
    return this.http.post(path`/${this.parents}/${parent}/access_tokens`, body, { ...options, idempotent: false })
  }

  /**
   * Revokes the token and returns a new token with another id and expiry date. Other properties do not change. Not
   * retried after a lost response. `Unauthorized` without the role, for tokens of a project or group, and for a missing
   * token. `Invalid` if the role of the token is higher than that of the user.
   */
  rotate(parent: Id, token: number, body?: AccessTokenRotate, options?: RequestOptions): Promise<NewAccessToken> {
    const rotation = path`/${this.parents}/${parent}/access_tokens/${token}/rotate`
    return this.http.post(rotation, body, { ...options, idempotent: false })
  }

  /**
   * Rotates the token of this client, which must belong to the project or group. The client's next request fails.
   * Requires the scope `api` or `self_rotate`. Newer services only.
   */
  rotateSelf(parent: Id, body?: AccessTokenRotate, options?: RequestOptions): Promise<NewAccessToken> {
    const rotation = path`/${this.parents}/${parent}/access_tokens/self/rotate`
    return this.http.post(rotation, body, { ...options, idempotent: false })
  }

  /**
   * Revokes the token permanently. It remains in lists for some weeks. Succeeds if it is already revoked. `Invalid`
   * without the role.
   */
  delete(parent: Id, token: number, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/${this.parents}/${parent}/access_tokens/${token}`, {}, options)
  }
}
