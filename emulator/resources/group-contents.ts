import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { paginateInOrder } from '../http/keyset'
import { paging } from '../http/paginate'
import { boolean, segment, string } from '../http/param-types'
import { params } from '../http/params'
import { type GroupRecord, groups } from '../records/group'
import { invitations } from '../records/invitation'
import { type ProjectRecord, projects } from '../records/project'
import type { Store } from '../store/store'
import { groupChain } from './access'
import { findGroup, groupListing, presentGroup } from './group'
import { withFurtherGroupFields } from './group-fields'
import { chooseGroups, groupFilters } from './group-filter'
import { projectListing, projectOrders } from './project'
import { filterProjects, projectFilters } from './project-filter'
import { presentProject, presentSimpleProject } from './project-presenter'

const { values, usual } = projectListing

/** What a group contains. */
export const groupContents: Resource = (api) => {
  const ofProjects = {
    ...projectFilters(api),
    ...paging,
    id: segment,
    order_by: string.oneOf(...projectOrders, 'similarity'),
    sort: string.oneOf('asc', 'desc'),
    simple: boolean.default(false),
  }
  const ofHomes = {
    ...ofProjects,
    include_subgroups: boolean.default(false),
    include_ancestor_groups: boolean.default(false),
    with_shared: boolean.default(true),
  }
  api.get('/groups/:id/projects', { params: params(ofHomes) }, (call, query) => {
    const { store } = call
    const group = findGroup(call)
    const homes = [
      ...(query.include_subgroups ? treeOf(store, group) : [group]),
      ...(query.include_ancestor_groups ? groupChain(store, group.parent_id) : []),
    ]
    const own = homes.flatMap(({ id }) => store.of(projects).where('group', id))
    const shared = query.with_shared ? sharedWith(store, group) : []
    // A transfer can make a project belong to a group that it was shared with.
    return listProjects(call, [...new Set([...own, ...shared])], query)
  })

  api.get('/groups/:id/projects/shared', { params: params(ofProjects) }, (call, query) =>
    listProjects(call, sharedWith(call.store, findGroup(call)), query),
  )

  const ofGroups = {
    ...groupFilters(api),
    ...paging,
    id: segment,
    order_by: string.oneOf('id', 'name', 'path', 'similarity'),
    sort: string.oneOf('asc', 'desc'),
  }
  for (const [path, below] of Object.entries(listsOfGroups)) {
    api.get(`/groups/:id/${path}`, { params: params(ofGroups) }, (call, { order_by: order, ...query }) => {
      const found = chooseGroups(call, query, below(call.store, findGroup(call)))
      const inOrder = { ...query, order_by: order === 'similarity' ? 'name' : order }
      const page = paginateInOrder(call, found, inOrder, { ...groupListing, keyset: {} })
      return page.map((group) => withFurtherGroupFields(call, group, presentGroup(call, group)))
    })
  }
}

type ProjectQuery = Parameters<typeof filterProjects>[2] & Parameters<typeof paginateInOrder>[2] & { simple: boolean }

function listProjects(call: Call, all: ProjectRecord[], { order_by: order, ...query }: ProjectQuery) {
  // The emulator does not compute similarity: it sorts by name, as GitLab does without a search.
  const inOrder = { ...query, ...(order === 'similarity' ? { order_by: 'name', sort: 'asc' } : { order_by: order }) }
  const found = filterProjects(call, all, query)
  const page = paginateInOrder(call, found, inOrder, { type: 'Project', values, usual, keyset: {}, next: 'id' })
  return page.map((project) =>
    query.simple || !call.user ? presentSimpleProject(call, project) : presentProject(call, project),
  )
}

const sharedWith = (store: Store, group: GroupRecord): ProjectRecord[] =>
  store
    .of(invitations)
    .all()
    .filter(({ group_id }) => group_id === group.id)
    .flatMap(({ project_id }) => store.of(projects).get(project_id) ?? [])

/** Lists of groups below a group, by the end of the path. */
const listsOfGroups: Record<string, (store: Store, group: GroupRecord) => readonly GroupRecord[]> = {
  subgroups: (store, { id }) => store.of(groups).where('parent', id),
  descendant_groups: (store, group) => treeOf(store, group).slice(1),
}

/** The group and the groups below it. */
const treeOf = (store: Store, group: GroupRecord): GroupRecord[] => [
  group,
  ...store
    .of(groups)
    .where('parent', group.id)
    .flatMap((below) => treeOf(store, below)),
]
