import type { GroupAccessTokenListParams } from '../../sdk'
import { type Filters, listReader, type OfGroup, reader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'
import { groupAccessToken } from '../resources/group-access-token'

/** Reads an access token of a group, without its secret. Revoked and expired tokens can be read for some weeks. */
export const getGroupAccessToken = reader<OfGroup & OfToken>({ of: groupAccessToken })(
  'getGroupAccessToken',
  (api, { group, token }) => api.groupAccessTokens.get(group, token),
)

/** Lists the access tokens of a group by id, without their secrets. Includes revoked and expired tokens. */
export const getGroupAccessTokens = listReader<OfGroup & TokenFilters>({ of: groupAccessToken })(
  'getGroupAccessTokens',
  (api, { group, ...filters }) => api.groupAccessTokens.list(group, toSnakeCase(filters)),
)

interface OfToken {
  /** Id of the token: `tokenId` of its resource. */
  token: number
}

/** Older services ignore all filters except `state`. */
interface TokenFilters extends Filters<GroupAccessTokenListParams> {
  /** Only tokens created at or before this time, in ISO 8601. */
  createdBefore?: string | undefined
  /** Only tokens created at or after this time, in ISO 8601. */
  createdAfter?: string | undefined
  /** Only tokens last used at or before this time, in ISO 8601. */
  lastUsedBefore?: string | undefined
  /** Only tokens last used at or after this time, in ISO 8601. */
  lastUsedAfter?: string | undefined
  /** Only tokens that expire before this day: `YYYY-MM-DD`. */
  expiresBefore?: string | undefined
  /** Only tokens that expire on or after this day: `YYYY-MM-DD`. */
  expiresAfter?: string | undefined
}
