import { listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'
import { projectAccessToken } from '../resources/project-access-token'
import type { OfToken, TokenFilters } from './access-token-filters'

/** Reads an access token of a project, without its secret. Revoked and expired tokens can be read for some weeks. */
export const getProjectAccessToken = reader<OfProject & OfToken>({ of: projectAccessToken })(
  'getProjectAccessToken',
  (api, { project, token }) => api.projectAccessTokens.get(project, token),
)

/** Lists the access tokens of a project by id, without their secrets. Includes revoked and expired tokens. */
export const getProjectAccessTokens = listReader<OfProject & TokenFilters>({ of: projectAccessToken })(
  'getProjectAccessTokens',
  (api, { project, ...filters }) => api.projectAccessTokens.list(project, toSnakeCase(filters)),
)
