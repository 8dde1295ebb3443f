import { type Http } from '../http/http'
import { type List } from '../http/list'
import { type RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'
import { type UserBasic } from './user'

/** An issue; services add fields of their own. */
export interface Issue {
  id: number
  /** Number within the project; requests name an issue by it. */
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
  /** Seen only by those who may, and left out of lists for all others. */
  confidential: boolean
  /** Absent without the licence for it. */
  weight?: number | null
  /** Whether the token's user is subscribed; lists leave it out. */
  subscribed?: boolean
  [field: string]: unknown
}

export interface IssueListParams {
  /** Default `all`. */
  state?: 'opened' | 'closed' | 'all' | undefined
  /** Only those with these numbers. */
  iids?: number[] | undefined
  /** Words to find in title or description. */
  search?: string | undefined
  /** Where to search. Default: both. */
  in?: 'title' | 'description' | undefined
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
  /** Default `created_at`. */
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
  /** Default `desc`. */
  sort?: 'asc' | 'desc' | undefined
  /** Page size, at most and by default 100. */
  per_page?: number | undefined
}

/** Issues of projects, to be read. https://docs.gitlab.com/api/issues/ */
export class Issues {
  constructor(private readonly http: Http) {}

  /** The issues of a project that the token's user can read. */
  list(project: Id, params?: IssueListParams, options?: RequestOptions): List<Issue> {
    return this.http.list(path`/projects/${project}/issues`, params, options)
  }

  /** One issue, by its number within the project. `NotFound` also for one that the token's user cannot read. */
  get(project: Id, issue: number, options?: RequestOptions): Promise<Issue> {
    return this.http.get(path`/projects/${project}/issues/${issue}`, {}, options)
  }
}
