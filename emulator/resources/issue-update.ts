import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { forbidden, invalid } from '../http/errors'
import { login } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { atLeastOne } from '../http/param-rules'
import { boolean, segment, segmentId, string, strings } from '../http/param-types'
import { type Bound, params } from '../http/params'
import { type IssueRecord, issues } from '../records/issue'
import type { Owner } from '../records/label'
import type { ProjectRecord } from '../records/project'
import { groupChain, projectRole, roles } from './access'
import { requireWritable } from './archived'
import { canReadIssue, findIssue } from './issue'
import { isSubscribed, presentIssue } from './issue-presenter'
import { labels } from './label-lookup'
import { findProject } from './project'

export const changes = {
  title: string,
  description: string,
  confidential: boolean,
  discussion_locked: boolean,
  labels: strings,
  add_labels: strings,
  remove_labels: strings,
  state_event: string.oneOf('reopen', 'close'),
}

/** Updating issues, and the issues of all projects. The specification has neither. */
export const issueUpdate: Resource = (api) => {
  if (api.flavor === 'spec') return

  api.put(
    '/projects/:id/issues/:issue_iid',
    {
      before: login,
      params: params({ id: segment, issue_iid: segmentId, ...changes }, atLeastOne(...Object.keys(changes))),
    },
    (call, { issue_iid, ...sent }) => {
      const project = findProject(call)
      const issue = findIssue(call, project, issue_iid)
      requireUpdatable(call, project, issue)
      const changed = call.store
        .of(issues)
        .update(issue, { ...fieldsOf(call, project, issue, sent), updated_at: call.now() })
      return { ...presentIssue(call, changed), subscribed: isSubscribed(call, changed) }
    },
  )

  api.get(
    '/issues',
    {
      before: login,
      params: params({
        scope: string.oneOf('created_by_me', 'assigned_to_me', 'all').default('created_by_me'),
        ...paging,
      }),
    },
    (call, { scope, ...query }) => {
      const found = call.store
        .of(issues)
        .all()
        .filter((issue) => canReadIssue(call, issue) && isIn(call, issue, scope))
        .sort((a, b) => (a.created_at === b.created_at ? b.id - a.id : a.created_at < b.created_at ? 1 : -1))
      return paginate(call, found, query).map((issue) => presentIssue(call, issue))
    },
  )
}

/** The emulator's issues have no assignees. */
const isIn = (call: Call, { author_id }: IssueRecord, scope: string): boolean =>
  scope === 'all' || (scope === 'created_by_me' && author_id === call.user?.id)

/** Planners can update all issues, other members their own. */
function requireUpdatable(call: Call, project: ProjectRecord, issue: IssueRecord): void {
  const least = issue.author_id === call.user?.id ? roles.guest : roles.planner
  if (projectRole(call.store, call.user, project) < least) throw forbidden()
  requireWritable(call, project)
}

function fieldsOf(
  call: Call,
  project: ProjectRecord,
  issue: IssueRecord,
  sent: Bound<typeof changes>,
): Partial<IssueRecord> {
  const { title, description, confidential, discussion_locked, state_event } = sent
  if (title !== undefined && !title?.trim()) throw invalid({ title: ["can't be blank"] })
  const closing = state_event === 'close' && issue.state !== 'closed'
  return {
    ...(title != null && { title }),
    ...(description !== undefined && { description }),
    ...(confidential !== undefined && { confidential: confidential ?? false }),
    ...(discussion_locked !== undefined && { discussion_locked }),
    ...(closing && { state: 'closed', closed_at: call.now() }),
    ...(state_event === 'reopen' && { state: 'opened' }),
    label_ids: labelsOf(call, project, issue, sent),
  }
}

/** Creates the labels that do not exist yet in the project. */
export function labelsOf(
  call: Call,
  project: ProjectRecord,
  { label_ids }: Pick<IssueRecord, 'label_ids'>,
  {
    labels: all,
    add_labels = [],
    remove_labels = [],
  }: Pick<Partial<Bound<typeof changes>>, 'labels' | 'add_labels' | 'remove_labels'>,
): number[] {
  const chain = groupChain(call.store, project.group_id)
  const owners = [`project ${project.id}`, ...chain.map(({ id }) => `group ${id}`)] as Owner[]
  const model = labels(call)
  const home = { project_id: project.id, group_id: null }
  const make = (title: string): number => (model.titled(owners, title) ?? model.create(home, { title }, call.now())).id
  const kept = all === undefined ? label_ids : all.map((title) => title.trim()).map(make)
  const added = add_labels.map((title) => title.trim()).map(make)
  const removed = remove_labels.flatMap((title) => model.titled(owners, title.trim())?.id ?? [])
  return [...new Set([...kept, ...added])].filter((id) => !removed.includes(id))
}
