import type { PipelineLatestParams, PipelineListParams } from '../../sdk'
import { type Filters, listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'

const pipelines = {
  plural: 'pipelines',
  access: { read: 'reporter', write: 'developer', features: ['builds', 'repository'] },
} as const

/** One pipeline of a project. */
export const getPipeline = reader<OfProject & OfPipeline>({ of: pipelines })(
  'getPipeline',
  (api, { project, pipeline }) => api.pipelines.get(project, pipeline),
)

/** The pipelines of a project, the newest first; child pipelines are left out unless `source` asks for them. */
export const getPipelines = listReader<OfProject & PipelineFilters>({ of: pipelines })(
  'getPipelines',
  (api, { project, ...filters }) => api.pipelines.list(project, toSnakeCase(filters)),
)

/** The newest pipeline of the newest commit on a branch or tag. Fails where that commit has none. */
export const getLatestPipeline = reader<OfProject & PipelineLatestParams>({
  causes: {
    403: 'The ref is not there, its newest commit has no pipeline, or the user of the access token may not see them.',
  },
  of: pipelines,
})('getLatestPipeline', (api, { project, ...params }) => api.pipelines.latest(project, params))

/** The variables that a pipeline was started with. The answer is a secret. */
export const getPipelineVariables = listReader<OfProject & OfPipeline>({
  secret: true,
  causes: { 403: 'They are shown to Maintainers of the project, and to the Developer who started the pipeline.' },
})('getPipelineVariables', (api, { project, pipeline }) => api.pipelines.variables(project, pipeline))

/** What functions about a pipeline want to know. */
export interface OfPipeline {
  /** The pipeline's number on the service: `pipelineId` of a `PipelineRun`. */
  pipeline: number
}

interface PipelineFilters extends Filters<PipelineListParams> {
  /** Only those with errors in their CI file, or only those without. Default both. */
  yamlErrors?: boolean | undefined
  /** Only those that changed since then: ISO 8601. */
  updatedAfter?: string | undefined
  /** Only those that have not changed since then: ISO 8601. */
  updatedBefore?: string | undefined
  /** Only those made since then: ISO 8601. Older services ignore it. */
  createdAfter?: string | undefined
  /** Only those made by then: ISO 8601. Older services ignore it. */
  createdBefore?: string | undefined
  /** Default `"id"`. */
  orderBy?: PipelineListParams['order_by']
}
