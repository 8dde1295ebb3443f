import { collection } from '../store/store'

/** A token that starts pipelines of its project. */
export interface TriggerTokenRecord {
  id: number
  project_id: number
  owner_id: number
  description: string | null
  token: string
  expires_at: string | null
  created_at: string
  updated_at: string
}

export const triggerTokens = collection<TriggerTokenRecord>('triggers', {
  project: { by: (trigger) => trigger.project_id },
  token: { by: (trigger) => trigger.token },
})
