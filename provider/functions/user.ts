import type { UserListParams } from '../../sdk'
import { type Filters, listReader, reader, serviceReader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'

/** Reads the user of the access token. The token of a group or project has a bot user. */
export const getCurrentUser = serviceReader('getCurrentUser', (api) => api.users.current())

/** Reads a user. Only administrators can read the email address and the role of other users. */
export const getUser = reader<OfUser>()('getUser', (api, { user }) => api.users.get(user))

/**
 * Lists the users of the service, newest first. Use `pagination: "keyset"` for more than 50,000 users, which lists the
 * oldest first.
 */
export const getUsers = listReader<UserFilters>()('getUsers', (api, filters) => api.users.list(toSnakeCase(filters)))

interface OfUser {
  /** Id of the user. */
  user: number
}

interface UserFilters extends Filters<UserListParams> {
  /** Default: `"id"`. With `pagination: "keyset"`, older services do not support `"created_at"` and `"updated_at"`. */
  orderBy?: UserListParams['order_by']
  /** Whether to exclude bots of projects and groups. Default: false. */
  withoutProjectBots?: boolean | undefined
  /** Only users without projects. Ignored unless the user is an administrator. Default: false. */
  withoutProjects?: boolean | undefined
  /** Only users with or without two-factor authentication. Ignored unless the user is an administrator. */
  twoFactor?: UserListParams['two_factor']
  /** Only users created at or after this time, in ISO 8601. Ignored unless the user is an administrator. */
  createdAfter?: string | undefined
  /** Only users created at or before this time, in ISO 8601. Ignored unless the user is an administrator. */
  createdBefore?: string | undefined
}
