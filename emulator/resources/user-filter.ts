import { type Call } from '../http/call'
import { administrator } from '../http/login'
import { allOrNone } from '../http/param-rules'
import { boolean, dateTime, integer, string } from '../http/param-types'
import { type Bound, type Rule } from '../http/params'
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

/** External identities need both. */
export const userRules: Rule[] = [allOrNone('extern_uid', 'provider')]

type Asked = Bound<typeof userFilters>

/** The users that match the filters. @throws HttpError 401 or 403 for filters that are reserved for administrators. */
export function chooseUsers(call: Call, asked: Asked): UserRecord[] {
  if (asked.extern_uid && asked.provider) {
    administrator(call)
    // The emulator's users have no external identities.
    return []
  }
  const all = call.store.of(users).all()
  const isFound = finder(call, asked.search ?? '')
  return all.filter(
    (user) => isAsked(user, asked) && isFound(user) && (!call.user?.admin || isAskedByAdmin(call, user, asked)),
  )
}

function isAsked(user: UserRecord, asked: Asked): boolean {
  const { active, blocked, exclude_active, exclude_external, humans, exclude_humans, without_project_bots } = asked
  return (
    user.username.toLowerCase() === (asked.username || user.username).toLowerCase() &&
    (user.state === 'active' || !active) &&
    (user.state === 'blocked' || !blocked) &&
    (user.state !== 'active' || !exclude_active) &&
    (!user.external || !exclude_external) &&
    (!user.bot || !(humans || without_project_bots)) &&
    (user.bot || !exclude_humans) &&
    // The emulator has no auditors.
    !asked.auditors
  )
}

/** Filters that the service ignores unless the caller is an administrator. */
function isAskedByAdmin({ store }: Call, user: UserRecord, asked: Asked): boolean {
  const member = { ...user, admin: false }
  return (
    (user.admin || !asked.admins) &&
    (Boolean(user.external) || !asked.external) &&
    // The emulator's users have no two-factor authentication.
    asked.two_factor !== 'enabled' &&
    isWithin(user.created_at, asked.created_after, asked.created_before) &&
    (!asked.without_projects ||
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
