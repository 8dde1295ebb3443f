import { type Http } from './http'
import { type List } from './list'
import { type RequestOptions } from './options'
import { type Id, path } from './path'
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
  confidential?: boolean | undefined
  /** Default `created_at`. */
  order_by?: 'created_at' | 'updated_at' | undefined
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
