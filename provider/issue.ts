import type { IssueListParams } from '../sdk'
import { toSnakeCase } from './core/camel-case'
import { type Filters, listReader, type OfProject, reader } from './core/invoke'

/** One issue of a project. */
export const getIssue = reader<OfProject & OfIssue>()('getIssue', (api, { project, issue }) =>
  api.issues.get(project, issue),
)

/** The issues of a project, the newest first. Those that the access token's user cannot read are left out. */
export const getIssues = listReader<OfProject & IssueFilters>()('getIssues', (api, { project, ...filters }) =>
  api.issues.list(project, toSnakeCase(filters)),
)

/** What functions about an issue want to know. */
export interface OfIssue {
  /** The issue's number within the project. */
  issue: number
}

interface IssueFilters extends Filters<IssueListParams> {
  /** Default `"created_at"`. */
  orderBy?: IssueListParams['order_by']
  /** Only those that this user wrote: the user's number. Not together with `authorUsername`. */
  authorId?: number | undefined
  /** Only those that this user wrote. */
  authorUsername?: string | undefined
  /** Only those that this user is to do: the user's number, `"None"` or `"Any"`. Not together with `assigneeUsername`. */
  assigneeId?: IssueListParams['assignee_id']
  /** Only those that this user is to do. */
  assigneeUsername?: readonly string[] | undefined
  /** Only those of this type, such as `"incident"`. */
  issueType?: IssueListParams['issue_type']
  /** Only those that are due then; `"0"` for those that never are. */
  dueDate?: IssueListParams['due_date']
  /** Only those to which the access token's user reacted with this emoji; `"None"` or `"Any"`. */
  myReactionEmoji?: string | undefined
  /** Only those that were created at this time or later: ISO 8601. */
  createdAfter?: string | undefined
  /** Only those that were created at this time or earlier: ISO 8601. */
  createdBefore?: string | undefined
  /** Only those that were changed at this time or later: ISO 8601. */
  updatedAfter?: string | undefined
  /** Only those that were changed at this time or earlier: ISO 8601. */
  updatedBefore?: string | undefined
}
