import type { ProjectListParams } from '../sdk'
import { toSnakeCase } from './core/camel-case'
import { type Filters, listReader, type OfProject, reader } from './core/invoke'
import { withoutRunnersToken } from './core/runners-token'

/** One project, as far as the access token's user may see it. A path that it once had leads to it, too. */
export const getProject = reader<OfProject>()('getProject', async (api, { project }) =>
  withoutRunnersToken(await api.projects.get(project)),
)

/** The projects that the access token's user can see, the newest first. */
export const getProjects = listReader<ProjectFilters>()(
  'getProjects',
  (api, filters) => api.projects.list(toSnakeCase(filters)),
  withoutRunnersToken,
)

interface ProjectFilters extends Filters<ProjectListParams> {
  /** With `pagination: "keyset"` only `"id"`, also the default there. Else the default is `"created_at"`, the newest first. */
  orderBy?: ProjectListParams['order_by']
  /** Only those in which the access token's user has this role at least: 10 Guest, 20 Reporter, 30 Developer, 40 Maintainer, 50 Owner. */
  minAccessLevel?: number | undefined
  /** Only those whose repository is on this storage. Counts for administrators alone. */
  repositoryStorage?: string | undefined
  /** Whether to search in the names of the groups above, too. Default false. */
  searchNamespaces?: boolean | undefined
  /** Only those with issues. Default false. */
  withIssuesEnabled?: boolean | undefined
  /** Only those with merge requests. Default false. */
  withMergeRequestsEnabled?: boolean | undefined
  /** Only those with activity at this time or later: ISO 8601. */
  lastActivityAfter?: string | undefined
  /** Only those with activity at this time or earlier: ISO 8601. */
  lastActivityBefore?: string | undefined
  /** Only those that were changed at this time or later: ISO 8601. With `orderBy: "updated_at"` alone. */
  updatedAfter?: string | undefined
  /** Only those that were changed at this time or earlier: ISO 8601. With `orderBy: "updated_at"` alone. */
  updatedBefore?: string | undefined
  /** Only those with a higher id. */
  idAfter?: number | undefined
  /** Only those with a lower id. */
  idBefore?: number | undefined
}
