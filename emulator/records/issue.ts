import { collection } from '../store/store'

export interface IssueRecord {
  id: number
  iid: number
  project_id: number
  title: string
  description: string | null
  state: 'opened' | 'closed'
  author_id: number
  label_ids: number[]
  confidential: boolean
  /** Whether only members can comment; null until it is set. */
  discussion_locked?: boolean | null
  /** Default: the time of the last change. */
  closed_at?: string
  /** Absent for ordinary issues. */
  issue_type?: 'incident'
  created_at: string
  updated_at: string
}

export const issues = collection<IssueRecord>('issues', { project: { by: (issue) => issue.project_id } })
