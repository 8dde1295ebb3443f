import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'
import type { UserBasic } from './user'

/** An issue. Services add more fields. */
export interface Issue {
  id: number
  /** Number within the project. Requests identify an issue by it. */
  iid: number
  project_id: number
  title: string
  description: string | null
  state: 'opened' | 'closed'
  created_at: string
  updated_at: string
  author: UserBasic
  assignees: UserBasic[]
  assignee: UserBasic | null
  /** Titles of labels. */
  labels: string[]
  milestone: Record<string, unknown> | null
  user_notes_count: number
  /** `YYYY-MM-DD`. */
  due_date: string | null
  web_url: string
  /** Only visible to users with access, and omitted from lists for others. */
  confidential: boolean
  /** Missing without a license for the feature. */
  weight?: number | null
  /** Whether the user of the token is subscribed. Lists omit it. */
  subscribed?: boolean
  [field: string]: unknown
}

export interface IssueListParams {
  /** Default: `all`. */
  state?: 'opened' | 'closed' | 'all' | undefined
  /** Only issues with these numbers. */
  iids?: number[] | undefined
  /** Words to search for in title or description. */
  search?: string | undefined
  /** Where to search. Default: both. */
  in?: 'title' | 'description' | undefined
  /** True: only confidential issues. False: only other issues. Default: both. */
  confidential?: boolean | undefined
  /** Only issues with all of these labels. `['None']`: without labels. `['Any']`: with any label. */
  labels?: readonly string[] | undefined
  /** Title of a milestone. `None`: without a milestone. `Any`: with any milestone. */
  milestone?: string | undefined
  author_id?: number | undefined
  /** Cannot be combined with `author_id`. */
  author_username?: string | undefined
  /** Id of the assignee. `None`: without assignees. `Any`: with any assignee. */
  assignee_id?: number | 'None' | 'Any' | undefined
  /** Cannot be combined with `assignee_id`. */
  assignee_username?: readonly string[] | undefined
  /** Issues that the user of the token created or is assigned to, or all. Default: `all`. */
  scope?: 'created_by_me' | 'assigned_to_me' | 'all' | undefined
  issue_type?: 'issue' | 'incident' | 'test_case' | 'requirement' | 'task' | 'ticket' | undefined
  /** `0`: without a due date. */
  due_date?: '0' | 'any' | 'today' | 'tomorrow' | 'overdue' | 'week' | 'month' | undefined
  /** Name of an emoji with which the user of the token reacted. `None`: without a reaction. `Any`: with any reaction. */
  my_reaction_emoji?: string | undefined
  /** ISO 8601, like the other times. */
  created_after?: string | undefined
  created_before?: string | undefined
  updated_after?: string | undefined
  updated_before?: string | undefined
  /** Default: `created_at`. */
  order_by?:
    | 'created_at'
    | 'due_date'
    | 'label_priority'
    | 'milestone_due'
    | 'popularity'
    | 'priority'
    | 'relative_position'
    | 'title'
    | 'updated_at'
    | 'weight'
    | undefined
  /** Default: `desc`. */
  sort?: 'asc' | 'desc' | undefined
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

/** Issues of projects, read-only. https://docs.gitlab.com/api/issues/ */
export class Issues {
  constructor(private readonly http: Http) {}

  /** Lists the issues of a project that the user of the token can read. */
  list(project: Id, params?: IssueListParams, options?: RequestOptions): List<Issue> {
    return this.http.list(path`/projects/${project}/issues`, params, options)
  }

  /** Reads an issue by its number within the project. `NotFound` also if the user of the token cannot read it. */
  get(project: Id, issue: number, options?: RequestOptions): Promise<Issue> {
    return this.http.get(path`/projects/${project}/issues/${issue}`, {}, options)
  }
}
