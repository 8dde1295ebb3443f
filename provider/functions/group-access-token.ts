import type { GroupAccessTokenListParams } from '../../sdk'
import { type Filters, listReader, type OfGroup, reader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'
import { groupAccessToken } from '../resources/group-access-token'

/** One access token of a group, revoked or not, but never its secret. Some weeks after it ended it is gone. */
export const getGroupAccessToken = reader<OfGroup & OfToken>({ of: groupAccessToken })(
  'getGroupAccessToken',
  (api, { group, token }) => api.groupAccessTokens.get(group, token),
)

/** The access tokens of a group, the revoked and expired included, by id; never their secrets. */
export const getGroupAccessTokens = listReader<OfGroup & TokenFilters>({ of: groupAccessToken })(
  'getGroupAccessTokens',
  (api, { group, ...filters }) => api.groupAccessTokens.list(group, toSnakeCase(filters)),
)

interface OfToken {
  /** The token's number on the service: `tokenId` of its resource. */
  token: number
}

/** Older services ignore all but `state`. */
interface TokenFilters extends Filters<GroupAccessTokenListParams> {
  /** Only those made by then: ISO 8601. */
  createdBefore?: string | undefined
  /** Only those made since then: ISO 8601. */
  createdAfter?: string | undefined
  /** Only those last used by then: ISO 8601. */
  lastUsedBefore?: string | undefined
  /** Only those last used since then: ISO 8601. */
  lastUsedAfter?: string | undefined
  /** Only those that end before this day: `YYYY-MM-DD`. */
  expiresBefore?: string | undefined
  /** Only those that end on this day or later: `YYYY-MM-DD`. */
  expiresAfter?: string | undefined
}
