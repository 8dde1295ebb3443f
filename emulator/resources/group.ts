import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { notFound } from '../http/errors'
import { keysetPaging, type Listing, paginateInOrder } from '../http/keyset'
import { boolean, segment, string } from '../http/param-types'
import { params } from '../http/params'
import { type GroupRecord, groups } from '../records/group'
import { groupShares } from '../records/group-share'
import { canReadGroup, groupChain } from './access'
import { isGroupArchived } from './archived'
import { withFurtherGroupFields } from './group-fields'
import { chooseGroups, groupFilters } from './group-filter'
import { shownGroupSettings } from './group-settings'
import { projectsIn, projectsSharedWith } from './project-presenter'

/** How lists of groups are sorted. */
export const groupListing: Listing<GroupRecord> = {
  type: 'Group',
  values: ({ id, name, path }) => ({ id, name, path }),
  usual: { order_by: 'name', sort: 'asc' },
  keyset: { name: ['asc'] },
  next: 'cursor',
}

/** Reading groups. */
export const group: Resource = (api) => {
  api.get(
    '/groups',
    {
      params: params({
        ...groupFilters(api),
        ...keysetPaging,
        order_by: string.oneOf('id', 'name', 'path', 'similarity'),
      }),
    },
    (call, { order_by: order, ...query }) => {
      const found = chooseGroups(call, query)
      // The emulator does not compute similarity: it sorts by name, as GitLab does without a search.
      const order_by = order === 'similarity' ? 'name' : order
      // Users always get offset pagination without a limit, even with `pagination=keyset`.
      const pagination = call.user ? undefined : query.pagination
      const page = paginateInOrder(
        call,
        found,
        { ...query, order_by, pagination },
        { ...groupListing, capped: !call.user },
      )
      return page.map((group) => withFurtherGroupFields(call, group, presentGroup(call, group)))
    },
  )

  const shown = { with_projects: boolean.default(true), with_custom_attributes: boolean.default(false).ignored() }
  const one = { readingScopes: ['ai_workflows'], params: params({ id: segment, ...shown }) }
  api.get('/groups/:id', one, (call, { with_projects }) => {
    const found = findGroup(call)
    return { ...presentSingleGroup(call, found), ...(with_projects && projectsOf(call, found)) }
  })
}

/** The group in responses about it alone, without its projects. */
export const presentSingleGroup = (call: Call, group: GroupRecord) =>
  withFurtherGroupFields(call, group, presentGroup(call, group), { single: true })

const projectsOf = (call: Call, group: GroupRecord) => ({
  projects: projectsIn(call, group),
  shared_projects: projectsSharedWith(call, group),
})

/** The group in lists of groups to choose from. */
export function presentPublicGroup(call: Call, group: GroupRecord) {
  const { id, web_url, name, avatar_url, full_name, full_path } = presentGroup(call, group)
  return { id, web_url, name, avatar_url, full_name, full_path }
}

/** The response to a creation. */
export function presentCreatedGroup(call: Call, group: GroupRecord) {
  const {
    runners_token: _,
    enabled_git_access_protocol: __,
    ...shown
  }: Record<string, unknown> = presentSingleGroup(call, group)
  return shown
}

/** The response to an update. */
export const presentUpdatedGroup = (call: Call, group: GroupRecord) =>
  call.instance.flavor === 'spec'
    ? presentSingleGroup(call, group)
    : { ...presentSingleGroup(call, group), ...projectsOf(call, group) }

/**
 * The group in the path, by id or full path. @throws HttpError 404 if it does not exist or the caller cannot read it.
 */
export const findGroup = (call: Call): GroupRecord => findGroupById(call, call.segment('id'))

/** Finds a group by id or full path. @throws HttpError 404 if it does not exist or the caller cannot read it. */
export function findGroupById(call: Call, id: string | number): GroupRecord {
  const name = String(id)
  // First, because an invalid token is refused even if the group does not exist.
  const { user } = call
  const all = call.store.of(groups)
  const group = /^-?\d+$/.test(name) ? all.get(Number(name)) : all.find('path', name.toLowerCase())
  if (!group || !canReadGroup(call.store, user, group)) throw notFound('Group')
  return group
}

/** The fields of a group that the caller can see. */
export const presentGroup = (call: Call, group: GroupRecord) => ({
  id: group.id,
  web_url: `${call.instance.url}/groups/${group.full_path}`,
  name: group.name,
  path: group.path,
  description: group.description,
  visibility: group.visibility,
  archived: isGroupArchived(call.store, group.id),
  ...shownGroupSettings(call.instance, group),
  avatar_url: null,
  full_name: groupChain(call.store, group.id)
    .map(({ name }) => name)
    .reverse()
    .join(' / '),
  full_path: group.full_path,
  created_at: group.created_at,
  parent_id: group.parent_id,
  organization_id: 1,
  marked_for_deletion_on: group.marked_for_deletion_on ?? null,
  shared_with_groups: presentShares(call, group),
})

/** The custom role of a share: GitLab only has them in its highest tier. */
export const customRole = ({ instance: { flavor, tier } }: Call) =>
  flavor === 'gitlab' && tier !== 'ultimate' ? {} : { member_role_id: null }

/** The groups that it is shared with and that the caller can see. */
function presentShares(call: Call, { id }: GroupRecord) {
  const { store, user } = call
  return store
    .of(groupShares)
    .where('shared', id)
    .flatMap(({ group_id, access_level, expires_at = null }) => {
      const group = store.of(groups).get(group_id)
      if (!group || !canReadGroup(store, user, group)) return []
      const { name, full_path } = group
      const shown = { group_id, group_name: name, group_full_path: full_path, group_access_level: access_level }
      return { ...shown, expires_at, ...customRole(call) }
    })
}
