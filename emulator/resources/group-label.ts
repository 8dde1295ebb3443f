import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { conflict } from '../http/errors'
import { login } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { atLeastOne, exactlyOne } from '../http/param-rules'
import { boolean, integer, segment, string } from '../http/param-types'
import { type Bound, params } from '../http/params'
import { requireUnmodified } from '../http/unmodified'
import { type GroupRecord, groups } from '../records/group'
import type { LabelRecord, Owner } from '../records/label'
import { projects } from '../records/project'
import { canReadGroup, groupChain, projectRole, requireGroupRole, roles } from './access'
import { isArchived, requireActiveGroup } from './archived'
import { findGroup } from './group'
import { filterLabels, findLabel, labelPath, labels } from './label-lookup'
import { countIssues, presentLabel } from './label-presenter'
import { subscribe } from './label-subscription'

const changes = { new_name: string, color: string, description: string, archived: boolean }
const someChange = atLeastOne('new_name', 'color', 'description', 'archived')
const scope = {
  include_ancestor_groups: boolean.default(true),
  include_descendant_groups: boolean.default(false),
  only_group_labels: boolean.default(true),
}

/** Labels of groups. The specification does not include them, so that both flavors follow GitLab. */
export const groupLabel: Resource = (api) => {
  api.get(
    '/groups/:id/labels',
    {
      before: login,
      params: params({
        id: segment,
        with_counts: boolean.default(false),
        ...scope,
        search: string,
        archived: boolean,
        ...paging,
      }),
    },
    (call, { with_counts, search, archived, ...query }) => {
      const group = findGroup(call)
      const found = filterLabels(call, ownersInScope(call, group, query), { search, archived })
      const all = with_counts ? readableProjects(call, withDescendants(call, group)) : []
      const counts = with_counts ? countIssues(call, all) : undefined
      return paginate(call, found, query).map((label) => presentGroupLabel(call, label, counts))
    },
  )

  api.get(
    '/groups/:id/labels/:name',
    { before: login, params: params({ ...labelPath, ...scope }) },
    (call, { label_id, name, ...query }) => {
      const group = findGroup(call)
      return presentGroupLabel(call, findLabel(call, ownersInScope(call, group, query), label_id ?? name))
    },
  )

  api.post(
    '/groups/:id/labels',
    {
      before: login,
      params: params({
        id: segment,
        name: string.required(),
        color: string.required(),
        description: string,
        archived: boolean,
      }),
    },
    (call, { name, color, description = null, archived }) => {
      const group = findGroup(call)
      requireGroupRole(call, group.id, roles.planner)
      requireActiveGroup(call, group.id)
      if (labels(call).titled(ownersOf(groupChain(call.store, group.id)), name ?? ''))
        throw conflict('Label already exists')
      const home = { project_id: null, group_id: group.id }
      const fields = { title: name, color, description, archived }
      return presentGroupLabel(call, labels(call).create(home, fields, call.now()))
    },
  )

  api.put(
    '/groups/:id/labels/:name',
    { before: login, params: params({ ...labelPath, ...changes }, someChange) },
    (call, { label_id, name, ...sent }) => changeLabel(call, label_id ?? name, sent),
  )

  api.put(
    '/groups/:id/labels',
    {
      before: login,
      params: params(
        { id: segment, label_id: integer, name: string, ...changes },
        someChange,
        exactlyOne('label_id', 'name'),
      ),
    },
    (call, { label_id, name, ...sent }) => changeLabel(call, String(label_id ?? name), sent),
  )

  api.delete('/groups/:id/labels/:name', { before: login, params: params(labelPath) }, (call, { label_id, name }) =>
    deleteLabel(call, label_id ?? name),
  )

  api.delete(
    '/groups/:id/labels',
    { before: login, params: params({ id: segment, name: string.required() }) },
    (call, { name }) => deleteLabel(call, name ?? ''),
  )

  for (const action of ['subscribe', 'unsubscribe'] as const) {
    api.post(
      `/groups/:id/labels/:name/${action}`,
      { before: login, params: params({ id: segment, name: segment }) },
      (call, { name }) => {
        const label = findLabel(call, ownersOf(groupChain(call.store, findGroup(call).id)), name)
        return presentGroupLabel(call, subscribe(call, label, null, action === 'subscribe'))
      },
    )
  }
}

const ownersOf = (all: GroupRecord[]): Owner[] => all.map(({ id }): Owner => `group ${id}`)

/** The group, and its descendants that the caller can read. */
const withDescendants = (call: Call, group: GroupRecord): GroupRecord[] =>
  call.store
    .of(groups)
    .all()
    .filter(({ id }) => groupChain(call.store, id).some((one) => one.id === group.id))
    .filter((one) => one.id === group.id || canReadGroup(call.store, call.user, one))

/** Projects that are not archived, with issues or merge requests that the caller can read. */
const readableProjects = (call: Call, all: GroupRecord[]): number[] =>
  all
    .flatMap(({ id }) => call.store.of(projects).where('group', id))
    .filter((project) => !isArchived(call.store, project) && (project.issues_enabled || project.merge_requests_enabled))
    .filter((project) => projectRole(call.store, call.user, project) >= roles.guest)
    .map(({ id }) => id)

/** The owners of the labels that a request asks for. */
function ownersInScope(call: Call, group: GroupRecord, query: Pick<Bound<typeof scope>, keyof typeof scope>): Owner[] {
  const downwards = query.include_descendant_groups ? withDescendants(call, group) : [group]
  const upwards = query.include_ancestor_groups ? groupChain(call.store, group.id) : []
  const ofProjects = query.only_group_labels ? [] : readableProjects(call, downwards)
  return [...new Set([...ownersOf([...upwards, ...downwards]), ...ofProjects.map((id): Owner => `project ${id}`)])]
}

/** One of the group's own labels. @throws HttpError 403 if the caller cannot change it. */
function findOwnLabel(call: Call, name: string): LabelRecord {
  const group = findGroup(call)
  const found = findLabel(call, ownersOf([group]), name)
  requireGroupRole(call, group.id, roles.planner)
  requireActiveGroup(call, group.id)
  return found
}

function changeLabel(call: Call, name: string, sent: Bound<typeof changes>) {
  const label = findOwnLabel(call, name)
  const { new_name: title, ...fields } = sent
  return presentGroupLabel(call, labels(call).update(label, { title, ...fields }, call.now()))
}

function deleteLabel(call: Call, name: string): void {
  const label = findOwnLabel(call, name)
  requireUnmodified(call, label)
  labels(call).delete(label)
}

const presentGroupLabel = (call: Call, label: LabelRecord, counts?: ReturnType<typeof countIssues>) =>
  presentLabel(call, label, null, counts)
