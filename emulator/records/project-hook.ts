import { collection } from '../store/store'

/** The events that a hook can be called for. The database refuses null for those that are not nullable. */
export const hookEvents = [
  'push_events',
  'issues_events',
  'confidential_issues_events',
  'merge_requests_events',
  'tag_push_events',
  'note_events',
  'confidential_note_events',
  'job_events',
  'pipeline_events',
  'wiki_page_events',
  'deployment_events',
  'feature_flag_events',
  'releases_events',
  'milestone_events',
  'emoji_events',
  'resource_access_token_events',
  'vulnerability_events',
] as const

export const branchFilterStrategies = ['wildcard', 'regex', 'all_branches']

/** What a request can set, except headers and variables. */
export type ProjectHookFields = {
  /** An event of later releases. Missing: false. */
  resource_deploy_token_events?: boolean | null
  /** Signs the calls of the hook. Not in any response. */
  signing_token?: string | null
} & {
  [Event in (typeof hookEvents)[number] | 'enable_ssl_verification']: boolean | null
} & {
  url: string
  name: string | null
  description: string | null
  /** Not in any response. */
  token: string | null
  push_events_branch_filter: string | null
  branch_filter_strategy: string | null
  custom_webhook_template: string | null
}

/** A webhook of a project. */
export interface ProjectHookRecord extends ProjectHookFields {
  id: number
  project_id: number
  /** Values by name. Responses only contain the names. */
  custom_headers: Record<string, string>
  url_variables: Record<string, string>
  alert_status: 'executable' | 'temporarily_disabled' | 'disabled'
  disabled_until: string | null
  created_at: string
  updated_at: string
}

export const projectHooks = collection<ProjectHookRecord>('project_hooks', {
  project: { by: ({ project_id }) => project_id, order: (one, other) => one.id - other.id },
})
