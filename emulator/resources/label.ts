import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { conflict, failed, forbidden, internalError, invalid } from '../http/errors'
import { login } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { atLeastOne, exactlyOne } from '../http/param-rules'
import { boolean, integer, segment, string } from '../http/param-types'
import { type Bound, params } from '../http/params'
import { requireUnmodified } from '../http/unmodified'
import type { LabelRecord, Owner } from '../records/label'
import type { ProjectRecord } from '../records/project'
import { groupChain, requireGroupRole, requireRole, roles } from './access'
import { requireWritable } from './archived'
import { filterLabels, findLabel, labelPath, labels } from './label-lookup'
import { countIssues, presentLabel } from './label-presenter'
import { subscribe } from './label-subscription'
import { findProject } from './project'

/** Scopes that suffice to read labels. */
const readingScopes = ['ai_workflows']

const changes = { new_name: string, color: string, description: string, priority: integer, archived: boolean }

/** Labels of projects. */
export const label: Resource = (api) => {
  const spec = api.flavor === 'spec'
  const someChange = spec
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
        ...(!spec && { archived: boolean }),
        ...paging,
      }),
    },
    (call, { with_counts, include_ancestor_groups, search, archived, ...query }) => {
      const project = findProject(call)
      const found = filterLabels(call, ownersOf(call, project, include_ancestor_groups), { search, archived })
      const counts = with_counts ? countIssues(call, [project.id]) : undefined
      return paginate(call, found, query).map((label) => presentProjectLabel(call, project, label, counts))
    },
  )

  api.get(
    '/projects/:id/labels/:name',
    {
      before: login,
      readingScopes,
      params: params({ ...labelPath, include_ancestor_groups: boolean.default(true) }),
    },
    (call, { include_ancestor_groups, label_id, name }) => {
      const project = findProject(call)
      return presentSingleLabel(
        call,
        project,
        findLabel(call, ownersOf(call, project, include_ancestor_groups), label_id ?? name),
      )
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
        ...(!spec && { archived: boolean }),
        priority: integer,
      }),
    },
    (call, { name, color, description = null, archived, priority = null }) => {
      const project = findProject(call)
      requireAdmin(call, project)
      if (labels(call).titled(ownersOf(call, project, true), name ?? '')) {
        throw conflict('Label already exists')
      }
      if (spec) requireRank(priority)
      if (archived === null) throw internalError()
      const made = labels(call).create(
        { project_id: project.id, group_id: null },
        { title: name, color, description, archived },
        call.now(),
      )
      return presentSingleLabel(
        call,
        project,
        priority === null ? made : prioritizeLabel(call, project, made, priority),
      )
    },
  )

  // Before the route with a title: a label named "promote" cannot be changed by its title.
  api.put(
    '/projects/:id/labels/promote',
    { before: login, readingScopes, params: params({ id: segment, name: string.required() }) },
    (call, { name }) => promoteLabel(call, name ?? ''),
  )

  api.put(
    '/projects/:id/labels/:name',
    { before: login, readingScopes, params: params({ ...labelPath, ...changes }, someChange) },
    (call, { label_id, name, ...sent }) => changeLabel(call, label_id ?? name, sent),
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
    (call, { label_id, name, ...sent }) => changeLabel(call, String(label_id ?? name), sent),
  )

  api.delete(
    '/projects/:id/labels/:name',
    { before: login, readingScopes, params: params(labelPath) },
    (call, { label_id, name }) => deleteLabel(call, label_id ?? name),
  )

  api.delete(
    '/projects/:id/labels',
    {
      before: login,
      readingScopes,
      params: params(
        { id: segment, label_id: integer, name: string },
        spec ? (sent) => (sent('name') ? undefined : 'name is missing') : exactlyOne('label_id', 'name'),
      ),
    },
    (call, { label_id, name }) => deleteLabel(call, String(name ?? label_id)),
  )

  api.put(
    '/projects/:id/labels/:name/promote',
    { before: login, readingScopes, params: params({ id: segment, name: segment }) },
    (call, { name }) => promoteLabel(call, name),
  )

  for (const action of ['subscribe', 'unsubscribe'] as const) {
    api.post(
      `/projects/:id/labels/:name/${action}`,
      { before: login, params: params({ id: segment, name: segment }) },
      (call, { name }) => {
        const project = findProject(call)
        const label = findLabel(call, ownersOf(call, project, true), name)
        return presentSingleLabel(call, project, subscribe(call, label, project.id, action === 'subscribe'))
      },
    )
  }
}

/** The owners of the labels that a project shows: the project, its group and, with `all`, the group's ancestors. */
function ownersOf(call: Call, project: ProjectRecord, all: boolean): Owner[] {
  if (!project.issues_enabled && !project.merge_requests_enabled) return []
  const chain = groupChain(call.store, project.group_id)
  return [`project ${project.id}`, ...chain.slice(0, all ? undefined : 1).map(({ id }): Owner => `group ${id}`)]
}

function requireAdmin(call: Call, project: ProjectRecord): void {
  requireRole(call, project, roles.planner)
  requireWritable(call, project)
  // If issues and merge requests are disabled, labels of the project cannot be changed.
  if (!project.issues_enabled && !project.merge_requests_enabled) throw forbidden()
}

/** Changing a label of a group requires the role in the group, even through a project. */
function requireAdminOf(call: Call, project: ProjectRecord, label: LabelRecord): void {
  if (label.group_id === null) requireAdmin(call, project)
  else requireGroupRole(call, label.group_id, roles.planner)
}

function changeLabel(call: Call, name: string, sent: Bound<typeof changes>) {
  const project = findProject(call)
  requireAdmin(call, project)
  const label = findLabel(call, ownersOf(call, project, false), name)
  const { priority, new_name: title, color, description, archived } = sent
  const onlyRank = [title, color, description, archived].every((value) => value === undefined)
  // Only the priority of a group's label belongs to the project.
  if (!onlyRank) requireAdminOf(call, project, label)
  if (call.instance.flavor === 'spec') requireRank(priority ?? null)
  const changed = labels(call).update(label, { title, color, description, archived }, call.now())
  return presentSingleLabel(
    call,
    project,
    priority === undefined ? changed : prioritizeLabel(call, project, changed, priority),
  )
}

function deleteLabel(call: Call, name: string): void {
  const project = findProject(call)
  const label = findLabel(call, ownersOf(call, project, false), name)
  requireAdminOf(call, project, label)
  requireUnmodified(call, label)
  labels(call).delete(label)
}

function promoteLabel(call: Call, name: string) {
  const refused = failed(400, 'Failed to promote project label to group label')
  const project = findProject(call)
  if (project.group_id === null) throw refused
  requireGroupRole(call, project.group_id, roles.planner)
  const label = findLabel(call, ownersOf(call, project, false), name)
  if (label.group_id !== null) throw refused
  const keepId = call.instance.flavor === 'spec'
  const promoted = labels(call).promote(label, project.group_id, { keepId }, call.now())
  // Subscriptions in the project remain, but the response is about the group.
  if (!keepId) return presentLabel(call, promoted, null)
  const { priority: _priority, is_project_label: _own, ...shown } = presentSingleLabel(call, project, promoted)
  const { text_color: _text, ...specified } = shown
  return specified
}

function requireRank(priority: number | null): void {
  if (priority !== null && priority < 0) throw invalid({ priority: ['must be greater than or equal to 0'] })
}

function prioritizeLabel(call: Call, project: ProjectRecord, label: LabelRecord, priority: number | null): LabelRecord {
  // GitLab has stored the other fields before it fails.
  if (priority !== null && (priority < 0 || priority > 2 ** 31 - 1)) throw internalError()
  return labels(call).prioritize(label, project, priority)
}

/** The specification includes counts in responses with one label, GitLab only in lists with `with_counts`. */
const presentSingleLabel = (call: Call, project: ProjectRecord, label: LabelRecord) =>
  presentProjectLabel(
    call,
    project,
    label,
    call.instance.flavor === 'spec' ? countIssues(call, [project.id]) : undefined,
  )

const presentProjectLabel = (
  call: Call,
  project: ProjectRecord,
  label: LabelRecord,
  counts?: ReturnType<typeof countIssues>,
) => ({
  ...presentLabel(call, label, project.id, counts),
  priority: label.priorities[project.id] ?? null,
  is_project_label: label.group_id === null,
})
