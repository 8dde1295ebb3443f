import type { GroupLabelListParams, GroupLabelScope, Id } from '../../sdk'
import { type Filters, listReader, type OfGroup, reader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'
import { filtered } from './label-archived'

/** Reads a label of a group, including inherited labels. */
export const getGroupLabel = reader<OfGroup & OfGroupLabel & GroupLabelFilters>()(
  'getGroupLabel',
  (api, { group, label, ...params }) => api.groupLabels.get(group, label, toSnakeCase(params)),
)

/** Lists the labels of a group by name, by default including inherited labels. */
export const getGroupLabels = listReader<OfGroup & GroupLabelListFilters>()(
  'getGroupLabels',
  (api, { group, ...filters }) => filtered(api.groupLabels.list(group, toSnakeCase(filters)), filters.archived),
)

interface OfGroupLabel {
  /** Id or title of the label. */
  label: Id
}

interface GroupLabelFilters extends Filters<GroupLabelScope> {
  /** Whether to include labels of ancestor groups. Default: true. */
  includeAncestorGroups?: boolean | undefined
  /** Whether to include labels of subgroups. Default: false. */
  includeDescendantGroups?: boolean | undefined
  /** Whether to leave out labels of projects. Default: true. */
  onlyGroupLabels?: boolean | undefined
}

interface GroupLabelListFilters extends Omit<Filters<GroupLabelListParams>, 'archived'>, GroupLabelFilters {
  /** Whether to count issues and merge requests. Default: false. */
  withCounts?: boolean | undefined
  /** True: only archived labels. False: only other labels. Default: both. */
  archived?: boolean | undefined
}
