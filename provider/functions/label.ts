import type { Id, LabelListParams } from '../../sdk'
import { type Filters, listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'

/** One label of a project, inherited ones included. */
export const getLabel = reader<OfProject & OfLabel & AlsoInherited>()(
  'getLabel',
  (api, { project, label, ...params }) => api.labels.get(project, label, toSnakeCase(params)),
)

/** The labels of a project, by name; those that it inherits included, unless the arguments say otherwise. */
export const getLabels = listReader<OfProject & LabelFilters>()('getLabels', (api, { project, ...filters }) =>
  api.labels.list(project, toSnakeCase(filters)),
)

interface OfLabel {
  /** The label's number on the service, or its title. */
  label: Id
}

interface AlsoInherited {
  /** Whether labels of the groups above count, too. Default true. */
  includeAncestorGroups?: boolean | undefined
}

interface LabelFilters extends Filters<LabelListParams>, AlsoInherited {
  /** Whether to count the issues and merge requests of each. Default false. */
  withCounts?: boolean | undefined
}
