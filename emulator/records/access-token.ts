import { collection } from '../store/store'

/** An access token of a user or of a group. A group's token belongs to a bot user. */
export interface AccessTokenRecord {
  id: number
  user_id: number
  /** The group of the token; null for a personal access token. */
  group_id: number | null
  /** The token whose rotation created this one. */
  previous_id: number | null
  name: string
  description: string | null
  token: string
  scopes: string[]
  /** The first day on which the token no longer works. */
  expires_at: string | null
  revoked: boolean
  created_at: string
  /** For a revoked token, the time of the revocation. Using a token does not change it. */
  updated_at: string
  last_used_at: string | null
}

export const accessTokens = collection<AccessTokenRecord>('access_tokens', {
  token: { by: ({ token }) => token },
  user: { by: ({ user_id }) => user_id },
  group: { by: ({ group_id }) => group_id ?? 'none', order: (a, b) => a.id - b.id },
  previous: { by: ({ previous_id }) => previous_id ?? 'none' },
})
