import { collection } from '../store/store'
import type { Visibility } from './visibility'

export interface ProjectRecord {
  id: number
  name: string
  path: string
  path_with_namespace: string
  /** Null for a project in its creator's own namespace. */
  group_id: number | null
  creator_id: number
  description: string | null
  visibility: Visibility
  default_branch: string
  archived: boolean
  issues_enabled: boolean
  merge_requests_enabled: boolean
  builds_enabled: boolean
  /** The lowest role that can set variables of a pipeline. */
  ci_pipeline_variables_minimum_override_role: 'developer' | 'maintainer' | 'owner' | 'no_one_allowed'
  /** The error in the project's CI file; null for a valid file. */
  ci_file_error: string | null
  /** The names of the inputs that the project's CI file declares. Default: none. */
  ci_inputs?: string[]
  /** The result of pipelines. Failed pipelines have a failed test. */
  ci_outcome: 'success' | 'failed'
  /** Whether everyone who can read the project can read its pipelines, not only reporters. Default: true. */
  public_builds?: boolean
  /** Whether the statistics are being refreshed, which prevents the deletion of pipelines. Default: false. */
  refreshing_statistics?: boolean
  /** Whether jobs of other projects are not admitted. Default: false, unlike for new projects in GitLab. */
  ci_inbound_job_token_scope_enabled?: boolean
  /** Ids of the projects whose jobs are admitted anyway. Default: none. */
  ci_job_token_allowlist?: number[]
  /** The project that it was forked from. Default: none. No request makes a fork. */
  forked_from_id?: number
  /** Settings other than the defaults, by parameter name. */
  settings?: Record<string, unknown>
  /** Default: none. */
  topics?: string[]
  /** Whether the repository is empty. Default: false. */
  empty_repo?: boolean
  /** The day on which its deletion was scheduled. */
  marked_for_deletion_on?: string | null
  repository_storage: string
  created_at: string
  updated_at: string
}

export const projects = collection<ProjectRecord>('projects', {
  path: { by: (project) => project.path_with_namespace.toLowerCase() },
  group: { by: (project) => project.group_id ?? 'none' },
})
