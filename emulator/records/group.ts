import { collection } from '../store/store'
import type { Visibility } from './visibility'

export interface GroupRecord {
  id: number
  name: string
  path: string
  full_path: string
  parent_id: number | null
  description: string | null
  visibility: Visibility
  /** Where the repository of its wiki is. */
  repository_storage: string
  created_at: string
  /** Whether it is archived, and with it all its contents. Default: false. */
  archived?: boolean
  /** Settings other than the defaults, by parameter name. */
  settings?: Record<string, unknown>
  /** The day on which its deletion was scheduled. */
  marked_for_deletion_on?: string | null
}

export const groups = collection<GroupRecord>('groups', {
  path: { by: (group) => group.full_path.toLowerCase() },
  parent: { by: (group) => group.parent_id ?? 'none' },
})
