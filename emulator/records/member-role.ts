import { collection } from '../store/store'

/** A custom role, which gives members permissions in addition to those of its base role. */
export interface MemberRoleRecord {
  id: number
  name: string
  description: string | null
  base_access_level: number
  /** The names of its permissions. */
  permissions: string[]
}

export const memberRoles = collection<MemberRoleRecord>('member_roles')
