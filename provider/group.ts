import type { GroupListParams } from '../sdk'
import { toSnakeCase } from './core/camel-case'
import { type Filters, listReader, type OfGroup, reader } from './core/invoke'
import { withoutRunnersToken } from './core/runners-token'

/** One group, without its projects. */
export const getGroup = reader<OfGroup>()('getGroup', async (api, { group }) =>
  withoutRunnersToken(await api.groups.get(group)),
)

/**
 * The groups that the access token's user belongs to, also by way of a subgroup or a project, by name; subgroups are
 * among them. Administrators are shown all groups. `allAvailable` adds what the user may read without belonging to it.
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
   * Whether to list all groups that the access token's user may read, and not only those that the user belongs to.
   * Default: true for administrators, else false. It does not matter beside `owned` and `minAccessLevel`.
   */
  allAvailable?: boolean | undefined
  /** Without the groups of these ids. */
  skipGroups?: readonly number[] | undefined
  /** Only those in which the access token's user has this role at least: 10 Guest, 20 Reporter, 30 Developer, 40 Maintainer, 50 Owner. */
  minAccessLevel?: number | undefined
  /** Whether to leave out subgroups. Default false. */
  topLevelOnly?: boolean | undefined
  /** Only those whose wiki is on this storage. Counts for administrators alone. */
  repositoryStorage?: string | undefined
}
