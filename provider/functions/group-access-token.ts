import { listReader, type OfGroup, reader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'
import { groupAccessToken } from '../resources/group-access-token'
import type { OfToken, TokenFilters } from './access-token-filters'

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
