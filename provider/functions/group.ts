import type { GroupListParams } from '../../sdk'
import { type Filters, listReader, type OfGroup, reader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'
import { withoutRunnersToken } from '../core/schema/runners-token'

/** One group, without its projects. */
export const getGroup = reader<OfGroup>()('getGroup', async (api, { group }) =>
  withoutRunnersToken(await api.groups.get(group)),
)

/**
 * The groups that the access token's user is a member of, directly or through a subgroup or a project, by name.
 * Includes subgroups. Administrators get all groups. `allAvailable` adds groups that the user can read without being a
 * member.
 */
export const getGroups = listReader<GroupFilters>()(
  'getGroups',
  (api, filters) => api.groups.list(toSnakeCase(filters)),
  withoutRunnersToken,
)

/** Those who have a token read groups by page number, whatever they ask for. */
interface GroupFilters extends Omit<Filters<GroupListParams>, 'pagination'> {
  /** Default `"name"`. */
  orderBy?: GroupListParams['order_by']
  /**
   * Whether to list all groups that the access token's user can read, not only those that the user is a member of.
   * Default: true for administrators, otherwise false. Ignored with `owned` or `minAccessLevel`.
   */
  allAvailable?: boolean | undefined
  /** The ids of groups to leave out. */
  skipGroups?: readonly number[] | undefined
  /** Only those in which the access token's user has this role at least: 10 Guest, 20 Reporter, 30 Developer, 40 Maintainer, 50 Owner. */
  minAccessLevel?: number | undefined
  /** Whether to leave out subgroups. Default false. */
  topLevelOnly?: boolean | undefined
  /** Only groups whose wiki is on this storage. Ignored unless the user is an administrator. */
  repositoryStorage?: string | undefined
}
