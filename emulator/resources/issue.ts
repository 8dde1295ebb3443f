import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { notFound, recordNotFound } from '../http/errors'
import { keysetPaging, type Listing, paginateInOrder } from '../http/keyset'
import { paginate } from '../http/paginate'
import { boolean, segment, segmentId, string } from '../http/param-types'
import { params } from '../http/params'
import { type IssueRecord, issues } from '../records/issue'
import { type ProjectRecord, projects } from '../records/project'
import { canReadProject, projectRole, roles } from './access'
import { chooseIssues, issueFilters, issueOrders, issueRules, sortIssues } from './issue-filter'
import { isSubscribed, presentIssue, presentIssueLabels } from './issue-presenter'
import { findProject, lookUpProject } from './project'

const listing: Listing<IssueRecord> = {
  type: 'Issue',
  values: ({ id, created_at, updated_at }) => ({ id, created_at, updated_at }),
  usual: { order_by: 'created_at', sort: 'desc' },
  keyset: { created_at: ['asc', 'desc'], updated_at: ['asc', 'desc'] },
  next: 'cursor',
}

/** Reading issues. */
export const issue: Resource = (api) => {
  api.get(
    '/projects/:id/issues',
    {
      params: params(
        {
          id: segment,
          ...keysetPaging,
          ...issueFilters,
          with_labels_details: boolean.default(false),
          order_by: string.oneOf(...issueOrders).default('created_at'),
          sort: string.oneOf('asc', 'desc').default('desc'),
        },
        ...issueRules,
      ),
    },
    (call, query) => {
      const project = findProject(call)
      const readable = call.store
        .of(issues)
        .where('project', project.id)
        .filter((issue) => canReadIssue(call, issue))
      // The specification has keyset pagination only in other lists.
      const pagination = api.flavor === 'spec' ? undefined : query.pagination
      const found = chooseIssues(call, readable, query)
      const byTime = listing.keyset[query.order_by] !== undefined || pagination === 'keyset'
      const page = byTime
        ? paginateInOrder(call, found, { ...query, pagination }, listing)
        : paginate(call, sortIssues(call, found, query.order_by, query.sort), query)
      return page.map((issue) => ({
        ...presentIssue(call, issue),
        ...(query.with_labels_details && { labels: presentIssueLabels(call, issue) }),
      }))
    },
  )

  api.get(
    '/projects/:id/issues/:issue_iid',
    { params: params({ id: segment, issue_iid: segmentId }) },
    (call, sent) => {
      const found = findIssue(call, findProject(call), sent.issue_iid)
      return { ...presentIssue(call, found), subscribed: isSubscribed(call, found) }
    },
  )
}

/** @throws HttpError 404 if the issue does not exist or the caller cannot read it. */
export function findIssue(call: Call, project: ProjectRecord, iid: number): IssueRecord {
  const found = call.store
    .of(issues)
    .where('project', project.id)
    .find((issue) => issue.iid === iid)
  if (!found || !canReadIssue(call, found)) throw recordNotFound()
  return found
}

/** The issue in the parameters. The project can have a former path. @throws HttpError 404 */
export function findNamedIssue(call: Call, project: string, iid: string): IssueRecord {
  const { found } = lookUpProject(call.store, project)
  if (!found || !canReadProject(call.store, call.user, found)) throw notFound('Project')
  return findIssue(call, found, parseInt(iid, 10))
}

/** Only planners and the author can read confidential issues. */
export function canReadIssue(call: Call, issue: IssueRecord): boolean {
  const project = projectOf(call, issue)
  if (!project?.issues_enabled || !canReadProject(call.store, call.user, project)) return false
  const insider = projectRole(call.store, call.user, project) >= roles.planner || call.user?.id === issue.author_id
  return !issue.confidential || insider
}

export const projectOf = (call: Call, issue: IssueRecord): ProjectRecord | undefined =>
  call.store.of(projects).get(issue.project_id)
