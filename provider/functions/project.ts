import type { ProjectListParams } from '../../sdk'
import { type Filters, listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'
import { withoutRunnersToken } from '../core/schema/runners-token'

/** Reads a project, with the fields that the user of the access token can read. Former paths also work. */
export const getProject = reader<OfProject>()('getProject', async (api, { project }) =>
  withoutRunnersToken(await api.projects.get(project)),
)

/** Lists the projects that the user of the access token can read, newest first. */
export const getProjects = listReader<ProjectFilters>()(
  'getProjects',
  (api, filters) => api.projects.list(toSnakeCase(filters)),
  withoutRunnersToken,
)

interface ProjectFilters extends Filters<ProjectListParams> {
  /** Default: `"created_at"`, newest first. With `pagination: "keyset"`: only `"id"`, which is also the default. */
  orderBy?: ProjectListParams['order_by']
  /**
   * Only projects in which the user of the access token has at least this role: 10 Guest, 20 Reporter, 30 Developer, 40
   * Maintainer, 50 Owner.
   */
  minAccessLevel?: number | undefined
  /** Only projects whose repository is on this storage. Ignored unless the user is an administrator. */
  repositoryStorage?: string | undefined
  /** Whether `search` also searches the names of parent groups. Default: false. */
  searchNamespaces?: boolean | undefined
  /** Only projects with issues enabled. Default: false. */
  withIssuesEnabled?: boolean | undefined
  /** Only projects with merge requests enabled. Default: false. */
  withMergeRequestsEnabled?: boolean | undefined
  /** Only projects with activity at or after this time, in ISO 8601. */
  lastActivityAfter?: string | undefined
  /** Only projects with activity at or before this time, in ISO 8601. */
  lastActivityBefore?: string | undefined
  /** Only projects updated at or after this time, in ISO 8601. Requires `orderBy: "updated_at"`. */
  updatedAfter?: string | undefined
  /** Only projects updated at or before this time, in ISO 8601. Requires `orderBy: "updated_at"`. */
  updatedBefore?: string | undefined
  /** Only projects with a higher id. */
  idAfter?: number | undefined
  /** Only projects with a lower id. */
  idBefore?: number | undefined
}
