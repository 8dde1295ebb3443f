import { nothing, noun } from '../endpoint'
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
    test: ['emulator/test/pipeline', 'list › lists the newest pipelines first, with the fields of a list'],
  },
  {
    endpoint: 'GET /projects/:id/pipelines/:pipeline_id',
    call: (api) => api.pipelines.get(project, pipeline),
    test: ['emulator/test/pipeline', 'get › returns all fields of a pipeline'],
  },
  {
    endpoint: 'GET /projects/:id/pipelines/latest',
    parameters: ['ref'],
    call: (api) => api.pipelines.latest(project, { ref: 'main' }),
    test: ['emulator/test/pipeline', 'latest › returns the newest pipeline of the newest commit as the latest'],
  },
  {
    endpoint: 'GET /projects/:id/pipelines/:pipeline_id/variables',
    call: (api) => api.pipelines.variables(project, pipeline),
    test: ['emulator/test/pipeline', 'variables › returns all fields of variables'],
  },
  {
    endpoint: 'GET /projects/:id/pipelines/:pipeline_id/test_report',
    call: (api) => api.pipelines.testReport(project, pipeline),
    test: ['emulator/test/pipeline', 'test reports › returns all cases of a test report'],
  },
  {
    endpoint: 'GET /projects/:id/pipelines/:pipeline_id/test_report_summary',
    call: (api) => api.pipelines.testReportSummary(project, pipeline),
    test: ['emulator/test/pipeline', 'test reports › returns the summary of a test report'],
  },
  {
    endpoint: 'POST /projects/:id/pipeline',
    parameters: ['ref', 'variables', 'inputs'],
    later: ['inputs'],
    call: (api) => api.pipelines.create(project, { ref: 'main', variables: [{ key: 'A', value: 'b' }], inputs: {} }),
    test: ['emulator/test/pipeline', 'create › returns all fields of a new pipeline, in GitLab without the name'],
  },
  {
    endpoint: 'POST /projects/:id/pipelines/:pipeline_id/retry',
    call: (api) => api.pipelines.retry(project, failedPipeline),
    unused: 'A `PipelineRun` starts a new pipeline when its `triggers` change.',
    test: ['emulator/test/pipeline', 'retry › retries a failed pipeline'],
  },
  {
    endpoint: 'POST /projects/:id/pipelines/:pipeline_id/cancel',
    call: (api) => api.pipelines.cancel(project, pipeline),
    test: ['emulator/test/pipeline', 'cancel › cancels a pipeline permanently'],
  },
  {
    endpoint: 'DELETE /projects/:id/pipelines/:pipeline_id',
    call: (api) => api.pipelines.delete(project, pipeline),
    test: [
      'emulator/test/pipeline',
      'delete › deletes a pipeline with its reports and jobs, and responds with 404 the second time',
    ],
  },
  {
    endpoint: 'PUT /projects/:id/pipelines/:pipeline_id/metadata',
    parameters: ['name'],
    call: (api) => api.pipelines.updateMetadata(project, pipeline, { name: 'nightly' }),
    test: ['emulator/test/pipeline', 'metadata › renames a pipeline, without surrounding blanks'],
  },
])
