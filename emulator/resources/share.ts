import type { Api, Resource } from '../http/api'
import type { Call } from '../http/call'
import { conflict, failed, notFound } from '../http/errors'
import { login, type UserCall } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { date, integer, segment, segmentId, string, strings } from '../http/param-types'
import { params, type Rule } from '../http/params'
import { matcher } from '../http/search'
import { requireUnmodified } from '../http/unmodified'
import { type GroupRecord, groups } from '../records/group'
import { groupShares } from '../records/group-share'
import { invitations } from '../records/invitation'
import type { ProjectRecord } from '../records/project'
import { canReadGroup, givenRoles, groupChain, groupRole, requireGroupRole, requireRole, roleOf, roles } from './access'
import { customRole, findGroup, findGroupById, presentGroup, presentPublicGroup } from './group'
import { findProject } from './project'

/** If it is absent or null, GitLab complains twice. */
const groupAccess = (api: Api) =>
  integer
    .oneOf(...givenRoles(api))
    .required()
    .default(0)
const noAccess: Rule = (sent) => (sent('group_access') ? undefined : 'group_access does not have a valid value')
const shareParams = (api: Api) => ({
  id: segment,
  group_id: integer.required(),
  group_access: groupAccess(api),
  expires_at: date,
})
const sharePath = { id: segment, group_id: segmentId }

/** Sharing projects and groups with groups. */
export const share: Resource = (api) => {
  addProjectShares(api)
  addGroupShares(api)
}

function addProjectShares(api: Api): void {
  api.post('/projects/:id/share', { before: login, params: params(shareParams(api), noAccess) }, (call, sent) => {
    const project = findProject(call)
    requireRole(call, project, roles.maintainer)
    const { group_id, group_access: access_level, expires_at = null } = sent
    const group = call.store.of(groups).get(group_id ?? 0)
    refuseProject(call, project, group)
    const all = call.store.of(invitations)
    const complaints = [
      ...(all.where('project', project.id).some(({ group_id }) => group_id === group!.id) ? [alreadyShared] : []),
      ...(groupChain(call.store, project.group_id).includes(group!) ? [ownGroup] : []),
    ]
    if (complaints.length > 0) throw conflict(complaints.join(' and '))
    const fields = { project_id: project.id, group_id: group!.id, access_level, expires_at }
    const { id } = all.insert({ ...fields, updated_at: call.now() })
    const shown = { id, project_id: project.id, group_id, group_access: access_level, expires_at }
    return { ...shown, ...customRole(call) }
  })

  api.delete('/projects/:id/share/:group_id', { before: login, params: params(sharePath) }, (call, { group_id }) => {
    const project = findProject(call)
    requireRole(call, project, roles.maintainer)
    const all = call.store.of(invitations)
    const link = all.where('project', project.id).find((one) => one.group_id === group_id)
    if (!link) throw notFound('Group Link')
    const owns = roleOf(call, project) >= roles.owner || groupRole(call.store, call.user, group_id) >= roles.owner
    if (!owns) throw failed(403, 'Forbidden')
    requireUnmodified(call, { updated_at: link.updated_at ?? '' })
    all.delete(link)
    api.loseAccess(call.store, project, { group_id })
  })

  const relation = strings.oneOf('direct', 'inherited')
  const min_access_level = integer.oneOf(...givenRoles(api))
  const filters = params({ id: segment, relation, search: string, min_access_level, ...paging })
  api.get(
    '/projects/:id/invited_groups',
    { params: filters },
    (call, { relation, search, min_access_level, ...query }) => {
      const project = findProject(call)
      const wanted = (one: string) => !relation?.length || relation.includes(one)
      const ids = new Set([
        ...(wanted('direct') ? call.store.of(invitations).where('project', project.id) : []).map((one) => one.group_id),
        ...(wanted('inherited') ? groupChain(call.store, project.group_id) : []).flatMap((group) =>
          call.store
            .of(groupShares)
            .where('shared', group.id)
            .map((one) => one.group_id),
        ),
      ])
      const matches = matcher(search ?? '')
      const found = [...ids]
        .flatMap((id) => call.store.of(groups).get(id) ?? [])
        .filter(
          (group) =>
            canReadGroup(call.store, call.user, group) &&
            (!search?.trim() || [group.name, group.path].some(matches)) &&
            groupRole(call.store, call.user, group.id) >= (min_access_level ?? roles.none),
        )
        .sort((a, b) => b.id - a.id)
      return paginate(call, found, query).map((group) => presentPublicGroup(call, group))
    },
  )
}

const alreadyShared = 'Project already shared with this group'
const ownGroup = 'Project cannot be shared with the group it is in or one of its ancestors.'

/** @throws HttpError 400 if sharing is locked, 404 if the caller cannot share the project with the group. */
function refuseProject(call: UserCall, project: ProjectRecord, group: GroupRecord | undefined): void {
  const { store, user } = call
  const above = groupChain(store, project.group_id)
  if (above[0]?.settings?.share_with_group_lock) throw failed(400, 'The project sharing with group is disabled')
  const member = group && (user.admin || groupRole(store, user, group.id) >= roles.guest)
  if (!member || roleOf(call, project) < roles.owner || isOutside(call, above, group)) throw failed(404, 'Not Found')
}

/** Whether the top-level group prevents sharing with other hierarchies and the group is in another one. */
function isOutside({ store }: Call, above: GroupRecord[], group: GroupRecord): boolean {
  const top = above.at(-1)
  if (!top?.settings?.prevent_sharing_groups_outside_hierarchy) return false
  return groupChain(store, group.id).at(-1) !== top
}

function addGroupShares(api: Api): void {
  api.post('/groups/:id/share', { before: login, params: params(shareParams(api), noAccess) }, (call, sent) => {
    const { store, user } = call
    const { group_id, group_access: access_level, expires_at = null } = sent
    const other = findGroupById(call, group_id ?? 0)
    const group = findGroup(call)
    const owner = groupRole(store, user, group.id) >= roles.owner
    if (!owner || isOutside(call, groupChain(store, group.id), other)) throw failed(404, 'Not Found')
    const all = store.of(groupShares)
    if (all.where('shared', group.id).some((one) => one.group_id === other.id)) {
      throw conflict('Shared group The group has already been shared with this group')
    }
    all.insert({ shared_group_id: group.id, group_id: other.id, access_level, expires_at, updated_at: call.now() })
    return presentGroup(call, group)
  })

  api.delete('/groups/:id/share/:group_id', { before: login, params: params(sharePath) }, (call, { group_id }) => {
    const group = findGroup(call)
    const all = call.store.of(groupShares)
    const link = all.where('shared', group.id).find((one) => one.group_id === group_id)
    if (!link) throw notFound('Group Link')
    requireGroupRole(call, group.id, roles.owner)
    all.delete(link)
  })
}
