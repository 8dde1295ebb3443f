import { dayOf, isActive, purgeBots, revoke, rotate } from '../http/access-token'
import type { Resource } from '../http/api'
import type { Call } from '../http/call'
import { badRequest, failed, methodNotAllowed, notFound, unauthorized } from '../http/errors'
import { login, type UserCall } from '../http/login'
import { paginate, paging } from '../http/paginate'
import { boolean, date, dateTime, integer, isScalar, segment, string, textList } from '../http/param-types'
import { type Bound, Param, params } from '../http/params'
import { has } from '../http/release'
import { matcher } from '../http/search'
import {
  type AccessTokenParent,
  type AccessTokenRecord,
  accessTokens,
  keyOfParent,
  parentOf,
} from '../records/access-token'
import { users } from '../records/user'
import { directRole, givenRoles, groupRole, roleOf, roles } from './access'
import { complaintsAboutExpiry, createToken, lastDay, nextYear, requireNoComplaints } from './access-token-model'
import { isGroupArchived } from './archived'
import { findGroup } from './group'
import { findProject } from './project'

const tokenPath = { id: segment, token_id: segment }

const filters = {
  state: string.oneOf('active', 'inactive'),
  revoked: boolean,
  created_before: dateTime,
  created_after: dateTime,
  last_used_before: dateTime,
  last_used_after: dateTime,
  expires_before: date,
  expires_after: date,
  search: string,
  sort: string,
}

/** GitLab does not declare page parameters for this list, so it does not refuse other values than numbers. */
const undeclaredPaging = {
  page: new Param<number, true>(
    (raw) => parseInt((isScalar(raw) ? String(raw) : '').replaceAll('_', ''), 10) || 1,
  ).default(1),
  per_page: new Param<number, true>((raw) =>
    /^\s*[+-]?\d+(?:_\d+)*\s*$/.test(isScalar(raw) ? String(raw) : '') ? parseInt(String(raw), 10) : 20,
  ).default(20),
}

/** Scopes of access tokens of projects and groups. */
export const scopes = [
  ...['api', 'read_api', 'create_runner', 'manage_runner', 'k8s_proxy', 'self_rotate'],
  ...['read_repository', 'write_repository', 'read_registry', 'write_registry'],
  ...['read_virtual_registry', 'write_virtual_registry', 'read_observability', 'write_observability'],
  ...['ai_features', 'mcp', 'granular'],
]

const { guest, reporter, developer, maintainer, owner } = roles

/** A project or group, and what the caller can do with its tokens. */
interface Home extends AccessTokenParent {
  /** The caller's role. */
  role: number
  /** Whether the caller can read and revoke tokens. */
  manages: boolean
  /** Whether new tokens are refused. */
  isClosed: boolean
}

/** Where tokens are. Each function throws HttpError 404 if the caller cannot see the project or group. */
const homes: Record<'projects' | 'groups', (call: Call) => Home> = {
  projects: (call) => {
    const project = findProject(call)
    const role = roleOf(call, project)
    return { source: 'project', id: project.id, role, manages: role >= maintainer, isClosed: false }
  },
  groups: (call) => {
    const { id } = findGroup(call)
    const role = groupRole(call.store, call.user, id)
    return { source: 'group', id, role, manages: role >= owner, isClosed: isGroupArchived(call.store, id) }
  },
}

/** Access tokens of projects and groups, each with a bot user of its own. */
export const accessToken: Resource = (api) => {
  const gitlab = api.flavor === 'gitlab'
  api.tick(purgeBots)
  const levels = gitlab ? givenRoles(api) : [guest, reporter, developer, maintainer, owner]
  // All of these are optional, so that handlers have the same types with fewer parameters.
  const known = (gitlab ? filters : { state: filters.state }) as typeof filters
  const described = (gitlab ? { description: string } : {}) as { description: typeof string }

  for (const parents of ['projects', 'groups'] as const) {
    const path = `/${parents}/:id/access_tokens`
    const find = homes[parents]

    api.get(
      path,
      { before: login, params: params({ id: segment, ...known, ...(gitlab ? undeclaredPaging : paging) }) },
      (call, { page, per_page, ...wanted }) => {
        const tokens = tokensOf(call, managed(find(call)))
        const found = sortTokens(filterTokens(call, tokens, wanted), wanted.sort)
        return paginate(call, found, { page, per_page }).map((token) => presentToken(call, token, { withUse: true }))
      },
    )

    api.get(`${path}/:token_id`, { before: login, params: params(tokenPath) }, (call, { token_id }) =>
      presentToken(call, findToken(call, managed(find(call)), token_id)),
    )

    api.post(
      path,
      {
        before: login,
        params: params({
          id: segment,
          name: string.required(),
          ...described,
          scopes: textList.required().oneOf(...scopes),
          expires_at: date,
          access_level: integer.default(maintainer).oneOf(...levels),
        }),
      },
      (call, { name, description = null, scopes, expires_at, access_level }) => {
        const home = find(call)
        if (!mayCreateToken(call, home) || home.isClosed)
          throw badRequest(`User does not have permission to create ${home.source} access token`)
        if (!canGive(home.role, access_level))
          throw badRequest('Access level of the token contains permissions not held by the creating user')
        if (expires_at === undefined) throw badRequest('expires_at is missing')
        const fields = { name: name ?? `${home.source}_bot`, description, scopes, expires_at, access_level }
        return presentNewToken(call, createToken(call.instance, home, fields, timeOf(call)))
      },
    )

    if (gitlab) {
      // Before the route with an id, which would match "self".
      api.post(
        `${path}/self/rotate`,
        { before: login, scopes: ['api', 'self_rotate'], params: params({ id: segment, expires_at: date }) },
        (call, { expires_at }) => {
          const own = call.token!
          if (!call.user.bot) throw methodNotAllowed()
          if (keyOfParent(find(call)) !== keyOfParent(parentOf(own))) throw unauthorized()
          return rotateToken(call, own, expires_at)
        },
      )
    }

    api.post(
      `${path}/:token_id/rotate`,
      { before: login, params: params({ ...tokenPath, expires_at: date }) },
      (call, { token_id, expires_at }) => {
        const home = find(call)
        const token = mayCreateToken(call, home) ? lookUpToken(call, home, token_id) : undefined
        // Only administrators learn that a token does not exist.
        if (!token) throw call.user?.admin ? failed(404, '404 Not Found') : unauthorized()
        if (levelOf(call, token) > home.role)
          throw badRequest('Not eligible to rotate tokens with permissions not held by the user')
        return rotateToken(call, token, expires_at)
      },
    )

    api.delete(`${path}/:token_id`, { before: login, params: params(tokenPath) }, (call, { token_id }) => {
      const home = find(call)
      const token = findToken(call, home, token_id)
      if (!home.manages) throw badRequest(`${call.user.name} cannot delete ${botOf(call, token)?.name}`)
      revoke(call.store, token, timeOf(call))
    })
  }
}

const timeOf = (call: Call): Date => call.instance.clock.now()

/** Bots cannot create bots. */
const mayCreateToken = (call: UserCall, { manages }: Home): boolean => manages && !call.user.bot

/** Owners can give all roles. Maintainers cannot give those with rights that they do not have. */
const canGive = (role: number, level: number | null): boolean =>
  role >= owner || ![roles.planner, roles.securityManager, owner].includes(level ?? maintainer)

/** @throws HttpError 401 unless the caller can read the tokens. */
function managed(home: Home): Home {
  if (!home.manages) throw unauthorized()
  return home
}

const tokensOf = (call: Call, home: Home): readonly AccessTokenRecord[] =>
  call.store.of(accessTokens).where('parent', keyOfParent(home))

function lookUpToken(call: Call, home: Home, id: string): AccessTokenRecord | undefined {
  const token = call.store.of(accessTokens).get(parseInt(id, 10))
  return token && keyOfParent(parentOf(token)) === keyOfParent(home) ? token : undefined
}

function findToken(call: Call, home: Home, id: string): AccessTokenRecord {
  const token = lookUpToken(call, home, id)
  if (!token) throw notFound(`${home.source} Access Token`)
  return token
}

const botOf = (call: Call, token: AccessTokenRecord) => call.store.of(users).get(token.user_id)

/** The role of the token's bot user in the project or group. */
function levelOf({ store }: Call, token: AccessTokenRecord): number {
  const [bot, parent] = [store.of(users).get(token.user_id), parentOf(token)]
  return bot && parent ? directRole(store, bot, parent.source, parent.id) : roles.none
}

/** Rotates the token. Validates everything first, so that an error does not change the token. */
function rotateToken(call: Call, token: AccessTokenRecord, expiry: string | null | undefined) {
  const now = timeOf(call)
  // Two simultaneous rotations both find it active.
  if (token.revoked && call.race !== 'second') throw badRequest('Token already revoked')
  const expires_at = expiry ?? dayOf(now, 7)
  // The specification allows one year, which can be a day longer than the 365 days of GitLab.
  const last = call.instance.flavor === 'spec' ? nextYear(now) : lastDay(now)
  requireNoComplaints(complaintsAboutExpiry(call.store, expires_at, last))
  call.status = 200
  return presentNewToken(call, rotate(call.store, token, expires_at, now), { withUse: true })
}

function filterTokens(call: Call, tokens: readonly AccessTokenRecord[], wanted: Bound<typeof filters>) {
  const now = timeOf(call)
  const { state, revoked, created_before, created_after, last_used_before, last_used_after } = wanted
  const { expires_before, expires_after, search } = wanted
  const matches = search?.trim() ? matcher(search, { shortest: 3 }) : () => true
  return tokens.filter(
    (token) =>
      (!state || isActive(token, now) === (state === 'active')) &&
      (revoked === undefined || token.revoked === (revoked ?? false)) &&
      (!created_before || token.created_at <= created_before) &&
      (!created_after || token.created_at >= created_after) &&
      (!last_used_before || (token.last_used_at !== null && token.last_used_at <= last_used_before)) &&
      (!last_used_after || (token.last_used_at !== null && token.last_used_at >= last_used_after)) &&
      (!expires_before || (token.expires_at !== null && token.expires_at < expires_before)) &&
      (!expires_after || (token.expires_at !== null && token.expires_at >= expires_after)) &&
      matches(token.name),
  )
}

const sortKeys: Record<string, (token: AccessTokenRecord) => string | number | null> = {
  id: ({ id }) => id,
  created: ({ created_at }) => created_at,
  created_at: ({ created_at }) => created_at,
  expires: ({ expires_at }) => expires_at,
  last_used: ({ last_used_at }) => last_used_at,
  name: ({ name }) => name.toLowerCase(),
}

/**
 * Sorts null after all values, and tokens with equal values from new to old, except for tokens that were never used.
 * Sorts by id if `sort` is unknown.
 */
function sortTokens(tokens: AccessTokenRecord[], sort: string | null | undefined): AccessTokenRecord[] {
  const [, by = '', direction] = /^(\w+)_(asc|desc)$/.exec(sort ?? '') ?? []
  const key = Object.hasOwn(sortKeys, by) ? sortKeys[by] : undefined
  if (!key) return tokens
  const sign = direction === 'asc' ? 1 : -1
  const tie = by === 'last_used' ? sign : -1
  return tokens.sort((a, b) => sign * compare(key(a), key(b)) || tie * (a.id - b.id))
}

function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0
  return b === null || (a !== null && a < b) ? -1 : 1
}

/** The only responses with the secret. */
const presentNewToken = (call: Call, token: AccessTokenRecord, shown?: { withUse: boolean }) => ({
  ...presentToken(call, token, shown),
  token: token.token,
})

/** In the specification, only lists and rotations have the last use, and some fields do not exist. */
function presentToken(call: Call, token: AccessTokenRecord, { withUse } = { withUse: false }) {
  const gitlab = call.instance.flavor === 'gitlab'
  const { source, id } = parentOf(token)!
  return {
    id: token.id,
    name: token.name,
    revoked: token.revoked,
    created_at: token.created_at,
    ...(gitlab && { description: token.description }),
    scopes: token.scopes,
    user_id: token.user_id,
    ...((gitlab || withUse) && { last_used_at: token.last_used_at }),
    active: isActive(token, timeOf(call)),
    expires_at: token.expires_at,
    access_level: levelOf(call, token),
    ...(has(call.instance, 'granularTokens') && { granular: false }),
    ...(gitlab && { resource_type: source, resource_id: id }),
  }
}
