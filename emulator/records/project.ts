import { collection } from '../store/store'
import { type Visibility } from './visibility'

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
  /** Least role of those who may give a pipeline variables. */
  ci_pipeline_variables_minimum_override_role: 'developer' | 'maintainer' | 'owner' | 'no_one_allowed'
  /** What is wrong with the project's CI file; null for nothing. */
  ci_file_error: string | null
  /** How its pipelines end; those that fail have a failing test. */
  ci_outcome: 'success' | 'failed'
  /** Whether all who can read the project see its pipelines, too; default true, else reporters. */
  public_builds?: boolean
  /** Whether its figures are being counted anew, while no pipeline can be deleted; default false. */
  refreshing_statistics?: boolean
  /** Whether jobs of other projects are kept out; default false, unlike in a new project of GitLab. */
  ci_inbound_job_token_scope_enabled?: boolean
  /** Ids of the projects whose jobs are let in all the same; default none. */
  ci_job_token_allowlist?: number[]
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
