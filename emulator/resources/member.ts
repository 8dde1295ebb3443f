import type { Api, Resource } from '../http/api'
import type { Call } from '../http/call'
import { conflict, forbidden, HttpError, internalError, invalid, notFound, recordNotFound } from '../http/errors'
import { isCommunity } from '../http/instance'
import { login } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { atLeastOne, atMostOne } from '../http/param-rules'
import { boolean, date, integer, segment, segmentId, string, strings } from '../http/param-types'
import { params } from '../http/params'
import { matcher } from '../http/search'
import { requireUnmodified } from '../http/unmodified'
import { sentencesOf } from '../http/validation'
import { memberRoles } from '../records/member-role'
import type { MembershipRecord } from '../records/membership'
import { type UserRecord, users } from '../records/user'
import { groupRole, roleOf, roles } from './access'
import { requireActiveGroup } from './archived'
import { findGroup } from './group'
import { endMemberships, type MemberFields, MemberModel, minimalAccess, type Source } from './member-model'
import { presentMemberRole } from './member-role'
import { findProject } from './project'
import { presentUserBasic } from './user'
import { emailOf } from './user-model'

/** Members of groups and projects. */
export const member: Resource = (api) => {
  api.tick(endMemberships)
  addMembers(api, '/projects', (call) => ({ kind: 'project', project: findProject(call) }))
  addMembers(api, '/groups', (call) => ({ kind: 'group', group: findGroup(call) }))
}

function addMembers(api: Api, place: string, findSource: (call: Call) => Source): void {
  const path = `${place}/:id/members`
  const filters = { query: string, user_ids: strings, skip_users: strings, show_seat_info: boolean, ...paging }
  const memberPath = { id: segment, user_id: segmentId }

  api.get(path, { before: login, params: params({ id: segment, ...filters }) }, (call, query) => {
    const found = filterMembers(call, modelOf(call).direct(readable(call, findSource(call))), query)
    return paginate(call, found, query).map((row) => presentMember(call, row))
  })

  const ofState = !isCommunity(api) && { state: string.oneOf('awaiting', 'active') }
  api.get(`${path}/all`, { before: login, params: params({ id: segment, ...filters, ...ofState }) }, (call, query) => {
    const found = filterMembers(call, modelOf(call).all(readable(call, findSource(call))), query)
    return paginate(call, query.state === 'awaiting' ? [] : found, query).map((row) => presentMember(call, row))
  })

  api.get(`${path}/:user_id`, { before: login, params: params(memberPath) }, (call, { user_id }) =>
    presentMember(call, requireFound(modelOf(call).find(readable(call, findSource(call)), user_id))),
  )

  api.get(`${path}/all/:user_id`, { before: login, params: params(memberPath) }, (call, { user_id }) =>
    presentMember(
      call,
      requireFound(
        modelOf(call)
          .all(readable(call, findSource(call)))
          .find((row) => row.user_id === user_id),
      ),
    ),
  )

  // Roles are ignored without Ultimate.
  const roleIn = ({ member_role_id }: { member_role_id?: number | null }, { instance: { tier } }: Call) =>
    tier === 'ultimate' && member_role_id !== undefined ? { member_role_id } : {}
  const fields = { access_level: integer.required(), expires_at: date, member_role_id: integer }
  const who = { user_id: string, username: string, invite_source: string }
  const creation = params(
    { id: segment, ...fields, ...who },
    atLeastOne('user_id', 'username'),
    atMostOne('user_id', 'username'),
  )
  api.post(path, { before: login, params: creation }, (call, body) => {
    const { access_level, expires_at, user_id, username, invite_source } = body
    const source = findSource(call)
    if (source.kind === 'group') requireActiveGroup(call, source.group.id)
    const sent = { access_level, ...(expires_at && { expires_at }), ...roleIn(body, call) }
    const isUnknownRole = sent.member_role_id != null && !call.store.of(memberRoles).get(sent.member_role_id)
    if (api.flavor === 'gitlab' && (invite_source === '' || isUnknownRole)) throw internalError()
    const several = user_id?.includes(',') || username?.includes(',')
    if (several) return addSeveral(call, source, (user_id ?? username)!.split(','), user_id !== undefined, sent)
    return presentMember(call, addMember(call, source, lookUpUser(call, user_id, username), sent))
  })

  api.put(`${path}/:user_id`, { before: login, params: params({ ...memberPath, ...fields }) }, (call, body) => {
    const { user_id, access_level, expires_at } = body
    const source = findSource(call)
    const model = modelOf(call)
    const found = requireFound(model.find(source, user_id))
    requireManager(call, source, Math.max(found.access_level, access_level ?? 0))
    if (model.isLastOwner(source, found) || (access_level ?? 0) > roleAt(call, source)) throw forbidden()
    if (found.synchronized_by === 'ldap') throw forbidden()
    const sent = { access_level, ...(expires_at !== undefined && { expires_at }), ...roleIn(body, call) }
    return presentMember(call, model.update(source, found, sent, call.now()))
  })

  // Requests are not stored: no list of members contains them.
  api.post(`${place}/:id/access_requests`, { before: login, params: params({ id: segment }) }, (call) => {
    if (roleAt(call, findSource(call)) > roles.none) throw forbidden()
    return { ...presentUserBasic(call, call.user), requested_at: call.now() }
  })

  const removal = { skip_subresources: boolean, unassign_issuables: boolean }
  api.delete(`${path}/:user_id`, { before: login, params: params({ ...memberPath, ...removal }) }, (call, sent) => {
    const source = findSource(call)
    const model = modelOf(call)
    const found = requireFound(model.find(source, sent.user_id))
    const bot = call.store.of(users).get(found.user_id)?.bot
    if (found.user_id !== call.user.id || bot) requireManager(call, source, found.access_level)
    if (bot || model.isLastOwner(source, found)) throw forbidden()
    requireUnmodified(call, { updated_at: found.updated_at ?? found.created_at ?? '' })
    model.remove(source, found, { below: !sent.skip_subresources })
    if (source.kind === 'project' && api.flavor === 'gitlab') {
      api.loseAccess(call.store, source.project, { user_id: found.user_id })
    }
  })
}

type Sent = MemberFields

/** The project or group. @throws HttpError 403 for a private group in which the caller has no role. */
function readable(call: Call, source: Source): Source {
  const isHidden = source.kind === 'group' && source.group.visibility === 'private'
  if (isHidden && roleAt(call, source) === roles.none) throw forbidden()
  return source
}

const modelOf = ({ store, instance }: Call) => new MemberModel(store, instance)

/** @throws HttpError 404 for an unknown user, 409 for a member, or 403: in this order. */
function addMember(call: Call, source: Source, user: UserRecord | undefined, sent: Sent): MembershipRecord {
  const model = modelOf(call)
  if (!user) throw notFound('User')
  const old = model.find(source, user.id)
  if (old && call.race === 'second' && source.kind === 'project') {
    // Both are stored, although the service refuses them.
    model.add(source, user, sent, call.user, call.now())
    throw invalid({ user_id: ['already exists in source'] })
  }
  if (old && old.access_level !== minimalAccess) throw conflict('Member already exists')
  requireManager(call, source, sent.access_level ?? 0)
  if (old) return model.update(source, old, sent, call.now())
  return model.add(source, user, sent, call.user, call.now())
}

/** Adds several users, or updates those who are members. Returns the complaints by username. */
function addSeveral(call: Call, source: Source, names: string[], byId: boolean, sent: Sent) {
  requireManager(call, source, sent.access_level ?? 0)
  const model = modelOf(call)
  const message: Record<string, string> = {}
  for (const name of names.filter((one) => one.trim() !== '')) {
    const user = byId ? lookUpUser(call, name, undefined) : lookUpUser(call, undefined, name)
    try {
      if (!user) throw notFound('User')
      const old = model.find(source, user.id)
      if (old) model.update(source, old, sent, call.now())
      else model.add(source, user, sent, call.user, call.now())
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      message[user?.username ?? name] = complaintOf(error)
    }
  }
  return Object.keys(message).length > 0 ? { status: 'error', message } : { status: 'success' }
}

function complaintOf({ body }: HttpError): string {
  const { message } = body as { message: string | Record<string, string[]> }
  if (typeof message === 'string') return message
  return sentencesOf(message).join(' and ')
}

function lookUpUser({ store }: Call, id: string | null | undefined, username: string | null | undefined) {
  if (id !== undefined) return store.of(users).get(parseInt(id ?? '', 10))
  const found = store.of(users).find('username', (username ?? '').toLowerCase())
  return found?.username === username ? found : undefined
}

/** @throws HttpError 403 unless the caller can manage members with this role. */
function requireManager(call: Call, source: Source, level: number): void {
  const isOwners = source.kind === 'group' || level === roles.owner || level === roles.securityManager
  const least = isOwners ? roles.owner : roles.maintainer
  if (roleAt(call, source) < least) throw forbidden()
}

const roleAt = (call: Call, source: Source): number =>
  source.kind === 'group' ? groupRole(call.store, call.user, source.group.id) : roleOf(call, source.project)

function requireFound(found: MembershipRecord | undefined): MembershipRecord {
  if (!found) throw recordNotFound()
  return found
}

interface Query {
  query?: string | null
  user_ids?: string[]
  skip_users?: string[]
}

function filterMembers(call: Call, rows: readonly MembershipRecord[], { query, user_ids, skip_users }: Query) {
  const matches = matcher(query ?? '')
  return rows.filter(({ user_id }) => {
    const user = call.store.of(users).get(user_id)
    return (
      user !== undefined &&
      (!user_ids?.length || user_ids.includes(String(user_id))) &&
      !skip_users?.includes(String(user_id)) &&
      (!query?.trim() || [user.name, user.username].some(matches))
    )
  })
}

function presentMember(call: Call, member: MembershipRecord) {
  const all = call.store.of(users)
  const user = all.get(member.user_id)!
  const by = all.get(member.created_by_id ?? 0)
  const role = call.store.of(memberRoles).get(member.member_role_id ?? 0)
  return {
    ...presentUserBasic(call, user),
    access_level: member.access_level,
    created_at: member.created_at ?? user.created_at,
    ...(by && { created_by: presentUserBasic(call, by) }),
    expires_at: member.expires_at ?? null,
    ...(call.user?.admin && !isCommunity(call.instance) && { email: emailOf(user) }),
    ...(!isCommunity(call.instance) && { membership_state: 'active' }),
    ...(member.synchronized_by === 'ldap' && { override: false }),
    ...(member.synchronized_by === 'saml' && {
      group_saml_identity: { extern_uid: user.username, provider: 'group_saml', saml_provider_id: 1 },
    }),
    ...(role && { member_role: presentMemberRole(role, call.instance) }),
  }
}
