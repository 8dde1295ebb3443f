import type { Http } from '../http/http'
import type { RequestOptions } from '../http/options'
import { path } from '../http/path'

/** An access token of a user. Tokens of groups and projects belong to their bot users. */
export interface PersonalAccessToken {
  id: number
  name: string
  /** Newer services only. */
  description?: string | null
  /** Scopes: `api`, `read_api`, `read_repository` and others. */
  scopes: string[]
  /** The user as whom the token authenticates. */
  user_id: number
  /** `YYYY-MM-DD`. The token expires at the start of this day in UTC. Null: never, if the service allows that. */
  expires_at: string | null
  created_at: string
  /** Null until the token is used. */
  last_used_at?: string | null
  /** True if the token is neither revoked nor expired. */
  active: boolean
  revoked: boolean
}

/** Access tokens of users. https://docs.gitlab.com/api/personal_access_tokens/ */
export class PersonalAccessTokens {
  constructor(private readonly http: Http) {}

  /** Reads the token of this client. Works with any scope. GitLab 15.5 and later. */
  self(options?: RequestOptions): Promise<PersonalAccessToken> {
    return this.http.get(path`/personal_access_tokens/self`, {}, options)
  }
}
