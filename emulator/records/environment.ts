import { collection } from '../store/store'

export type DeploymentTier = 'production' | 'staging' | 'testing' | 'development' | 'other'

export interface EnvironmentRecord {
  id: number
  project_id: number
  name: string
  created_at: string
  /** Default: `created_at`. */
  updated_at?: string
  /** Default: derived from the name. */
  tier?: DeploymentTier
  external_url?: string | null
  description?: string | null
  /** Default: `available`. */
  state?: 'available' | 'stopped'
  /** Default: `always`. */
  auto_stop_setting?: 'always' | 'with_action'
}

export const environments = collection<EnvironmentRecord>('environments', { project: { by: (one) => one.project_id } })
