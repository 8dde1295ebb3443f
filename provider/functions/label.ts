import type { Id, LabelListParams } from '../../sdk'
import { type Filters, listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'
import { filtered } from './label-archived'

/** Reads a label of a project, including inherited labels. */
export const getLabel = reader<OfProject & OfLabel & AlsoInherited>()(
  'getLabel',
  (api, { project, label, ...params }) => api.labels.get(project, label, toSnakeCase(params)),
)

/** Lists the labels of a project by name, by default including inherited labels. */
export const getLabels = listReader<OfProject & LabelFilters>()('getLabels', (api, { project, ...filters }) =>
  filtered(api.labels.list(project, toSnakeCase(filters)), filters.archived),
)

interface OfLabel {
  /** Id or title of the label. */
  label: Id
}

interface AlsoInherited {
  /** Whether to include labels of ancestor groups. Default: true. */
  includeAncestorGroups?: boolean | undefined
}

interface LabelFilters extends Omit<Filters<LabelListParams>, 'archived'>, AlsoInherited {
  /** Whether to count issues and merge requests. Default: false. */
  withCounts?: boolean | undefined
  /** True: only archived labels. False: only other labels. Default: both. */
  archived?: boolean | undefined
}
