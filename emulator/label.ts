import { groupChain, requireGroupRole, requireRole, roles } from './access'
import { type Resource } from './api'
import { login } from './auth'
import { type Call } from './call'
import { textColor } from './color'
import { conflict, failed, forbidden, internalError, invalid, notFound, notModified } from './http-errors'
import { LabelModel, type LabelRecord, type Owner } from './label-record'
import { paginate, paging } from './paginate'
import { atLeastOne, boolean, type Bound, exactlyOne, integer, params, segment, string } from './params'
import { findProject, requireWritable } from './project'
import { issues, type ProjectRecord } from './records'
import { matcher } from './search'
import { requireUnmodified } from './unmodified'

// `name` is the label's id or title; a `label_id` sent along goes before it.
const one = { id: segment, name: segment, label_id: string }
/** What is enough to read labels. */
const readingScopes = ['ai_workflows']

const changes = { new_name: string, color: string, description: string, priority: integer, archived: boolean }

/** Labels of projects. */
export const label: Resource = (api) => {
  const seed = api.flavor === 'seed'
  const someChange = seed
    ? atLeastOne('new_name', 'color')
    : atLeastOne('new_name', 'color', 'description', 'priority', 'archived')

  api.get(
    '/projects/:id/labels',
    {
      before: login,
      readingScopes,
      params: params({
        id: segment,
        with_counts: boolean.default(false),
        include_ancestor_groups: boolean.default(true),
        search: string,
        ...(!seed && { archived: boolean }),
        ...paging,
      }),
    },
    (call, { with_counts, include_ancestor_groups, search, ...asked }) => {
      const project = findProject(call)
      const found = list(call, project, include_ancestor_groups, search ?? '')
      const counts = with_counts ? countIssues(call, [project.id]) : undefined
      return paginate(call, found, asked).map((label) => present(call, project, label, counts))
    },
  )

  api.get(
    '/projects/:id/labels/:name',
    {
      before: login,
      readingScopes,
      params: params({ ...one, include_ancestor_groups: boolean.default(true) }),
    },
    (call, { include_ancestor_groups, label_id, name }) => {
      const project = findProject(call)
      return presentOne(call, project, find(call, project, label_id ?? name, include_ancestor_groups))
    },
  )

  api.post(
    '/projects/:id/labels',
    {
      before: login,
      readingScopes,
      params: params({
        id: segment,
        name: string.required(),
        color: string.required(),
        description: string,
        priority: integer,
      }),
    },
    (call, { name, color, description = null, priority = null }) => {
      const project = findProject(call)
      requireAdmin(call, project)
      if (labels(call).titled(owners(call, project, true), name ?? '')) {
        throw conflict('Label already exists')
      }
      if (seed) requireRank(priority)
      const made = labels(call).create(
        { project_id: project.id, group_id: null },
        { title: name, color, description },
        call.now(),
      )
      return presentOne(call, project, priority === null ? made : prioritize(call, project, made, priority))
    },
  )

  // Before the route with a title: a label called "promote" cannot be changed by its title.
  api.put(
    '/projects/:id/labels/promote',
    { before: login, readingScopes, params: params({ id: segment, name: string.required() }) },
    (call, { name }) => promote(call, name ?? ''),
  )

  api.put(
    '/projects/:id/labels/:name',
    { before: login, readingScopes, params: params({ ...one, ...changes }, someChange) },
    (call, { label_id, name, ...sent }) => change(call, label_id ?? name, sent),
  )

  api.put(
    '/projects/:id/labels',
    {
      before: login,
      readingScopes,
      params: params(
        { id: segment, label_id: integer, name: string, ...changes },
        someChange,
        exactlyOne('label_id', 'name'),
      ),
    },
    (call, { label_id, name, ...sent }) => change(call, String(label_id ?? name), sent),
  )

  api.delete(
    '/projects/:id/labels/:name',
    { before: login, readingScopes, params: params(one) },
    (call, { label_id, name }) => remove(call, label_id ?? name),
  )

  api.delete(
    '/projects/:id/labels',
    {
      before: login,
      readingScopes,
      params: params(
        { id: segment, label_id: integer, name: string },
        seed ? (sent) => (sent('name') ? undefined : 'name is missing') : exactlyOne('label_id', 'name'),
      ),
    },
    (call, { label_id, name }) => remove(call, String(name ?? label_id)),
  )

  api.put(
    '/projects/:id/labels/:name/promote',
    { before: login, readingScopes, params: params({ id: segment, name: segment }) },
    (call, { name }) => promote(call, name),
  )

  for (const action of ['subscribe', 'unsubscribe'] as const) {
    api.post(
      `/projects/:id/labels/:name/${action}`,
      { before: login, params: params({ id: segment, name: segment }) },
      (call, { name }) => {
        const project = findProject(call)
        const label = find(call, project, name, true)
        return presentOne(call, project, subscribe(call, label, project.id, action === 'subscribe'))
      },
    )
  }
}

export const labels = (call: Call): LabelModel => new LabelModel(call.store, call.instance.flavor)

/** Whose labels a project shows: its own, those of its group, and with `all` of the groups above that. */
function owners(call: Call, project: ProjectRecord, all: boolean): Owner[] {
  if (!project.issues_enabled && !project.merge_requests_enabled) return []
  const chain = groupChain(call.store, project.group_id)
  return [`project ${project.id}`, ...chain.slice(0, all ? undefined : 1).map(({ id }): Owner => `group ${id}`)]
}

function list(call: Call, project: ProjectRecord, all: boolean, search: string): readonly LabelRecord[] {
  const found = labels(call).of(owners(call, project, all))
  if (search.trim() === '') return found
  const matches = matcher(search)
  return found.filter(({ title, description }) => matches(title) || matches(description))
}

function find(call: Call, project: ProjectRecord, name: string, all: boolean): LabelRecord {
  const found = labels(call).find(owners(call, project, all), name)
  if (!found) throw notFound('Label')
  return found
}

function requireAdmin(call: Call, project: ProjectRecord): void {
  requireRole(call, project, roles.planner)
  requireWritable(project)
  // Without issues and merge requests a project has no use for labels, and nobody may touch them.
  if (!project.issues_enabled && !project.merge_requests_enabled) throw forbidden()
}

/** A label of a group belongs to the group, even when it is reached through a project. */
function requireAdminOf(call: Call, project: ProjectRecord, label: LabelRecord): void {
  if (label.group_id === null) requireAdmin(call, project)
  else requireGroupRole(call, label.group_id, roles.planner)
}

function change(call: Call, name: string, sent: Bound<typeof changes>) {
  const project = findProject(call)
  requireAdmin(call, project)
  const label = find(call, project, name, false)
  const { priority, new_name: title, color, description } = sent
  const fields = {
    ...(title !== undefined && { title }),
    ...(color !== undefined && { color }),
    ...(description !== undefined && { description }),
  }
  const onlyRank = Object.keys(fields).length === 0 && sent.archived === undefined
  // The rank is the project's own, the rest of a group's label is not.
  if (!onlyRank) requireAdminOf(call, project, label)
  if (call.instance.flavor === 'seed') requireRank(priority ?? null)
  const changed = labels(call).update(label, fields, call.now())
  return presentOne(call, project, priority === undefined ? changed : prioritize(call, project, changed, priority))
}

function remove(call: Call, name: string): void {
  const project = findProject(call)
  const label = find(call, project, name, false)
  requireAdminOf(call, project, label)
  requireUnmodified(call, label)
  labels(call).delete(label)
}

function promote(call: Call, name: string) {
  const refused = failed(400, 'Failed to promote project label to group label')
  const project = findProject(call)
  if (project.group_id === null) throw refused
  requireGroupRole(call, project.group_id, roles.planner)
  const label = find(call, project, name, false)
  if (label.group_id !== null) throw refused
  const keepId = call.instance.flavor === 'seed'
  const promoted = labels(call).promote(label, project.group_id, { keepId }, call.now())
  const { priority: _priority, is_project_label: _own, ...shown } = presentOne(call, project, promoted)
  if (!keepId) return shown
  const { text_color: _text, ...specified } = shown
  return specified
}

function requireRank(priority: number | null): void {
  if (priority !== null && priority < 0) throw invalid({ priority: ['must be greater than or equal to 0'] })
}

function prioritize(call: Call, project: ProjectRecord, label: LabelRecord, priority: number | null): LabelRecord {
  // GitLab has stored the rest by now, and then breaks.
  if (priority !== null && (priority < 0 || priority > 2 ** 31 - 1)) throw internalError()
  return labels(call).prioritize(label, project, priority)
}

interface Counts {
  opened: number
  closed: number
}

/** How many issues of these projects bear each label. */
export function countIssues(call: Call, projectIds: number[]): Map<number, Counts> {
  const counts = new Map<number, Counts>()
  for (const issue of projectIds.flatMap((id) => call.store.of(issues).where('project', id))) {
    for (const id of issue.label_ids) {
      const count = counts.get(id) ?? { opened: 0, closed: 0 }
      count[issue.state]++
      counts.set(id, count)
    }
  }
  return counts
}

/** The specification shows counts wherever one label is answered; GitLab only in lists that ask for them. */
const presentOne = (call: Call, project: ProjectRecord, label: LabelRecord) =>
  present(call, project, label, call.instance.flavor === 'seed' ? countIssues(call, [project.id]) : undefined)

function present(call: Call, project: ProjectRecord, label: LabelRecord, counts: Map<number, Counts> | undefined) {
  const { opened, closed } = counts?.get(label.id) ?? { opened: 0, closed: 0 }
  return {
    id: label.id,
    name: label.title,
    description: label.description,
    description_html: descriptionHtml(call, label),
    text_color: textColor(label.color),
    color: label.color,
    ...(counts && { open_issues_count: opened, closed_issues_count: closed, open_merge_requests_count: 0 }),
    subscribed: isSubscribed(call, label, project.id),
    priority: label.priorities[project.id] ?? null,
    is_project_label: label.group_id === null,
  }
}

type Subscription = LabelRecord['subscriptions'][number]

const isMine = (call: Call, { user_id }: Subscription): boolean => user_id === call.user?.id

/** Subscribes the caller in a project, or with null in the whole group, and only there; or ends that subscription. */
export function subscribe(call: Call, label: LabelRecord, project: number | null, on: boolean): LabelRecord {
  const here = (one: Subscription): boolean => isMine(call, one) && one.project_id === project
  if (label.subscriptions.some(here) === on) throw notModified()
  const mine = { user_id: call.user!.id, project_id: project }
  const elsewhere = label.subscriptions.filter(
    (one) => !here(one) && !(on && isMine(call, one) && isWider(one, project)),
  )
  return labels(call).subscribe(label, on ? [...elsewhere, mine] : elsewhere)
}

/** A subscription of the group takes the place of those of projects, and the reverse. */
const isWider = ({ project_id }: Subscription, project: number | null): boolean =>
  project === null ? project_id !== null : project_id === null

/** Whether the caller is subscribed in the project or in the whole group. */
export const isSubscribed = (call: Call, label: LabelRecord, project: number | null): boolean =>
  label.subscriptions.some((one) => isMine(call, one) && (one.project_id === project || one.project_id === null))

/** GitLab has text in the place of no description. */
export const descriptionHtml = (call: Call, { description }: LabelRecord): string | null =>
  call.instance.flavor === 'gitlab' ? oneLine(description ?? '') : description && escapeHtml(description)

/** A text in the place of HTML: entities are kept, control characters are not. Neither Markdown nor references are looked for. */
const oneLine = (text: string): string =>
  text
    .replace(/&(?!(?:[a-z]+|#\d+|#x[\da-f]+);)/gi, '&amp;')
    .replace(/&(?:quot|#39);/g, (entity) => (entity === '&quot;' ? '"' : "'"))
    .replace(/[<>]/g, (bracket) => (bracket === '<' ? '&lt;' : '&gt;'))
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\v\f\u000e-\u001f]/g, '')

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
