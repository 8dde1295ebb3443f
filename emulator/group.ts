import { canReadGroup, groupChain, groupRole, roles } from './access'
import { type Resource } from './api'
import { type Call } from './call'
import { notFound } from './http-errors'
import { keysetPaging, type Listing, paginateInOrder } from './keyset'
import { boolean, type Bound, integer, params, segment, string } from './params'
import { type GroupRecord, groups } from './records'
import { matcher } from './search'

const listing: Listing<GroupRecord> = {
  type: 'Group',
  values: ({ id, name, path }) => ({ id, name, path }),
  usual: { order_by: 'name', sort: 'asc' },
  keyset: { name: ['asc'] },
  next: 'cursor',
}

const filters = {
  search: string,
  visibility: string.oneOf('private', 'internal', 'public'),
  owned: boolean.default(false),
  top_level_only: boolean.default(false),
  min_access_level: integer.oneOf(10, 15, 20, 30, 40, 50),
}

/** Groups, to be read. */
export const group: Resource = (api) => {
  api.get(
    '/groups',
    { params: params({ ...filters, ...keysetPaging, order_by: string.oneOf('id', 'name', 'path') }) },
    (call, asked) => {
      const found = call.store
        .of(groups)
        .all()
        .filter((group) => isAsked(call, group, asked))
      // Who is logged in gets pages by number, whatever is asked for, and as many as there are.
      const pagination = call.user ? undefined : asked.pagination
      const page = paginateInOrder(call, found, { ...asked, pagination }, { ...listing, capped: !call.user })
      return page.map((group) => presentGroup(call, group))
    },
  )

  api.get('/groups/:id', { params: params({ id: segment }) }, (call) => presentGroup(call, findGroup(call)))
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

function isAsked({ store, user }: Call, group: GroupRecord, asked: Bound<typeof filters>): boolean {
  // A role that is given, not the one that administrators have everywhere.
  const role = groupRole(store, user && { ...user, admin: false }, group.id)
  const matches = matcher(asked.search ?? '')
  return (
    canReadGroup(store, user, group) &&
    role >= (asked.owned ? roles.owner : (asked.min_access_level ?? roles.none)) &&
    group.visibility === (asked.visibility ?? group.visibility) &&
    (group.parent_id === null || !asked.top_level_only) &&
    (!asked.search?.trim() || [group.name, group.path].some(matches))
  )
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
