import { collection } from '../store/store'

/** What an administrator decides for the whole instance; the emulator's control endpoints change it in the state. */
export interface SettingsRecord {
  id: number
  /** Whether others than administrators may mirror. */
  mirror_available: boolean
  /** Keeps the instance from talking to others: no mirror is enabled then. */
  silent_mode_enabled: boolean
  /** Whether mirrors may push to this machine and its network. Unlike on a new instance they may: tests want to. */
  allow_local_requests_from_web_hooks_and_services: boolean
  /** The one prefix of the job-queue metrics; null for those of the flavor: both, or GitLab's. */
  job_queue_metrics_prefix: 'jobqueue' | 'sidekiq' | null
  /** Whether nothing may be written for a while. */
  maintenance_mode: boolean
  /** What writes are answered with then; null for GitLab's own sentence. */
  maintenance_mode_message: string | null
  /** Whether the instance is a copy of another, where nothing can be written. */
  read_only: boolean
  /** Pipelines a minute for one user and commit; 0 for any number. */
  pipeline_limit_per_project_user_sha: number
  /** Requests for a project a minute for one user, or all the anonymous; 0 for any number, unlike the 400 of GitLab. */
  project_api_limit: number
  /** Requests for lists of projects in ten minutes for one user, or all the anonymous; 0 for any number, unlike the 2,000 of GitLab. */
  projects_api_limit: number
  /** Requests a minute for each token; 0 for any number, null for those that the emulator was started with. */
  requests_per_minute: number | null
}

export const instanceSettings = collection<SettingsRecord>('settings')
