import type { UserListParams } from '../sdk'
import { toSnakeCase } from './core/camel-case'
import { type Filters, listReader, reader, serviceReader } from './core/invoke'

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
  /** Only those who are in no project. Counts for administrators alone. Default false. */
  withoutProjects?: boolean | undefined
  /** Only those with or without a second factor. Counts for administrators alone. */
  twoFactor?: UserListParams['two_factor']
  /** Only those who were created at this time or later: ISO 8601. Counts for administrators alone. */
  createdAfter?: string | undefined
  /** Only those who were created at this time or earlier: ISO 8601. Counts for administrators alone. */
  createdBefore?: string | undefined
}
