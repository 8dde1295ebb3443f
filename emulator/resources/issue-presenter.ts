import type { Call } from '../http/call'
import { isCommunity, isFree } from '../http/instance'
import type { IssueRecord } from '../records/issue'
import { projects } from '../records/project'
import { users } from '../records/user'
import { textColor } from './color'
import { IssueLinkModel } from './issue-link-model'
import { LabelModel } from './label-model'
import { presentUserBasic } from './user'

/** The fields of an issue in responses about links. GitLab has more than the specification. */
export function presentLinkedIssue(call: Call, issue: IssueRecord) {
  return { ...presentIssueOfSpec(call, issue), ...(call.instance.flavor === 'gitlab' && more(call, issue)) }
}

/** All fields of an issue, as in lists. */
export function presentIssue(call: Call, issue: IssueRecord, from = issue) {
  const project = call.store.of(projects).get(issue.project_id)
  const path = project?.path_with_namespace ?? ''
  const self = `${call.instance.url}/api/v4/projects/${issue.project_id}/issues/${issue.iid}`
  return {
    ...presentIssueOfSpec(call, issue),
    ...more(call, issue),
    has_tasks: call.instance.flavor === 'gitlab',
    task_status: '',
    _links: {
      self,
      notes: `${self}/notes`,
      award_emoji: `${self}/award_emoji`,
      project: `${call.instance.url}/api/v4/projects/${issue.project_id}`,
      closed_as_duplicate_of: null,
    },
    references: { short: `#${issue.iid}`, relative: relativeTo(call, from, issue), full: `${path}#${issue.iid}` },
    severity: 'UNKNOWN',
    moved_to_id: null,
    imported: false,
    imported_from: 'none',
    service_desk_reply_to: null,
    ...(licensed(call) && { epic_iid: null, epic: null, iteration: null }),
    ...(call.instance.tier === 'ultimate' && { health_status: null }),
  }
}

/** The labels of an issue with their details. */
export const presentIssueLabels = (call: Call, issue: IssueRecord) =>
  new LabelModel(call.store).labelled(issue.label_ids).map(({ id, title, color, description }) => ({
    id,
    name: title,
    color,
    description,
    description_html: description,
    text_color: textColor(color),
  }))

/** The reference of the issue, relative to the project of another issue. */
function relativeTo(call: Call, from: IssueRecord, { project_id, iid }: IssueRecord): string {
  const all = call.store.of(projects)
  const [here, there] = [all.get(from.project_id), all.get(project_id)]
  if (here === there) return `#${iid}`
  const near = there?.group_id != null && here?.group_id === there.group_id
  return `${(near ? there.path : there?.path_with_namespace) ?? ''}#${iid}`
}

/** Authors are subscribed to their issues. */
export const isSubscribed = (call: Call, issue: IssueRecord): boolean => call.user?.id === issue.author_id

const licensed = (call: Call): boolean => !isFree(call.instance)

function presentIssueOfSpec(call: Call, issue: IssueRecord) {
  const author = call.store.of(users).get(issue.author_id)
  const path = call.store.of(projects).get(issue.project_id)?.path_with_namespace ?? ''
  return {
    id: issue.id,
    iid: issue.iid,
    project_id: issue.project_id,
    title: issue.title,
    description: issue.description,
    state: issue.state,
    created_at: issue.created_at,
    updated_at: issue.updated_at,
    labels: new LabelModel(call.store).titles(issue.label_ids),
    milestone: null,
    assignees: [],
    author: author ? presentUserBasic(call, author) : null,
    assignee: null,
    user_notes_count: 0,
    due_date: null,
    confidential: issue.confidential,
    web_url: `${call.instance.url}/${path}/-/issues/${issue.iid}`,
    ...((licensed(call) || call.instance.flavor === 'spec') && { weight: null }),
  }
}

const more = (call: Call, issue: IssueRecord) => ({
  closed_at: issue.state === 'closed' ? (issue.closed_at ?? issue.updated_at) : null,
  closed_by: null,
  type: (issue.issue_type ?? 'issue').toUpperCase(),
  merge_requests_count: 0,
  upvotes: 0,
  downvotes: 0,
  start_date: null,
  discussion_locked: issue.discussion_locked ?? null,
  issue_type: issue.issue_type ?? 'issue',
  time_stats: { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null },
  task_completion_status: { count: 0, completed_count: 0 },
  ...(!isCommunity(call.instance) && { blocking_issues_count: new IssueLinkModel(call.store).blockedBy(issue) }),
})
