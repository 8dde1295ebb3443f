import { canReadGroup, groupChain } from './access'
import { type Resource } from './api'
import { type Call } from './call'
import { notFound } from './http-errors'
import { params, segment } from './params'
import { type GroupRecord, groups } from './records'

/** Groups, to be read. */
export const group: Resource = (api) => {
  api.get('/groups/:id', { params: params({ id: segment }) }, (call) => presentGroup(call, findGroup(call)))
}

/** The group that the path names, by id or by full path. @throws HttpError 404 when it is not there or not for the caller. */
export function findGroup(call: Call): GroupRecord {
  const name = call.segment('id')
  const all = call.store.of(groups)
  const group = /^-?\d+$/.test(name) ? all.get(Number(name)) : all.find('path', name.toLowerCase())
  if (!group || !canReadGroup(call.store, call.user, group)) throw notFound('Group')
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
