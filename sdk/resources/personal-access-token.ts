import { type Http } from '../http/http'
import { type RequestOptions } from '../http/options'
import { path } from '../http/path'

/** An access token, whosever it is: those of groups and projects are their bot users' own. */
export interface PersonalAccessToken {
  id: number
  name: string
  /** Newer services only. */
  description?: string | null
  /** What it may be used for: `api`, `read_api`, `read_repository` … */
  scopes: string[]
  /** The user that it lets in. */
  user_id: number
  /** `YYYY-MM-DD`, the first day (UTC) on which it no longer works; null for never, where the service allows that. */
  expires_at: string | null
  created_at: string
  /** Null until it is used. */
  last_used_at?: string | null
  /** Neither revoked nor expired. */
  active: boolean
  revoked: boolean
}

/** Access tokens of users. https://docs.gitlab.com/api/personal_access_tokens/ */
export class PersonalAccessTokens {
  constructor(private readonly http: Http) {}

  /** The token that this client sends, whatever it may be used for otherwise. GitLab has it since 15.5. */
  self(options?: RequestOptions): Promise<PersonalAccessToken> {
    return this.http.get(path`/personal_access_tokens/self`, {}, options)
  }
}
