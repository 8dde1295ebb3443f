import type { IssueListParams } from '../../sdk'
import { type Filters, listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'

/** Reads an issue of a project. */
export const getIssue = reader<OfProject & OfIssue>()('getIssue', (api, { project, issue }) =>
  api.issues.get(project, issue),
)

/** Lists the issues of a project, newest first. Issues that the user of the access token cannot read are omitted. */
export const getIssues = listReader<OfProject & IssueFilters>()('getIssues', (api, { project, ...filters }) =>
  api.issues.list(project, toSnakeCase(filters)),
)

/** Arguments of functions for an issue. */
export interface OfIssue {
  /** The issue's number within the project. */
  issue: number
}

interface IssueFilters extends Filters<IssueListParams> {
  /** Default: `"created_at"`. */
  orderBy?: IssueListParams['order_by']
  /** Only issues by the user with this id. Cannot be combined with `authorUsername`. */
  authorId?: number | undefined
  /** Only issues by the user with this username. */
  authorUsername?: string | undefined
  /** Only issues assigned to the user with this id, `"None"` or `"Any"`. Cannot be combined with `assigneeUsername`. */
  assigneeId?: IssueListParams['assignee_id']
  /** Only issues assigned to these users. */
  assigneeUsername?: readonly string[] | undefined
  /** Only issues of this type, such as `"incident"`. */
  issueType?: IssueListParams['issue_type']
  /** Only issues with this due date; `"0"` for issues without a due date. */
  dueDate?: IssueListParams['due_date']
  /** Only issues that the access token's user reacted to with this emoji, `"None"` or `"Any"`. */
  myReactionEmoji?: string | undefined
  /** Only issues created at or after this time, in ISO 8601. */
  createdAfter?: string | undefined
  /** Only issues created at or before this time, in ISO 8601. */
  createdBefore?: string | undefined
  /** Only issues updated at or after this time, in ISO 8601. */
  updatedAfter?: string | undefined
  /** Only issues updated at or before this time, in ISO 8601. */
  updatedBefore?: string | undefined
}
