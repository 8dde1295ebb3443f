import type { GroupListParams } from '../../sdk'
import { type Filters, listReader, type OfGroup, reader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'
import { withoutRunnersToken } from '../core/schema/runners-token'

/** Reads a group, without its projects. */
export const getGroup = reader<OfGroup>()('getGroup', async (api, { group }) =>
  withoutRunnersToken(await api.groups.get(group)),
)

/**
 * Lists the groups of which the user of the access token is a member, directly or through a subgroup or a project, by
 * name. Includes subgroups. Administrators get all groups. `allAvailable` adds groups that the user can read without
 * being a member.
 */
export const getGroups = listReader<GroupFilters>()(
  'getGroups',
  (api, filters) => api.groups.list(toSnakeCase(filters)),
  withoutRunnersToken,
)

/** The service supports only page numbers for clients with a token, so `pagination` is omitted. */
interface GroupFilters extends Omit<Filters<GroupListParams>, 'pagination'> {
  /** Default: `"name"`. */
  orderBy?: GroupListParams['order_by']
  /**
   * Whether to list all groups that the user of the access token can read, not only groups of which the user is a
   * member. Default: true for administrators, otherwise false. Ignored with `owned` or `minAccessLevel`.
   */
  allAvailable?: boolean | undefined
  /** Ids of groups to exclude. */
  skipGroups?: readonly number[] | undefined
  /**
   * Only groups in which the user of the access token has at least this role: 10 Guest, 20 Reporter, 30 Developer, 40
   * Maintainer, 50 Owner.
   */
  minAccessLevel?: number | undefined
  /** Whether to exclude subgroups. Default: false. */
  topLevelOnly?: boolean | undefined
  /** Only groups whose wiki is on this storage. Ignored unless the user is an administrator. */
  repositoryStorage?: string | undefined
}
