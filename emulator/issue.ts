import { canReadProject, projectRole, roles } from './access'
import { type Resource } from './api'
import { type Call } from './call'
import { notFound, recordNotFound } from './http-errors'
import { isSubscribed, presentIssue } from './issue-entity'
import { keysetPaging, type Listing, paginateInOrder } from './keyset'
import { boolean, type Bound, params, segment, segmentId, string, strings } from './params'
import { findProject, lookUp } from './project'
import { type IssueRecord, issues, type ProjectRecord, projects } from './records'
import { matcher } from './search'

const filters = {
  state: string.oneOf('opened', 'closed', 'all').default('all'),
  iids: strings,
  search: string,
  confidential: boolean,
}

const listing: Listing<IssueRecord> = {
  type: 'Issue',
  values: ({ id, created_at, updated_at }) => ({ id, created_at, updated_at }),
  usual: { order_by: 'created_at', sort: 'desc' },
  keyset: { created_at: ['asc', 'desc'], updated_at: ['asc', 'desc'] },
  next: 'cursor',
}

/** Issues of projects, to be read. */
export const issue: Resource = (api) => {
  api.get(
    '/projects/:id/issues',
    {
      params: params({
        id: segment,
        ...keysetPaging,
        ...filters,
        order_by: string.oneOf('created_at', 'updated_at').default('created_at'),
        sort: string.oneOf('asc', 'desc').default('desc'),
      }),
    },
    (call, asked) => {
      const project = findProject(call)
      const readable = call.store
        .of(issues)
        .where('project', project.id)
        .filter((issue) => canReadIssue(call, issue))
      // The specification knows pages along an order of other lists alone.
      const pagination = api.flavor === 'seed' ? undefined : asked.pagination
      const page = paginateInOrder(call, choose(readable, asked), { ...asked, pagination }, listing)
      return page.map((issue) => presentIssue(call, issue))
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

/** @throws HttpError 404 for an issue that is not there or not for the caller. */
export function findIssue(call: Call, project: ProjectRecord, iid: number): IssueRecord {
  const found = call.store
    .of(issues)
    .where('project', project.id)
    .find((issue) => issue.iid === iid)
  if (!found || !canReadIssue(call, found)) throw recordNotFound()
  return found
}

/** The issue that parameters name: a path that the project once had will do. @throws HttpError 404 */
export function findNamedIssue(call: Call, project: string, iid: string): IssueRecord {
  const { found } = lookUp(call.store, project)
  if (!found || !canReadProject(call.store, call.user, found)) throw notFound('Project')
  return findIssue(call, found, parseInt(iid, 10))
}

/** What is confidential is for planners and its author. */
export function canReadIssue(call: Call, issue: IssueRecord): boolean {
  const project = projectOf(call, issue)
  if (!project?.issues_enabled || !canReadProject(call.store, call.user, project)) return false
  const insider = projectRole(call.store, call.user, project) >= roles.planner || call.user?.id === issue.author_id
  return !issue.confidential || insider
}

export const projectOf = (call: Call, issue: IssueRecord): ProjectRecord | undefined =>
  call.store.of(projects).get(issue.project_id)

function choose(found: IssueRecord[], asked: Bound<typeof filters>): IssueRecord[] {
  const { state, iids = [], search, confidential } = asked
  const has = search?.trim() ? matcher(search) : () => true
  return found
    .filter((issue) => state === 'all' || issue.state === state)
    .filter(({ iid }) => iids.length === 0 || iids.some((one) => Number(one) === iid))
    .filter(({ title, description }) => has(title) || has(description))
    .filter((issue) => confidential == null || issue.confidential === confidential)
}
