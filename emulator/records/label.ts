import { collection } from '../store/store'

/** A label of a project or of a group. */
export interface LabelRecord {
  id: number
  project_id: number | null
  group_id: number | null
  title: string
  color: string
  description: string | null
  /** Missing: false. */
  archived?: boolean
  /** Priorities by project id. */
  priorities: Record<string, number>
  /** The project is null for a subscription to a group's label in all projects. */
  subscriptions: { user_id: number; project_id: number | null }[]
  created_at: string
  updated_at: string
}

/** The owner of labels, by which they are indexed. */
export type Owner = `project ${number}` | `group ${number}`

export const ownerOf = ({ project_id, group_id }: LabelRecord): Owner =>
  project_id === null ? `group ${group_id!}` : `project ${project_id}`

// By bytes, like a database in the C locale; equal titles by id.
export const byTitle = ({ title: a, id }: LabelRecord, { title: b, id: other }: LabelRecord): number => {
  if (a === b) return id - other
  // JavaScript compares UTF-16 code units, whose order differs from UTF-8 beyond the first 65,536 characters.
  if (/[\ud800-\uffff]/.test(a + b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : 1
}

export const labels = collection<LabelRecord>('labels', {
  owner: { by: ownerOf, order: byTitle },
  title: { by: (label) => `${ownerOf(label)} ${label.title}` },
})
