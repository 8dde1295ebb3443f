import { noun, nothing } from '../endpoint'
import { failedPipeline, pipeline, project } from './ids'

const everyFilter = {
  name: 'nightly',
  order_by: 'id',
  ref: 'main',
  scope: 'finished',
  sha: '1'.repeat(40),
  sort: 'desc',
  source: 'push',
  status: 'success',
  updated_after: '2026-01-01T00:00:00Z',
  updated_before: '2026-12-31T00:00:00Z',
  username: 'developer',
  yaml_errors: false,
} as const

export const pipelines = noun('Pipelines', nothing, [
  {
    endpoint: 'GET /projects/:id/pipelines',
    parameters: [
      'name',
      'order_by',
      'ref',
      'scope',
      'sha',
      'sort',
      'source',
      'status',
      'updated_after',
      'updated_before',
      'username',
      'yaml_errors',
    ],
    call: (api) => api.pipelines.list(project, everyFilter),
    test: ['emulator/pipeline', 'list › shows the newest first, each with the fields of a list'],
  },
  {
    endpoint: 'GET /projects/:id/pipelines/:pipeline_id',
    call: (api) => api.pipelines.get(project, pipeline),
    test: ['emulator/pipeline', 'get › answers the whole pipeline'],
  },
  {
    endpoint: 'GET /projects/:id/pipelines/latest',
    parameters: ['ref'],
    call: (api) => api.pipelines.latest(project, { ref: 'main' }),
    test: ['emulator/pipeline', 'latest › is the newest of the newest commit'],
  },
  {
    endpoint: 'GET /projects/:id/pipelines/:pipeline_id/variables',
    call: (api) => api.pipelines.variables(project, pipeline),
    test: ['emulator/pipeline', 'variables › have all fields'],
  },
  {
    endpoint: 'GET /projects/:id/pipelines/:pipeline_id/test_report',
    call: (api) => api.pipelines.testReport(project, pipeline),
    test: ['emulator/pipeline', 'test reports › tell of each case'],
  },
  {
    endpoint: 'GET /projects/:id/pipelines/:pipeline_id/test_report_summary',
    call: (api) => api.pipelines.testReportSummary(project, pipeline),
    test: ['emulator/pipeline', 'test reports › are summed up'],
  },
  {
    endpoint: 'POST /projects/:id/pipeline',
    parameters: ['ref', 'variables'],
    call: (api) => api.pipelines.create(project, { ref: 'main', variables: [{ key: 'A', value: 'b' }] }),
    test: ['emulator/pipeline', 'create › returns the whole pipeline, on GitLab without its name'],
  },
  {
    endpoint: 'POST /projects/:id/pipelines/:pipeline_id/retry',
    call: (api) => api.pipelines.retry(project, failedPipeline),
    unused: 'A `PipelineRun` starts a new pipeline when its `triggers` change.',
    test: ['emulator/pipeline', 'retry › runs a failed pipeline again'],
  },
  {
    endpoint: 'POST /projects/:id/pipelines/:pipeline_id/cancel',
    call: (api) => api.pipelines.cancel(project, pipeline),
    test: ['emulator/pipeline', 'cancel › ends a pipeline for good'],
  },
  {
    endpoint: 'DELETE /projects/:id/pipelines/:pipeline_id',
    call: (api) => api.pipelines.delete(project, pipeline),
    test: ['emulator/pipeline', 'delete › removes the pipeline with its reports and jobs, once'],
  },
  {
    endpoint: 'PUT /projects/:id/pipelines/:pipeline_id/metadata',
    parameters: ['name'],
    call: (api) => api.pipelines.updateMetadata(project, pipeline, { name: 'nightly' }),
    test: ['emulator/pipeline', 'metadata › names a pipeline, without blanks around it'],
  },
])
