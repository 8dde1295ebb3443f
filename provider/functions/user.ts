import type { UserListParams } from '../../sdk'
import { type Filters, listReader, reader, serviceReader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'

/** The user whom the access token belongs to; the token of a group or project has a bot user. */
export const getCurrentUser = serviceReader('getCurrentUser', (api) => api.users.current())

/** One user. Another one's e-mail address and role are shown to administrators alone. */
export const getUser = reader<OfUser>()('getUser', (api, { user }) => api.users.get(user))

/** The users of the service, the newest first. More than 50,000 need `pagination: "keyset"`, which has the oldest first. */
export const getUsers = listReader<UserFilters>()('getUsers', (api, filters) => api.users.list(toSnakeCase(filters)))

interface OfUser {
  /** The user's number on the service. */
  user: number
}

interface UserFilters extends Filters<UserListParams> {
  /** Default `"id"`. With `pagination: "keyset"` older services know no `"created_at"` and `"updated_at"`. */
  orderBy?: UserListParams['order_by']
  /** Whether to leave out the bots of projects and groups. Default false. */
  withoutProjectBots?: boolean | undefined
  /** Only users without projects. Ignored unless the user is an administrator. Default false. */
  withoutProjects?: boolean | undefined
  /** Only users with or without two-factor authentication. Ignored unless the user is an administrator. */
  twoFactor?: UserListParams['two_factor']
  /** Only users created at or after this time, in ISO 8601. Ignored unless the user is an administrator. */
  createdAfter?: string | undefined
  /** Only users created at or before this time, in ISO 8601. Ignored unless the user is an administrator. */
  createdBefore?: string | undefined
}
