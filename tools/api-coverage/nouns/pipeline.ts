import { noun } from '../endpoint'
import { failedPipeline, pipeline, project } from './ids'

const test = (title: string) => ['emulator/test/pipeline', title] as const

export const pipelines = noun('Pipelines', () => Promise.resolve({ id: pipeline }), [
  {
    endpoint: 'GET /projects/:id/pipelines',
    call: (api) =>
      api.pipelines.list(project, {
        name: 'nightly',
        order_by: 'id',
        ref: 'release/1.0',
        scope: 'finished',
        sha: '1'.repeat(40),
        sort: 'desc',
        source: 'parent_pipeline',
        status: 'success',
        updated_after: '2026-01-05T09:00:00+02:00',
        updated_before: '2026-12-31T00:00:00Z',
        username: 'developer',
        yaml_errors: false,
      }),
    sends:
      'name=nightly&order_by=id&ref=release%2F1.0&scope=finished&sha=1111111111111111111111111111111111111111&sort=desc' +
      '&source=parent_pipeline&status=success&updated_after=2026-01-05T09%3A00%3A00%2B02%3A00' +
      '&updated_before=2026-12-31T00%3A00%3A00Z&username=developer&yaml_errors=false',
    variants: [
      { call: (api) => api.pipelines.list(project) },
      { call: (api) => api.pipelines.list(project, { ref: undefined, per_page: 5 }), sends: 'per_page=5' },
    ],
    test: test('list › lists the newest pipelines first, with the fields of a list'),
  },
  {
    endpoint: 'GET /projects/:id/pipelines/:pipeline_id',
    call: (api, { id }) => api.pipelines.get(project, id),
    test: test('get › returns all fields of a pipeline'),
  },
  {
    endpoint: 'GET /projects/:id/pipelines/latest',
    call: (api) => api.pipelines.latest(project, { ref: 'main' }),
    sends: 'ref=main',
    variants: [
      { call: (api) => api.pipelines.latest(project) },
      { call: (api) => api.pipelines.latest(project, { ref: 'release/1.0' }), sends: 'ref=release%2F1.0' },
    ],
    test: test('latest › returns the newest pipeline of the newest commit as the latest'),
  },
  {
    endpoint: 'GET /projects/:id/pipelines/:pipeline_id/variables',
    call: (api, { id }) => api.pipelines.variables(project, id),
    sends: 'per_page=100',
    responds: [{ key: 'REGION', value: 'eu' }],
    test: test('variables › returns all fields of variables'),
  },
  {
    endpoint: 'GET /projects/:id/pipelines/:pipeline_id/test_report',
    call: (api, { id }) => api.pipelines.testReport(project, id),
    test: test('test reports › returns all cases of a test report'),
  },
  {
    endpoint: 'GET /projects/:id/pipelines/:pipeline_id/test_report_summary',
    call: (api, { id }) => api.pipelines.testReportSummary(project, id),
    test: test('test reports › returns the summary of a test report'),
  },
  {
    endpoint: 'POST /projects/:id/pipeline',
    later: ['inputs'],
    call: (api) =>
      api.pipelines.create(project, {
        ref: 'main',
        variables: [{ key: 'A', value: 'b', variable_type: 'file' }],
        inputs: {},
      }),
    sends: { ref: 'main', variables: [{ key: 'A', value: 'b', variable_type: 'file' }], inputs: {} },
    variants: [
      {
        call: (api) => api.pipelines.create(project, { ref: 'main', inputs: { level: 3 } }),
        sends: { ref: 'main', inputs: { level: 3 } },
      },
    ],
    test: test('create › returns all fields of a new pipeline, in GitLab without the name'),
  },
  {
    endpoint: 'POST /projects/:id/pipelines/:pipeline_id/retry',
    call: (api) => api.pipelines.retry(project, failedPipeline),
    path: '/projects/acme%2Fweb/pipelines/1002/retry',
    unused: 'A `PipelineRun` starts a new pipeline when its `triggers` change.',
    test: test('retry › retries a failed pipeline'),
  },
  {
    endpoint: 'POST /projects/:id/pipelines/:pipeline_id/cancel',
    call: (api, { id }) => api.pipelines.cancel(project, id),
    test: test('cancel › cancels a pipeline permanently'),
  },
  {
    endpoint: 'DELETE /projects/:id/pipelines/:pipeline_id',
    call: (api, { id }) => api.pipelines.delete(project, id),
    test: test('delete › deletes a pipeline with its reports and jobs, and responds with 404 the second time'),
  },
  {
    endpoint: 'PUT /projects/:id/pipelines/:pipeline_id/metadata',
    call: (api, { id }) => api.pipelines.updateMetadata(project, id, { name: 'nightly' }),
    sends: { name: 'nightly' },
    test: test('metadata › renames a pipeline, without surrounding blanks'),
  },
])
