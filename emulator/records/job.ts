import { collection } from '../store/store'

/** A job with its token, which works while the job runs. */
export interface JobRecord {
  id: number
  project_id: number
  pipeline_id: number
  user_id: number
  token: string
  status: 'running' | 'success' | 'canceled'
}

export const jobs = collection<JobRecord>('jobs', { token: { by: (job) => job.token } })
