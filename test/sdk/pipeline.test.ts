import type { Client } from '../../sdk'
import { client, closeClients, failure } from './support/client'
import { bare, hangUp, inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const nightly = { id: 7, iid: 3, status: 'success', ref: 'main', of_a_later_release: { kept: true } }
const at = '/api/v4/projects/acme%2Fweb/pipelines'

test.each<[string, (api: Client) => Promise<unknown>, string, object?]>([
  ['list', ({ pipelines }) => pipelines.list('acme/web').all(), `GET ${at}?per_page=100`],
  [
    'list with parameters',
    ({ pipelines }) =>
      pipelines
        .list('acme/web', {
          scope: 'finished',
          status: 'success',
          source: 'parent_pipeline',
          ref: 'release/1.0',
          yaml_errors: false,
          updated_after: '2026-01-05T09:00:00+02:00',
          order_by: 'updated_at',
          sort: 'asc',
          username: undefined,
          per_page: 5,
        })
        .all(),
    `GET ${at}?scope=finished&status=success&source=parent_pipeline&ref=release%2F1.0&yaml_errors=false` +
      '&updated_after=2026-01-05T09%3A00%3A00%2B02%3A00&order_by=updated_at&sort=asc&per_page=5',
  ],
  ['get', ({ pipelines }) => pipelines.get('acme/web', 7), `GET ${at}/7`],
  ['latest', ({ pipelines }) => pipelines.latest('acme/web'), `GET ${at}/latest`],
  [
    'latest of a ref',
    ({ pipelines }) => pipelines.latest('acme/web', { ref: 'release/1.0' }),
    `GET ${at}/latest?ref=release%2F1.0`,
  ],
  ['testReport', ({ pipelines }) => pipelines.testReport('acme/web', 7), `GET ${at}/7/test_report`],
  [
    'testReportSummary',
    ({ pipelines }) => pipelines.testReportSummary('acme/web', 7),
    `GET ${at}/7/test_report_summary`,
  ],
  [
    'create',
    ({ pipelines }) =>
      pipelines.create('acme/web', {
        ref: 'main',
        variables: [{ key: 'REGION', value: 'eu', variable_type: 'file' }],
        inputs: { level: 3 },
      }),
    'POST /api/v4/projects/acme%2Fweb/pipeline',
    { ref: 'main', variables: [{ key: 'REGION', value: 'eu', variable_type: 'file' }], inputs: { level: 3 } },
  ],
  ['retry', ({ pipelines }) => pipelines.retry('acme/web', 7), `POST ${at}/7/retry`],
  ['cancel', ({ pipelines }) => pipelines.cancel('acme/web', 7), `POST ${at}/7/cancel`],
  [
    'updateMetadata',
    ({ pipelines }) => pipelines.updateMetadata('acme/web', 7, { name: 'nightly' }),
    `PUT ${at}/7/metadata`,
    { name: 'nightly' },
  ],
  ['delete', ({ pipelines }) => pipelines.delete('acme/web', 7), `DELETE ${at}/7`],
])('sends the request of the API for %s', async (_what, call, line, ...[body]) => {
  const service = await serve(({ method, url }) => {
    if (method === 'DELETE') return bare(204)
    return json(url.includes('per_page') ? [nightly] : nightly, method === 'POST' ? 201 : 200)
  })
  const result = await call(client(service.url))
  expect(result).toEqual(line.startsWith('DELETE') ? undefined : line.includes('per_page') ? [nightly] : nightly)
  expect(service.lines()).toEqual([line])
  expect(service.received[0]?.body).toBe(body ? JSON.stringify(body) : '')
})

test('reads all variables, whether or not the service paginates them', async () => {
  const variables = ['REGION', 'ZONE'].map((key) => ({ key, value: 'eu', variable_type: 'env_var' }))
  const [first, second] = variables
  const next = { 'x-page': '1', 'x-next-page': '2', 'x-total-pages': '2' }
  const service = await serve(inTurn(json(variables), json([first], 200, next), json([second])))
  const { pipelines } = client(service.url)
  expect(await pipelines.variables('acme/web', 7)).toEqual(variables)
  expect(await pipelines.variables('acme/web', 7)).toEqual(variables)
  const line = `GET ${at}/7/variables?per_page=100`
  expect(service.lines()).toEqual([line, line, `${line}&page=2`])
})

test.each<[string, (api: Client) => Promise<unknown>]>([
  ['create', ({ pipelines }) => pipelines.create(1, { ref: 'main' })],
  ['retry', ({ pipelines }) => pipelines.retry(1, 7)],
  ['cancel', ({ pipelines }) => pipelines.cancel(1, 7)],
])('does not repeat %s when the response is lost', async (_what, call) => {
  const service = await serve(inTurn(hangUp))
  expect(await failure(call(client(service.url)))).toMatchObject({ name: 'ConnectionError', sent: true })
  expect(service.received).toHaveLength(1)
})

test('throws Forbidden when a commit has no pipeline', async () => {
  const service = await serve(inTurn(json({ message: '403 Forbidden' }, 403)))
  const error = await failure(client(service.url).pipelines.latest(1))
  expect(error.name).toBe('Forbidden')
  expect(error.message).toBe('GET /api/v4/projects/1/pipelines/latest: 403 Forbidden')
})

test('returns the reason why a pipeline is refused without the values of its variables', async () => {
  const reason = { message: { base: ['cannot deploy with s3cret to eu-west'] } }
  const service = await serve(inTurn(json(reason, 400)))
  const variables = [
    { key: 'DEPLOY_TOKEN', value: 's3cret' },
    { key: 'REGION', value: 'eu-west' },
  ]
  const error = await failure(client(service.url).pipelines.create(1, { ref: 'main', variables }))
  expect(error).toMatchObject({ name: 'Invalid', fields: { base: ['cannot deploy with [redacted] to [redacted]'] } })
})
