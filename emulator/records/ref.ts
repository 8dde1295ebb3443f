import { collection } from '../store/store'

/** A branch or a tag. */
export interface RefRecord {
  id: number
  project_id: number
  name: string
  tag: boolean
  sha: string
}

export const refs = collection<RefRecord>('refs', { project: { by: (ref) => ref.project_id } })
