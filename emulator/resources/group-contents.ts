import type { Resource } from '../http/api'
import { paginate, paging } from '../http/paginate'
import { boolean, segment, string } from '../http/param-types'
import { params } from '../http/params'
import { matcher } from '../http/search'
import { type GroupRecord, groups } from '../records/group'
import { invitations } from '../records/invitation'
import { projects } from '../records/project'
import type { Store } from '../store/store'
import { canReadGroup, canReadProject } from './access'
import { findGroup, presentGroup } from './group'
import { withFurtherGroupFields } from './group-fields'
import { presentProject, presentSimpleProject } from './project-presenter'

/** What a group contains. */
export const groupContents: Resource = (api) => {
  const filters = { visibility: string.oneOf('private', 'internal', 'public'), search: string, ...paging }
  const ofProjects = {
    ...filters,
    id: segment,
    include_subgroups: boolean.default(false),
    with_shared: boolean.default(true),
    simple: boolean.default(false),
  }
  api.get('/groups/:id/projects', { params: params(ofProjects) }, (call, query) => {
    const { store, user } = call
    const group = findGroup(call)
    const homes = query.include_subgroups ? treeOf(store, group) : [group]
    const own = homes.flatMap(({ id }) => store.of(projects).where('group', id))
    const shared = store
      .of(invitations)
      .all()
      .filter(({ group_id }) => group_id === group.id)
      .flatMap(({ project_id }) => store.of(projects).get(project_id) ?? [])
    const matches = matcher(query.search ?? '', { shortest: 3 })
    const found = [...own, ...(query.with_shared ? shared : [])]
      .filter(
        (project) =>
          canReadProject(store, user, project) &&
          project.visibility === (query.visibility ?? project.visibility) &&
          (!query.search?.trim() || [project.name, project.path, project.description].some(matches)),
      )
      .sort((one, other) => other.id - one.id)
    return paginate(call, found, query).map((project) =>
      query.simple || !user ? presentSimpleProject(call, project) : presentProject(call, project),
    )
  })

  api.get('/groups/:id/subgroups', { params: params({ ...filters, id: segment }) }, (call, query) => {
    const { store, user } = call
    const matches = matcher(query.search ?? '', { shortest: 3 })
    const found = store
      .of(groups)
      .where('parent', findGroup(call).id)
      .filter(
        (group) =>
          canReadGroup(store, user, group) &&
          group.visibility === (query.visibility ?? group.visibility) &&
          (!query.search?.trim() || [group.name, group.path].some(matches)),
      )
      .sort((one, other) => one.name.localeCompare(other.name))
    return paginate(call, found, query).map((group) => withFurtherGroupFields(call, group, presentGroup(call, group)))
  })
}

/** The group and the groups below it. */
const treeOf = (store: Store, group: GroupRecord): GroupRecord[] => [
  group,
  ...store
    .of(groups)
    .where('parent', group.id)
    .flatMap((below) => treeOf(store, below)),
]
