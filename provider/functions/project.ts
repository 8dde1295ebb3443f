import type { ProjectListParams } from '../../sdk'
import { type Filters, listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'
import { withoutRunnersToken } from '../core/schema/runners-token'

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
  /** Whether `search` also includes the names of parent groups. Default false. */
  searchNamespaces?: boolean | undefined
  /** Only projects with issues enabled. Default false. */
  withIssuesEnabled?: boolean | undefined
  /** Only projects with merge requests enabled. Default false. */
  withMergeRequestsEnabled?: boolean | undefined
  /** Only projects with activity at or after this time, in ISO 8601. */
  lastActivityAfter?: string | undefined
  /** Only projects with activity at or before this time, in ISO 8601. */
  lastActivityBefore?: string | undefined
  /** Only projects updated at or after this time, in ISO 8601. Requires `orderBy: "updated_at"`. */
  updatedAfter?: string | undefined
  /** Only projects updated at or before this time, in ISO 8601. Requires `orderBy: "updated_at"`. */
  updatedBefore?: string | undefined
  /** Only those with a higher id. */
  idAfter?: number | undefined
  /** Only those with a lower id. */
  idBefore?: number | undefined
}
