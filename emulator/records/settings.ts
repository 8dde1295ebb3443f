import { collection } from '../store/store'

/** Settings of the instance. The control endpoints of the emulator change them in the state. */
export interface SettingsRecord {
  id: number
  /** Whether other users than administrators can create mirrors. */
  mirror_available: boolean
  /** Silent mode, which disables all mirrors. */
  silent_mode_enabled: boolean
  /** Whether mirrors can push to this machine and its network. Default: true, unlike on a new instance, for tests. */
  allow_local_requests_from_web_hooks_and_services: boolean
  /** The prefix of the job-queue metrics. Null for the prefixes of the flavor: both, or only GitLab's. */
  job_queue_metrics_prefix: 'jobqueue' | 'sidekiq' | null
  /** Whether maintenance mode refuses requests that write. */
  maintenance_mode: boolean
  /** The error message of maintenance mode; null for GitLab's own. */
  maintenance_mode_message: string | null
  /** Whether the instance is a read-only copy of another one. */
  read_only: boolean
  /** Pipelines per minute for each user and commit. 0 means no limit. */
  pipeline_limit_per_project_user_sha: number
  /**
   * Requests for single projects per minute, for each user and all anonymous callers. 0 means no limit. GitLab's
   * default: 400.
   */
  project_api_limit: number
  /**
   * Requests for lists of projects per 10 minutes, for each user and all anonymous callers. 0 means no limit. GitLab's
   * default: 2,000.
   */
  projects_api_limit: number
  /** Whether each access token needs an expiration date, which has a maximum. GitLab's default: true. */
  require_personal_access_token_expiry: boolean
  /** Requests per minute for each token. 0 means no limit, null the option of the emulator. */
  requests_per_minute: number | null
}

export const instanceSettings = collection<SettingsRecord>('settings')
