import { canReadGroup, groupChain } from './access'
import { type Resource } from './api'
import { type Call } from './call'
import { chooseGroups, groupFilters } from './group-filter'
import { notFound } from './http-errors'
import { keysetPaging, type Listing, paginateInOrder } from './keyset'
import { boolean, params, segment, string } from './params'
import { projectsIn, projectsSharedWith } from './project'
import { type GroupRecord, groups } from './records'

const listing: Listing<GroupRecord> = {
  type: 'Group',
  values: ({ id, name, path }) => ({ id, name, path }),
  usual: { order_by: 'name', sort: 'asc' },
  keyset: { name: ['asc'] },
  next: 'cursor',
}

/** Groups, to be read. */
export const group: Resource = (api) => {
  api.get(
    '/groups',
    {
      params: params({ ...groupFilters, ...keysetPaging, order_by: string.oneOf('id', 'name', 'path', 'similarity') }),
    },
    (call, { order_by: order, ...asked }) => {
      const found = chooseGroups(call, asked)
      // Of likeness nothing is known here: those groups come by name, as they do without a search.
      const order_by = order === 'similarity' ? 'name' : order
      // Who is logged in gets pages by number, whatever is asked for, and as many as there are.
      const pagination = call.user ? undefined : asked.pagination
      const page = paginateInOrder(call, found, { ...asked, order_by, pagination }, { ...listing, capped: !call.user })
      return page.map((group) => presentGroup(call, group))
    },
  )

  const shown = { with_projects: boolean.default(true), with_custom_attributes: boolean.default(false).ignored() }
  api.get('/groups/:id', { params: params({ id: segment, ...shown }) }, (call, { with_projects }) => {
    const found = findGroup(call)
    return {
      ...presentGroup(call, found),
      ...(with_projects && { projects: projectsIn(call, found), shared_projects: projectsSharedWith(call, found) }),
    }
  })
}

/** The group that the path names, by id or by full path. @throws HttpError 404 when it is not there or not for the caller. */
export function findGroup(call: Call): GroupRecord {
  const name = call.segment('id')
  // First, for a token that cannot be used is refused as such, whether there is a group or not.
  const { user } = call
  const all = call.store.of(groups)
  const group = /^-?\d+$/.test(name) ? all.get(Number(name)) : all.find('path', name.toLowerCase())
  if (!group || !canReadGroup(call.store, user, group)) throw notFound('Group')
  return group
}

const presentGroup = (call: Call, group: GroupRecord) => ({
  id: group.id,
  web_url: `${call.instance.url}/groups/${group.full_path}`,
  name: group.name,
  path: group.path,
  description: group.description,
  visibility: group.visibility,
  share_with_group_lock: false,
  require_two_factor_authentication: false,
  project_creation_level: 'developer',
  subgroup_creation_level: 'maintainer',
  request_access_enabled: true,
  lfs_enabled: true,
  avatar_url: null,
  full_name: groupChain(call.store, group.id)
    .map(({ name }) => name)
    .reverse()
    .join(' / '),
  full_path: group.full_path,
  created_at: group.created_at,
  parent_id: group.parent_id,
  organization_id: 1,
  shared_with_groups: [],
})
