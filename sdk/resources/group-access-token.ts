import { type Http } from '../http/http'
import { type List } from '../http/list'
import { type RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** A token of a group. It lets in a bot user of its own, which is a member of the group. */
export interface GroupAccessToken {
  /** Changes when the token is rotated. */
  id: number
  /** The bot user; stays when the token is rotated. */
  user_id: number
  name: string
  /** Newer services only. */
  description?: string | null
  /** What it may be used for: `api`, `read_api`, `read_repository` … */
  scopes: string[]
  /** Role of the bot user: 10 Guest, 15 Planner, 20 Reporter, 30 Developer, 40 Maintainer, 50 Owner. */
  access_level: number
  /** `YYYY-MM-DD`, the first day (UTC) on which it no longer works; null for never, where the service allows that. */
  expires_at: string | null
  created_at: string
  /** Null until it is used. Older services show it only in lists and after a rotation. */
  last_used_at?: string | null
  /** Neither revoked nor expired. */
  active: boolean
  revoked: boolean
  /** Newer services only. */
  resource_type?: 'group'
  /** Id of the group. Newer services only. */
  resource_id?: number
}

/** A token as it is shown once, when it is created or rotated. */
export interface NewGroupAccessToken extends GroupAccessToken {
  /** The secret. No later answer holds it. */
  token: string
}

/** All but `state` and `per_page` are for newer services; older ones ignore the rest. */
export interface GroupAccessTokenListParams {
  /** Default both. */
  state?: 'active' | 'inactive' | undefined
  /** Only the revoked, or only the others. */
  revoked?: boolean | undefined
  /** ISO 8601, that very moment included; so are the three below. */
  created_before?: string | undefined
  created_after?: string | undefined
  last_used_before?: string | undefined
  last_used_after?: string | undefined
  /** `YYYY-MM-DD`, without that day. */
  expires_before?: string | undefined
  /** `YYYY-MM-DD`, with that day. */
  expires_after?: string | undefined
  /** Words of at least three letters to find in the name; less has to be the whole name. */
  search?: string | undefined
  /** Default by id. */
  sort?: `${'created' | 'expires' | 'last_used' | 'name'}_${'asc' | 'desc'}` | undefined
  /** Page size, at most and by default 100. */
  per_page?: number | undefined
}

export interface GroupAccessTokenCreate {
  /** Need not be the only one of its kind. */
  name: string
  scopes: string[]
  /** `YYYY-MM-DD`, at most 365 days ahead, unless the service's administrators allow less or more. */
  expires_at: string
  /** Default 40. */
  access_level?: number | undefined
  /** Newer services only. */
  description?: string | null | undefined
}

export interface GroupAccessTokenRotate {
  /** `YYYY-MM-DD`, at most a year ahead; default in a week. */
  expires_at?: string | undefined
}

/** Access tokens of groups. https://docs.gitlab.com/api/group_access_tokens/ */
export class GroupAccessTokens {
  constructor(private readonly http: Http) {}

  /** The tokens of a group, also the revoked and the expired. `Unauthorized` for all but owners of the group. */
  list(group: Id, params?: GroupAccessTokenListParams, options?: RequestOptions): List<GroupAccessToken> {
    return this.http.list(path`/groups/${group}/access_tokens`, params, options)
  }

  /** One token, revoked or not; `NotFound` some weeks after it ended. `Unauthorized` for all but owners of the group. */
  get(group: Id, token: number, options?: RequestOptions): Promise<GroupAccessToken> {
    return this.http.get(path`/groups/${group}/access_tokens/${token}`, {}, options)
  }

  /**
   * Creates a token, and its bot user. Nothing keeps it from being the twin of another, so it is not sent again when its
   * answer is lost. `Invalid` for all but owners of the group, and for every token of a group.
   */
  create(group: Id, body: GroupAccessTokenCreate, options?: RequestOptions): Promise<NewGroupAccessToken> {
    return this.http.post(path`/groups/${group}/access_tokens`, body, { ...options, idempotent: false })
  }

  /**
   * Revokes the token and answers a new one with another id, all else but the date the same. It is not sent again when
   * its answer is lost. `Unauthorized` for all but owners of the group, for tokens of a group, and for a missing token.
   */
  rotate(
    group: Id,
    token: number,
    body?: GroupAccessTokenRotate,
    options?: RequestOptions,
  ): Promise<NewGroupAccessToken> {
    const rotation = path`/groups/${group}/access_tokens/${token}/rotate`
    return this.http.post(rotation, body, { ...options, idempotent: false })
  }

  /**
   * Rotates the very token that this client sends, which has to be one of the group: the client's next request is
   * refused. Asks for the scope `api` or `self_rotate`. Newer services only.
   */
  rotateSelf(group: Id, body?: GroupAccessTokenRotate, options?: RequestOptions): Promise<NewGroupAccessToken> {
    return this.http.post(path`/groups/${group}/access_tokens/self/rotate`, body, { ...options, idempotent: false })
  }

  /**
   * Revokes the token for good; it stays in lists for some weeks. No error when it was revoked before. `Invalid` for all
   * but owners of the group.
   */
  delete(group: Id, token: number, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/groups/${group}/access_tokens/${token}`, {}, options)
  }
}
