import { collection } from '../store/store'

/** An access token of a user, a project or a group. Tokens of projects and groups belong to bot users. */
export interface AccessTokenRecord {
  id: number
  user_id: number
  /** The project of the token. Null or, in older states, absent for other tokens. */
  project_id?: number | null
  /** The group of the token; null for other tokens. */
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

/** The project or group of access tokens. */
export interface AccessTokenParent {
  source: 'project' | 'group'
  id: number
}

/** The project or group of a token; undefined for a personal access token. */
export function parentOf({ project_id, group_id }: AccessTokenRecord): AccessTokenParent | undefined {
  if (project_id != null) return { source: 'project', id: project_id }
  return group_id === null ? undefined : { source: 'group', id: group_id }
}

/** The key of a project or group in the index of tokens. */
export const keyOfParent = (parent: AccessTokenParent | undefined): string =>
  parent ? `${parent.source} ${parent.id}` : 'none'

export const accessTokens = collection<AccessTokenRecord>('access_tokens', {
  token: { by: ({ token }) => token },
  user: { by: ({ user_id }) => user_id },
  parent: { by: (token) => keyOfParent(parentOf(token)), order: (a, b) => a.id - b.id },
  previous: { by: ({ previous_id }) => previous_id ?? 'none' },
})
