import { collection } from '../store/store'

/** Tokens of people and of groups alike; a group's belong to its bot users. */
export interface AccessTokenRecord {
  id: number
  user_id: number
  /** The group whose token it is; null for a person's. */
  group_id: number | null
  /** The token that was rotated to get this one. */
  previous_id: number | null
  name: string
  description: string | null
  token: string
  scopes: string[]
  /** The first day on which it no longer works. */
  expires_at: string | null
  revoked: boolean
  created_at: string
  /** For a revoked token the time when that was done; use does not count as a change. */
  updated_at: string
  last_used_at: string | null
}

export const accessTokens = collection<AccessTokenRecord>('access_tokens', {
  token: { by: ({ token }) => token },
  user: { by: ({ user_id }) => user_id },
  group: { by: ({ group_id }) => group_id ?? 'none', order: (a, b) => a.id - b.id },
  previous: { by: ({ previous_id }) => previous_id ?? 'none' },
})
