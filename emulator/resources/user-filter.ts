import type { Call } from '../http/call'
import { administrator } from '../http/login'
import { allOrNone } from '../http/param-rules'
import { boolean, dateTime, integer, string } from '../http/param-types'
import type { Bound, Rule } from '../http/params'
import { matcher } from '../http/search'
import { projects } from '../records/project'
import { type UserRecord, users } from '../records/user'
import { projectRole, roles } from './access'
import { isWithin } from './project-filter'
import { emailOf } from './user-model'

/** Filters of the list. */
export const userFilters = {
  username: string,
  search: string,
  active: boolean.default(false),
  blocked: boolean.default(false),
  humans: boolean.default(false),
  external: boolean.default(false),
  exclude_active: boolean.default(false),
  exclude_external: boolean.default(false),
  exclude_humans: boolean.default(false),
  exclude_internal: boolean.default(false),
  without_project_bots: boolean.default(false),
  without_projects: boolean.default(false),
  admins: boolean.default(false),
  auditors: boolean.default(false),
  two_factor: string,
  extern_uid: string,
  provider: string,
  created_after: dateTime,
  created_before: dateTime,
  skip_ldap: boolean.default(false),
  saml_provider_id: integer.ignored(),
  with_custom_attributes: boolean.default(false).ignored(),
}

/** External identities require both. */
export const userRules: Rule[] = [allOrNone('extern_uid', 'provider')]

type Query = Bound<typeof userFilters>

/** The users that match the filters. @throws HttpError 401 or 403 for filters that are reserved for administrators. */
export function chooseUsers(call: Call, query: Query): UserRecord[] {
  if (query.extern_uid && query.provider) {
    administrator(call)
    // The emulator's users have no external identities.
    return []
  }
  const all = call.store.of(users).all()
  const isFound = finder(call, query.search ?? '')
  return all.filter(
    (user) =>
      matchesQuery(user, query) && isFound(user) && (!call.user?.admin || matchesQueryOfAdmin(call, user, query)),
  )
}

function matchesQuery(user: UserRecord, query: Query): boolean {
  const { active, blocked, exclude_active, exclude_external, humans, exclude_humans, without_project_bots } = query
  return (
    user.username.toLowerCase() === (query.username ?? user.username).toLowerCase() &&
    (user.state === 'active' || !active) &&
    (user.state === 'blocked' || !blocked) &&
    (user.state !== 'active' || !exclude_active) &&
    (!user.external || !exclude_external) &&
    (Boolean(user.external) || !query.external) &&
    (!user.bot || !(humans || without_project_bots)) &&
    (user.bot || !exclude_humans) &&
    // The emulator has no auditors.
    !query.auditors
  )
}

/** Filters that GitLab ignores unless the caller is an administrator. */
function matchesQueryOfAdmin({ store }: Call, user: UserRecord, query: Query): boolean {
  const member = { ...user, admin: false }
  return (
    (user.admin || !query.admins) &&
    // The emulator's users have no two-factor authentication.
    query.two_factor !== 'enabled' &&
    isWithin(user.created_at, query.created_after, query.created_before) &&
    (!query.without_projects ||
      store
        .of(projects)
        .all()
        .every((project) => projectRole(store, member, project) < roles.guest))
  )
}

/** Names match partially. E-mail addresses must match exactly, and only if the caller is an administrator. */
function finder({ user: caller }: Call, search: string): (user: UserRecord) => boolean {
  const text = search.replace(/^@/, '').trim()
  if (text === '') return () => true
  const matches = matcher(text, { shortest: 3 })
  const address = text.toLowerCase()
  return (user) =>
    [user.name, user.username].some(matches) || (caller?.admin === true && emailOf(user).toLowerCase() === address)
}
