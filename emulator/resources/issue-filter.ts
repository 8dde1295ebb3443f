import type { Call } from '../http/call'
import { atMostOne } from '../http/param-rules'
import { boolean, dateTime, integer, integers, nested, string, strings } from '../http/param-types'
import { type Bound, params } from '../http/params'
import { matcher } from '../http/search'
import type { IssueRecord } from '../records/issue'
import { users } from '../records/user'
import { LabelModel } from './label-model'
import { isWithin } from './project-filter'

/** Values with a special meaning. Their case does not matter. */
const anyOrNone = ['Any', 'None', 'Upcoming', 'Started']

/** Filters that can also be negated with `not`. */
const negatable = {
  labels: strings,
  milestone: string,
  milestone_id: string.oneOf(...anyOrNone),
  iids: integers,
  author_id: integer,
  author_username: string,
  assignee_username: strings,
}

/** Filters that exclude each other. */
export const issueRules = [
  atMostOne('milestone_id', 'milestone'),
  atMostOne('author_id', 'author_username'),
  atMostOne('assignee_id', 'assignee_username'),
]

/** Filters of the list. */
export const issueFilters = {
  state: string.oneOf('opened', 'closed', 'all').default('all'),
  ...negatable,
  not: nested(params({ ...negatable, assignee_id: integer }, ...issueRules)),
  assignee_id: string,
  search: string,
  in: string,
  scope: string.oneOf('created-by-me', 'assigned-to-me', 'created_by_me', 'assigned_to_me', 'all'),
  confidential: boolean,
  created_after: dateTime,
  created_before: dateTime,
  updated_after: dateTime,
  updated_before: dateTime,
  due_date: string.oneOf(
    '0',
    'any',
    'today',
    'tomorrow',
    'overdue',
    'week',
    'month',
    'next_month_and_previous_two_weeks',
    '',
  ),
  issue_type: string.oneOf('issue', 'incident', 'test_case', 'requirement', 'task', 'ticket'),
  my_reaction_emoji: string,
  closed_by_id: integer,
  weight: string,
  epic_id: string,
  iteration_id: string,
  iteration_title: string,
  health_status: string,
}

type Query = Bound<typeof issueFilters>
type Negatable = Pick<Partial<Query>, keyof typeof negatable>

/** The issues that match the filters. */
export function chooseIssues(call: Call, found: IssueRecord[], query: Query): IssueRecord[] {
  if (needsMissingFeature(query)) return []
  const unwanted = excluded(query.not ?? {})
  return found.filter(
    (issue) =>
      matchesQuery(call, issue, query) && fits(call, issue, query) && !unwanted.some((one) => fits(call, issue, one)),
  )
}

/** The negated filters one by one. Ignores `assignee_id` because the emulator's issues have no assignees. */
function excluded({ labels = [], assignee_id: _nobody, ...others }: NonNullable<Query['not']>): Negatable[] {
  const given = Object.entries(others).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value)))
  return [...labels.map((label) => ({ labels: [label] })), ...given.map(([name, value]) => ({ [name]: value }))]
}

/** Whether a filter needs a feature that the emulator's issues do not have, such as an assignee or a due date. */
function needsMissingFeature(query: Query): boolean {
  const { scope, due_date, closed_by_id, assignee_id, my_reaction_emoji } = query
  const { weight, epic_id, iteration_id, iteration_title, health_status } = query
  const values = [assignee_id, my_reaction_emoji, weight, epic_id, iteration_id, iteration_title, health_status]
  return (
    values.some((value) => value && value.toLowerCase() !== 'none') ||
    Boolean(scope?.startsWith('assigned')) ||
    (Boolean(due_date) && due_date !== '0') ||
    closed_by_id != null
  )
}

function matchesQuery({ user }: Call, issue: IssueRecord, query: Query): boolean {
  const { state, confidential, issue_type, scope } = query
  return (
    (state === 'all' || issue.state === state) &&
    (confidential == null || issue.confidential === confidential) &&
    (!issue_type || (issue.issue_type ?? 'issue') === issue_type) &&
    (!scope?.startsWith('created') || issue.author_id === user?.id) &&
    isWithin(issue.created_at, query.created_after, query.created_before) &&
    isWithin(issue.updated_at, query.updated_after, query.updated_before) &&
    isFound(issue, query)
  )
}

function isFound({ title, description }: IssueRecord, { search, in: within }: Query): boolean {
  if (!search?.trim()) return true
  const matches = matcher(search)
  const places = (within || 'title,description').split(',')
  return (places.includes('title') && matches(title)) || (places.includes('description') && matches(description))
}

function fits(call: Call, issue: IssueRecord, query: Negatable): boolean {
  const { labels = [], iids = [], author_id, author_username, milestone, milestone_id, assignee_username = [] } = query
  return (
    hasLabels(call, issue, labels) &&
    (iids.length === 0 || iids.includes(issue.iid)) &&
    (author_id == null || issue.author_id === author_id) &&
    (!author_username || nameOf(call, issue.author_id) === author_username.toLowerCase()) &&
    // The emulator's issues have no milestones and no assignees.
    [milestone, milestone_id].every((one) => !one || one.toLowerCase() === 'none') &&
    assignee_username.length === 0
  )
}

const nameOf = (call: Call, id: number) => call.store.of(users).get(id)?.username.toLowerCase()

/** Whether the issue has all of these labels; `Any` and `None` are special. */
function hasLabels(call: Call, issue: IssueRecord, labels: string[]): boolean {
  const [first = ''] = labels
  if (first.toLowerCase() === 'none') return issue.label_ids.length === 0
  if (first.toLowerCase() === 'any') return issue.label_ids.length > 0
  const titles = new LabelModel(call.store).titles(issue.label_ids)
  return labels.every((label) => titles.includes(label))
}

/** Orders of the list. In GitLab, the last one is a paid feature. */
export const issueOrders = [
  'created_at',
  'due_date',
  'label_priority',
  'milestone_due',
  'popularity',
  'priority',
  'relative_position',
  'title',
  'updated_at',
  'weight',
]

/** Sorts by fields other than times. Sorts issues with equal values from new to old. */
export function sortIssues(call: Call, found: IssueRecord[], order_by: string, sort: string): IssueRecord[] {
  const model = new LabelModel(call.store)
  const values: Record<string, (issue: IssueRecord) => string | number | undefined> = {
    title: ({ title }) => title.toLowerCase(),
    label_priority: ({ label_ids, project_id }) => model.highestPriority(label_ids, project_id),
    priority: ({ label_ids, project_id }) => model.highestPriority(label_ids, project_id),
  }
  const valueOf = values[order_by] ?? (() => undefined)
  const sign = sort === 'asc' ? 1 : -1
  const compare = (a: string | number | undefined, b: string | number | undefined): number => {
    if (a === b) return 0
    // Issues without a value come last in both directions.
    if (a === undefined || b === undefined) return a === undefined ? 1 : -1
    return a < b ? -sign : sign
  }
  return [...found].sort((a, b) => compare(valueOf(a), valueOf(b)) || b.id - a.id)
}
