import { collection } from '../store/store'
import { byExpiry } from './expiry-index'

/** A group that was invited to a project; its members get at most `access_level` there. */
export interface InvitationRecord {
  id: number
  project_id: number
  group_id: number
  access_level: number
  /** The day on which it expires. Default: never. */
  expires_at?: string | null
  updated_at?: string
}

export const invitations = collection<InvitationRecord>('invitations', {
  project: { by: (one) => one.project_id },
  group: { by: (one) => one.group_id },
  ends: byExpiry,
})
