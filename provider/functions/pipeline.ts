import type { PipelineLatestParams, PipelineListParams } from '../../sdk'
import { type Filters, listReader, type OfProject, reader } from '../core/pulumi/invoke'
import { toSnakeCase } from '../core/schema/camel-case'

const pipelines = {
  plural: 'pipelines',
  access: { read: 'reporter', write: 'developer', features: ['builds', 'repository'] },
} as const

/** Reads a pipeline of a project. */
export const getPipeline = reader<OfProject & OfPipeline>({ of: pipelines })(
  'getPipeline',
  (api, { project, pipeline }) => api.pipelines.get(project, pipeline),
)

/** Lists the pipelines of a project, newest first. Child pipelines are omitted unless `source` selects them. */
export const getPipelines = listReader<OfProject & PipelineFilters>({ of: pipelines })(
  'getPipelines',
  (api, { project, ...filters }) => api.pipelines.list(project, toSnakeCase(filters)),
)

/** Reads the newest pipeline of the newest commit of a branch or tag. Fails if the commit has no pipeline. */
export const getLatestPipeline = reader<OfProject & PipelineLatestParams>({
  causes: {
    403: 'The ref does not exist, its newest commit has no pipeline, or the user of the access token cannot read pipelines.',
  },
  of: pipelines,
})('getLatestPipeline', (api, { project, ...params }) => api.pipelines.latest(project, params))

/** Reads the variables of a pipeline. The result is a secret. */
export const getPipelineVariables = listReader<OfProject & OfPipeline>({
  secret: true,
  causes: {
    403: 'Reading variables requires the Maintainer role, or the Developer role for the user who started the pipeline.',
  },
})('getPipelineVariables', (api, { project, pipeline }) => api.pipelines.variables(project, pipeline))

/** Arguments of functions for a pipeline. */
export interface OfPipeline {
  /** Id of the pipeline: `pipelineId` of a `PipelineRun`. */
  pipeline: number
}

interface PipelineFilters extends Filters<PipelineListParams> {
  /** True: only pipelines with errors in their CI file. False: only pipelines without errors. Default: both. */
  yamlErrors?: boolean | undefined
  /** Only pipelines updated at or after this time, in ISO 8601. */
  updatedAfter?: string | undefined
  /** Only pipelines updated at or before this time, in ISO 8601. */
  updatedBefore?: string | undefined
  /** Only pipelines created at or after this time, in ISO 8601. Older services ignore it. */
  createdAfter?: string | undefined
  /** Only pipelines created at or before this time, in ISO 8601. Older services ignore it. */
  createdBefore?: string | undefined
  /** Default: `"id"`. */
  orderBy?: PipelineListParams['order_by']
}
