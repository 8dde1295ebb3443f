import { collection } from '../store/store'
import { byExpiry } from './expiry-index'

/** A user's role in a group or project. */
export interface MembershipRecord {
  id: number
  user_id: number
  source: 'group' | 'project'
  source_id: number
  access_level: number
  /** The day on which it expires. Default: never. */
  expires_at?: string | null
  created_at?: string
  updated_at?: string
  /** The user who added the member. Default: none. */
  created_by_id?: number | null
  /** The custom role. Default: none. */
  member_role_id?: number | null
  /** What keeps the membership up to date. Default: nothing. */
  synchronized_by?: 'ldap' | 'saml'
}

export const memberKey = (user: number, source: 'group' | 'project', id: number): string => `${user} ${source} ${id}`

export const memberships = collection<MembershipRecord>('memberships', {
  member: { by: ({ user_id, source, source_id }) => memberKey(user_id, source, source_id) },
  source: { by: ({ source, source_id }) => `${source} ${source_id}` },
  user: { by: ({ user_id }) => user_id },
  role: { by: ({ member_role_id }) => member_role_id ?? 0 },
  ends: byExpiry,
})
