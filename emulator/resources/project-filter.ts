import type { Api } from '../http/api'
import type { Call } from '../http/call'
import { badRequest } from '../http/errors'
import { boolean, date, dateTime, integer, string, strings } from '../http/param-types'
import type { Bound } from '../http/params'
import { matcher } from '../http/search'
import { type ProjectRecord, projects } from '../records/project'
import { canReadProject, givenRoles, groupChain, projectRole, roles } from './access'
import { isArchived } from './archived'
import { goesWithGroup } from './project-model'

/** Filters of the list. */
export const projectFilters = (api: Api) => ({
  archived: boolean,
  active: boolean,
  visibility: string.oneOf('private', 'internal', 'public'),
  search: string,
  search_namespaces: boolean,
  owned: boolean.default(false),
  starred: boolean.default(false),
  imported: boolean.default(false),
  membership: boolean.default(false),
  with_issues_enabled: boolean.default(false),
  with_merge_requests_enabled: boolean.default(false),
  with_programming_language: string,
  min_access_level: integer.oneOf(...givenRoles(api)),
  id_after: integer,
  id_before: integer,
  last_activity_after: dateTime,
  last_activity_before: dateTime,
  updated_after: dateTime,
  updated_before: dateTime,
  repository_storage: string,
  topic: strings,
  topic_id: integer,
  marked_for_deletion_on: date.ignored(),
  include_pending_delete: boolean.ignored(),
  include_hidden: boolean.default(false).ignored(),
  repository_checksum_failed: boolean.default(false).ignored(),
  wiki_checksum_failed: boolean.default(false).ignored(),
  statistics: boolean.default(false),
  with_custom_attributes: boolean.default(false).ignored(),
})

type Query = Bound<ReturnType<typeof projectFilters>> & { order_by?: string | null }

/** Whether a filter needs a feature that the emulator's projects do not have. */
const needsMissingFeature = ({ starred, imported, with_programming_language, topic_id }: Query): boolean =>
  starred || imported || Boolean(with_programming_language) || topic_id != null

/**
 * The projects that match the filters. @throws HttpError 400 for `updated_after` and `updated_before` in other orders.
 */
export function chooseProjects(call: Call, query: Query): ProjectRecord[] {
  const { updated_after, updated_before, order_by } = query
  if ((updated_after || updated_before) && order_by !== 'updated_at') {
    throw badRequest('`updated_at` filter and `updated_at` sorting must be paired')
  }
  return filterProjects(call, call.store.of(projects).all(), query)
}

/** The projects among these that match the filters. */
export const filterProjects = (call: Call, all: readonly ProjectRecord[], query: Query): ProjectRecord[] =>
  needsMissingFeature(query) ? [] : all.filter((project) => matchesQuery(call, project, query))

function matchesQuery({ store, user }: Call, project: ProjectRecord, query: Query): boolean {
  // A role as a member. The role that administrators have everywhere does not count.
  const role = projectRole(store, user && { ...user, admin: false }, project)
  const leastRole = query.owned
    ? roles.owner
    : (query.min_access_level ?? (query.membership ? roles.guest : roles.none))
  const storage = user?.admin ? query.repository_storage : null
  const { topics = [] } = project
  return (
    canReadProject(store, user, project) &&
    role >= leastRole &&
    isArchived(store, project) === (query.archived ?? isArchived(store, project)) &&
    isActive(store, project) === (query.active ?? isActive(store, project)) &&
    project.visibility === (query.visibility ?? project.visibility) &&
    project.repository_storage === (storage ?? project.repository_storage) &&
    project.id > (query.id_after ?? 0) &&
    project.id < (query.id_before ?? Infinity) &&
    (project.issues_enabled || !query.with_issues_enabled) &&
    (project.merge_requests_enabled || !query.with_merge_requests_enabled) &&
    (query.topic ?? []).every((topic) => topics.includes(topic)) &&
    isWithin(project.updated_at, query.last_activity_after, query.last_activity_before) &&
    isWithin(project.updated_at, query.updated_after, query.updated_before) &&
    isFound(store, project, query)
  )
}

/** Neither the project nor a group above it is archived or marked for deletion. */
const isActive = (store: Call['store'], project: ProjectRecord): boolean =>
  !isArchived(store, project) && !project.marked_for_deletion_on && !goesWithGroup(store, project.group_id)

function isFound(store: Call['store'], project: ProjectRecord, { search, search_namespaces }: Query): boolean {
  if (!search?.trim()) return true
  const above = search_namespaces ? groupChain(store, project.group_id).flatMap(({ name, path }) => [name, path]) : []
  return [project.name, project.path, project.description, ...above].some(matcher(search, { shortest: 3 }))
}

/** Includes both bounds. */
export const isWithin = (time: string, after: string | null = null, before: string | null = null): boolean =>
  (after === null || time >= after) && (before === null || time <= before)
