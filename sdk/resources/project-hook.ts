import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** How `push_events_branch_filter` selects branches. `all_branches` ignores it. */
export type BranchFilterStrategy = 'wildcard' | 'regex' | 'all_branches'

/** The events for which the service calls a hook. Default: false, except `push_events`. Older services omit some. */
export interface ProjectHookEvents {
  /** Default: true. */
  push_events?: boolean | null | undefined
  tag_push_events?: boolean | null | undefined
  issues_events?: boolean | null | undefined
  confidential_issues_events?: boolean | null | undefined
  merge_requests_events?: boolean | null | undefined
  note_events?: boolean | null | undefined
  /** Newer services return null until it is set for the first time. */
  confidential_note_events?: boolean | null | undefined
  job_events?: boolean | null | undefined
  pipeline_events?: boolean | null | undefined
  wiki_page_events?: boolean | null | undefined
  deployment_events?: boolean | null | undefined
  feature_flag_events?: boolean | null | undefined
  releases_events?: boolean | null | undefined
  milestone_events?: boolean | null | undefined
  emoji_events?: boolean | null | undefined
  resource_access_token_events?: boolean | null | undefined
  /** Not in GitLab 18.9. */
  resource_deploy_token_events?: boolean | undefined
  vulnerability_events?: boolean | null | undefined
}

/** A webhook: a URL that the service calls when something happens in the project. No response contains its tokens. */
export interface ProjectHook extends ProjectHookEvents {
  id: number
  project_id: number
  /** The URL as it was sent, including credentials, with `{name}` for each variable. */
  url: string
  /** GitLab 17.1 or later. */
  name?: string | null
  /** GitLab 17.1 or later. */
  description?: string | null
  enable_ssl_verification: boolean | null
  push_events_branch_filter: string | null
  branch_filter_strategy: BranchFilterStrategy
  /** GitLab 16.10 or later. */
  custom_webhook_template?: string | null
  /** The names of the headers. Lists do not contain it. GitLab 16.11 or later. */
  custom_headers?: { key: string }[]
  /** The names of the variables. Lists do not contain it. */
  url_variables?: { key: string }[]
  /** Whether a token is set. Not in GitLab 18.9. */
  token_present?: boolean
  /** Whether a signing token is set. Not in GitLab 18.9. */
  signing_token_present?: boolean
  /** `executable`, or why the service does not call the hook after too many failed calls. */
  alert_status?: string
  /** When the service calls the hook again. */
  disabled_until?: string | null
  created_at: string
}

export interface ProjectHookListParams {
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

/** A header or variable. The value has one line of 1 to 2048 characters. No response contains it. */
export interface HookPair {
  /** Letters, then digits, then parts of letters and digits that each begin with `.`, `_` or `-`. */
  key: string
  value: string
}

/** Fields of a hook that can change. */
export interface ProjectHookUpdate extends ProjectHookEvents {
  /**
   * An `http` or `https` URL of at most 8192 characters. A new one removes the token, unless it is also sent, all headers,
   * even if they are also sent, and all variables that the hook had.
   */
  url?: string | undefined
  /** At most 255 characters. */
  name?: string | null | undefined
  /** At most 2048 characters. */
  description?: string | null | undefined
  /** Sent to the URL in the header `X-Gitlab-Token`. One line of at most 8192 characters. */
  token?: string | null | undefined
  /**
   * Signs the calls: `whsec_` and the Base64 encoding of 32 bytes. Null removes it; an empty string is invalid. GitLab 18.9
   * ignores it.
   */
  signing_token?: string | null | undefined
  /** Default: true. */
  enable_ssl_verification?: boolean | undefined
  push_events_branch_filter?: string | null | undefined
  /** Default: `wildcard`. */
  branch_filter_strategy?: BranchFilterStrategy | undefined
  /** At most 4096 characters. */
  custom_webhook_template?: string | null | undefined
  /** Headers to add or change, at most 20 in all. */
  custom_headers?: HookPair[] | undefined
  /** Variables to add or change, at most 20 in all. The value of one in the URL cannot change. */
  url_variables?: HookPair[] | undefined
}

export interface ProjectHookCreate extends ProjectHookUpdate {
  url: string
}

/**
 * Webhooks of projects. All requests require the Maintainer role.
 * https://docs.gitlab.com/api/project_webhooks/
 */
export class ProjectHooks {
  constructor(private readonly http: Http) {}

  /** Lists the hooks of a project by id, without the names of their headers and variables. */
  list(project: Id, params?: ProjectHookListParams, options?: RequestOptions): List<ProjectHook> {
    return this.http.list(path`/projects/${project}/hooks`, params, options)
  }

  /** Reads a hook. */
  get(project: Id, hook: number, options?: RequestOptions): Promise<ProjectHook> {
    return this.http.get(path`/projects/${project}/hooks/${hook}`, {}, options)
  }

  /** Creates a hook. Duplicates are allowed. */
  create(project: Id, body: ProjectHookCreate, options?: RequestOptions): Promise<ProjectHook> {
    return this.http.post(path`/projects/${project}/hooks`, body, options)
  }

  /** Updates the given fields. Fails with `Invalid` if there are none, or only empty lists. */
  update(project: Id, hook: number, body: ProjectHookUpdate, options?: RequestOptions): Promise<ProjectHook> {
    return this.http.put(path`/projects/${project}/hooks/${hook}`, body, options)
  }

  /** Deletes a hook. Fails with `NotFound` if an earlier attempt of this call deleted it and its response was lost. */
  delete(project: Id, hook: number, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/hooks/${hook}`, {}, options)
  }

  /** Adds a header, or changes its value. */
  setHeader(project: Id, hook: number, key: string, value: string, options?: RequestOptions): Promise<void> {
    return this.http.put(path`/projects/${project}/hooks/${hook}/custom_headers/${key}`, { value }, options)
  }

  /** Removes a header. Fails with `NotFound` if there is none. */
  deleteHeader(project: Id, hook: number, key: string, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/hooks/${hook}/custom_headers/${key}`, {}, options)
  }

  /** Adds a variable, or changes its value. Fails with `Invalid` if the URL contains it and the value differs. */
  setVariable(project: Id, hook: number, key: string, value: string, options?: RequestOptions): Promise<void> {
    return this.http.put(path`/projects/${project}/hooks/${hook}/url_variables/${key}`, { value }, options)
  }

  /** Removes a variable. Fails with `Invalid` if the URL contains it, and with `NotFound` if there is none. */
  deleteVariable(project: Id, hook: number, key: string, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/hooks/${hook}/url_variables/${key}`, {}, options)
  }
}
