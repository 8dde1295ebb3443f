import { dayOf, isActive, revoke, rotate } from '../http/access-token'
import type { Api, Resource } from '../http/api'
import type { Call } from '../http/call'
import { recordNotFound, unauthorized } from '../http/errors'
import { login, type UserCall } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { boolean, date, integer, segmentId, string } from '../http/param-types'
import { params } from '../http/params'
import { has } from '../http/release'
import { matcher } from '../http/search'
import { type AccessTokenRecord, accessTokens, parentOf } from '../records/access-token'
import { type GroupRecord, groups } from '../records/group'
import { type ProjectRecord, projects } from '../records/project'
import { directRole, givenRoles, groupChain, groupRole, projectRole, roles } from './access'
import { scopes } from './access-token'
import { complaintsAboutExpiry, lastDay, requireNoComplaints } from './access-token-model'
import { presentNamespace, presentProjectIdentity } from './project-presenter'

/** Scopes of personal access tokens. A token with any of them can read itself. */
export const anyScope = [...scopes, 'read_user', 'sudo', 'admin_mode']

/** The caller's access token and, in GitLab, the user's other tokens. */
export const personalAccessToken: Resource = (api) => {
  api.get('/personal_access_tokens/self', { before: login, scopes: anyScope }, (call) =>
    presentToken(call, call.token!),
  )
  if (api.flavor === 'spec') return

  const filters = { user_id: integer, revoked: boolean, state: string.oneOf('active', 'inactive'), search: string }
  api.get('/personal_access_tokens', { before: login, params: params({ ...filters, ...paging }) }, (call, query) => {
    const { admin, id } = call.user
    const user = query.user_id ?? (admin ? undefined : id)
    if (!admin && user !== id) throw unauthorized()
    const matches = matcher(query.search ?? '')
    const now = call.instance.clock.now()
    const found = call.store
      .of(accessTokens)
      .all()
      .filter(
        (one) =>
          !parentOf(one) &&
          one.user_id === (user ?? one.user_id) &&
          one.revoked === (query.revoked ?? one.revoked) &&
          (!query.state || isActive(one, now) === (query.state === 'active')) &&
          (!query.search?.trim() || matches(one.name)),
      )
    return paginate(call, found, query).map((one) => presentToken(call, one))
  })

  api.post(
    '/personal_access_tokens/self/rotate',
    { before: login, scopes: ['api', 'self_rotate'], params: params({ expires_at: date }) },
    (call, { expires_at }) => {
      const now = call.instance.clock.now()
      const last = expires_at ?? dayOf(now, 7)
      requireNoComplaints(complaintsAboutExpiry(call.store, last, lastDay(now)))
      call.status = 200
      const made = rotate(call.store, call.token!, last, now)
      return { ...presentPersonalToken(call, made), token: made.token }
    },
  )

  api.delete('/personal_access_tokens/self', { before: login, scopes: anyScope }, (call) => {
    revoke(call.store, call.token!, call.instance.clock.now())
  })

  associations(api)

  api.get('/personal_access_tokens/:id', { before: login, params: params({ id: segmentId }) }, (call, { id }) => {
    const found = call.store.of(accessTokens).get(id)
    if (found && !parentOf(found) && (call.user.admin || found.user_id === call.user.id))
      return presentToken(call, found)
    // Only administrators learn which tokens exist.
    throw call.user.admin ? recordNotFound() : unauthorized()
  })
}

/** The groups and projects that the token's user is a member of. */
function associations(api: Api): void {
  const min_access_level = integer.oneOf(...givenRoles(api))
  api.get(
    '/personal_access_tokens/self/associations',
    { before: login, params: params({ min_access_level, ...paging }) },
    (call, { min_access_level: least, ...query }) => {
      const { store } = call
      const member = { ...call.user, admin: false }
      const downwards = <T extends { id: number }>(a: T, b: T): number => b.id - a.id
      const ownGroups = store
        .of(groups)
        .all()
        .filter(({ id }) => groupRole(store, member, id) >= (least ?? roles.guest))
        .sort(downwards)
      const ownProjects = store
        .of(projects)
        .all()
        .filter((one) => projectRole(store, member, one) >= (least ?? roles.guest))
        .sort(downwards)
      return {
        groups: paginate(call, ownGroups, query).map((one) => presentGroupOfToken(call, one)),
        // The headers are about the projects.
        projects: paginate(call, ownProjects, query).map((one) => presentProjectOfToken(call, one)),
      }
    },
  )
}

const presentGroupOfToken = (
  { store, instance, user }: UserCall,
  { id, name, parent_id, full_path, visibility }: GroupRecord,
) => ({
  id,
  web_url: `${instance.url}/groups/${full_path}`,
  name,
  parent_id,
  organization_id: 1,
  access_levels: Math.max(...groupChain(store, id).map((group) => directRole(store, user, 'group', group.id))),
  visibility,
})

function presentProjectOfToken(call: UserCall, project: ProjectRecord) {
  const { store, instance, user } = call
  const inherited = groupChain(store, project.group_id).map((group) => directRole(store, user, 'group', group.id))
  return {
    ...presentProjectIdentity(call, project),
    access_levels: {
      project_access_level: directRole(store, user, 'project', project.id) || null,
      group_access_level: Math.max(0, ...inherited) || null,
    },
    visibility: project.visibility,
    web_url: `${instance.url}/${project.path_with_namespace}`,
    namespace: presentNamespace(call, project),
  }
}

const presentToken = (call: Call, token: AccessTokenRecord) => ({
  ...presentPersonalToken(call, token),
  ...(call.instance.flavor === 'gitlab' &&
    !has(call.instance, 'granularTokens') && { last_used_ips: token.last_used_at === null ? [] : ['127.0.0.1'] }),
})

/** The fields of a token, without the token itself. */
export const presentPersonalToken = (call: Call, token: AccessTokenRecord) => ({
  id: token.id,
  name: token.name,
  revoked: token.revoked,
  created_at: token.created_at,
  description: token.description,
  scopes: token.scopes,
  user_id: token.user_id,
  last_used_at: token.last_used_at,
  active: isActive(token, call.instance.clock.now()),
  expires_at: token.expires_at,
  ...(has(call.instance, 'granularTokens') && { granular: false }),
})
