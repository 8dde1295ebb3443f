import { groupChain, projectRole, requireGroupRole, roles } from './access'
import { type Resource } from './api'
import { login } from './auth'
import { type Call } from './call'
import { textColor } from './color'
import { findGroup } from './group'
import { conflict, notFound } from './http-errors'
import { countIssues, descriptionHtml, isSubscribed, labels, subscribe } from './label'
import { type LabelRecord, type Owner } from './label-record'
import { paginate, paging } from './paginate'
import { atLeastOne, boolean, type Bound, exactlyOne, integer, params, segment, string } from './params'
import { type GroupRecord, groups, projects } from './records'
import { matcher } from './search'
import { requireUnmodified } from './unmodified'

// As in projects, `name` is the label's id or title, and a `label_id` sent along goes before it.
const one = { id: segment, name: segment, label_id: string }
const changes = { new_name: string, color: string, description: string, archived: boolean }
const someChange = atLeastOne('new_name', 'color', 'description', 'archived')
const reach = {
  include_ancestor_groups: boolean.default(true),
  include_descendant_groups: boolean.default(false),
  only_group_labels: boolean.default(true),
}

/** Labels of groups, which the specification does not have. */
export const groupLabel: Resource = (api) => {
  if (api.flavor === 'seed') return

  api.get(
    '/groups/:id/labels',
    {
      before: login,
      params: params({
        id: segment,
        with_counts: boolean.default(false),
        ...reach,
        search: string,
        archived: boolean,
        ...paging,
      }),
    },
    (call, { with_counts, search, ...asked }) => {
      const group = findGroup(call)
      const matches = search?.trim() ? matcher(search) : () => true
      const found = labels(call)
        .of(owners(call, group, asked))
        .filter(({ title, description }) => matches(title) || matches(description))
      const all = with_counts ? readableProjects(call, below(call, group)) : []
      const counts = with_counts ? countIssues(call, all) : undefined
      return paginate(call, found, asked).map((label) => present(call, label, counts))
    },
  )

  api.get(
    '/groups/:id/labels/:name',
    { before: login, params: params({ ...one, ...reach }) },
    (call, { label_id, name, ...asked }) => {
      const group = findGroup(call)
      return present(call, find(call, owners(call, group, asked), label_id ?? name))
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
    (call, { name, color, description = null }) => {
      const group = findGroup(call)
      requireGroupRole(call, group.id, roles.planner)
      if (labels(call).titled(own(groupChain(call.store, group.id)), name ?? '')) throw conflict('Label already exists')
      const home = { project_id: null, group_id: group.id }
      return present(call, labels(call).create(home, { title: name, color, description }, call.now()))
    },
  )

  api.put(
    '/groups/:id/labels/:name',
    { before: login, params: params({ ...one, ...changes }, someChange) },
    (call, { label_id, name, ...sent }) => change(call, label_id ?? name, sent),
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
    (call, { label_id, name, ...sent }) => change(call, String(label_id ?? name), sent),
  )

  api.delete('/groups/:id/labels/:name', { before: login, params: params(one) }, (call, { label_id, name }) =>
    remove(call, label_id ?? name),
  )

  api.delete(
    '/groups/:id/labels',
    { before: login, params: params({ id: segment, name: string.required() }) },
    (call, { name }) => remove(call, name ?? ''),
  )

  for (const action of ['subscribe', 'unsubscribe'] as const) {
    api.post(
      `/groups/:id/labels/:name/${action}`,
      { before: login, params: params({ id: segment, name: segment }) },
      (call, { name }) => {
        const label = find(call, own(groupChain(call.store, findGroup(call).id)), name)
        return present(call, subscribe(call, label, null, action === 'subscribe'))
      },
    )
  }
}

const own = (all: GroupRecord[]): Owner[] => all.map(({ id }): Owner => `group ${id}`)

/** The group and those below it. */
const below = (call: Call, group: GroupRecord): GroupRecord[] =>
  call.store
    .of(groups)
    .all()
    .filter(({ id }) => groupChain(call.store, id).some((one) => one.id === group.id))

const readableProjects = (call: Call, all: GroupRecord[]): number[] =>
  all
    .flatMap(({ id }) => call.store.of(projects).where('group', id))
    .filter((project) => projectRole(call.store, call.user, project) >= roles.guest)
    .map(({ id }) => id)

/** Whose labels are shown. */
function owners(call: Call, group: GroupRecord, asked: Pick<Bound<typeof reach>, keyof typeof reach>): Owner[] {
  const downwards = asked.include_descendant_groups ? below(call, group) : [group]
  const upwards = asked.include_ancestor_groups ? groupChain(call.store, group.id) : []
  const ofProjects = asked.only_group_labels ? [] : readableProjects(call, downwards)
  return [...new Set([...own([...upwards, ...downwards]), ...ofProjects.map((id): Owner => `project ${id}`)])]
}

function find(call: Call, all: Owner[], name: string): LabelRecord {
  const found = labels(call).find(all, name)
  if (!found) throw notFound('Label')
  return found
}

/** A label of the group itself, for those who may change it. */
function findOwn(call: Call, name: string): LabelRecord {
  const group = findGroup(call)
  const found = find(call, own([group]), name)
  requireGroupRole(call, group.id, roles.planner)
  return found
}

function change(call: Call, name: string, sent: Bound<typeof changes>) {
  const label = findOwn(call, name)
  const { new_name: title, color, description } = sent
  const fields = {
    ...(title !== undefined && { title }),
    ...(color !== undefined && { color }),
    ...(description !== undefined && { description }),
  }
  return present(call, labels(call).update(label, fields, call.now()))
}

function remove(call: Call, name: string): void {
  const label = findOwn(call, name)
  requireUnmodified(call, label)
  labels(call).delete(label)
}

function present(call: Call, label: LabelRecord, counts?: ReturnType<typeof countIssues>) {
  const { opened, closed } = counts?.get(label.id) ?? { opened: 0, closed: 0 }
  return {
    id: label.id,
    name: label.title,
    description: label.description,
    description_html: descriptionHtml(call, label),
    text_color: textColor(label.color),
    color: label.color,
    ...(counts && { open_issues_count: opened, closed_issues_count: closed, open_merge_requests_count: 0 }),
    subscribed: isSubscribed(call, label, null),
  }
}
