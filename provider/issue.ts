import type { IssueListParams } from '../sdk'
import { toSnakeCase } from './core/camel-case'
import { type Filters, type Limited, type OfProject, reader, upTo } from './core/invoke'

/** One issue of a project. */
export const getIssue = reader<OfProject & OfIssue>()('getIssue', (api, { project, issue }) =>
  api.issues.get(project, issue),
)

/** The issues of a project, the newest first. Those that the access token's user cannot read are left out. */
export const getIssues = reader<OfProject & IssueFilters & Limited>()(
  'getIssues',
  (api, { project, limit, ...filters }) => upTo(api.issues.list(project, toSnakeCase(filters)), limit),
)

/** What functions about an issue want to know. */
export interface OfIssue {
  /** The issue's number within the project. */
  issue: number
}

interface IssueFilters extends Filters<IssueListParams> {
  /** Default `"created_at"`. */
  orderBy?: IssueListParams['order_by']
}
