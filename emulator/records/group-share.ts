import { collection } from '../store/store'
import { byExpiry } from './expiry-index'

/** Gives the members of a group at most `access_level` in another group and in its contents. */
export interface GroupShareRecord {
  id: number
  /** The group that is shared. */
  shared_group_id: number
  /** The group that it is shared with. */
  group_id: number
  access_level: number
  /** The day on which it expires. Default: never. */
  expires_at?: string | null
  updated_at?: string
}

export const groupShares = collection<GroupShareRecord>('group_shares', {
  shared: { by: (one) => one.shared_group_id },
  group: { by: (one) => one.group_id },
  ends: byExpiry,
})
