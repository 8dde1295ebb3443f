import { collection } from '../store/store'

export type IssueLinkType = 'relates_to' | 'blocks' | 'is_blocked_by'

export interface IssueLinkRecord {
  id: number
  source_id: number
  target_id: number
  /** The type, seen from the source. */
  link_type: IssueLinkType
  created_at: string
  updated_at: string
}

export const issueLinks = collection<IssueLinkRecord>('issue_links', {
  source: { by: (link) => link.source_id },
  target: { by: (link) => link.target_id },
})
