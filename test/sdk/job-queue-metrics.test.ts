import { client, closeClients, failure } from './support/client'
import { inTurn, json, serve, stopServices } from './support/service'

afterEach(async () => {
  await closeClients()
  await stopServices()
})

const routeMissing = json({ error: '404 Not Found' }, 404)

/** A service that has the metrics at this prefix alone. */
const serveAt = (prefix: string, response: unknown = {}) =>
  serve(({ url }) => (url.startsWith(`/api/v4/${prefix}/`) ? json(response) : routeMissing))

test('falls back to the other path prefix, and then uses it first', async () => {
  const service = await serveAt('sidekiq', { jobs: {} })
  const { jobQueueMetrics } = client(service.url)
  expect(await jobQueueMetrics.jobs()).toEqual({ jobs: {} })
  await jobQueueMetrics.queues()
  expect(service.lines()).toEqual([
    'GET /api/v4/jobqueue/job_stats',
    'GET /api/v4/sidekiq/job_stats',
    'GET /api/v4/sidekiq/queue_metrics',
  ])
})

test('finds the path prefix in concurrent calls', async () => {
  const service = await serveAt('sidekiq', { jobs: {} })
  const { jobQueueMetrics } = client(service.url)
  await Promise.all([jobQueueMetrics.jobs(), jobQueueMetrics.jobs(), jobQueueMetrics.jobs()])
  await jobQueueMetrics.all()
  expect(service.lines()).toHaveLength(7)
  expect(service.lines().at(-1)).toBe('GET /api/v4/sidekiq/compound_metrics')
})

test('finds the path prefix again after it changed', async () => {
  const responses = [routeMissing, json({ jobs: 1 }), routeMissing, json({ jobs: 2 }), json({ jobs: 3 })]
  const service = await serve(inTurn(...responses))
  const { jobQueueMetrics } = client(service.url)
  for (const jobs of [1, 2, 3]) expect(await jobQueueMetrics.jobs()).toEqual({ jobs })
  expect(service.lines().map((line) => line.split('/')[3])).toEqual([
    'jobqueue',
    'sidekiq',
    'sidekiq',
    'jobqueue',
    'jobqueue',
  ])
})

test('throws the error of the first path prefix if none exists', async () => {
  const service = await serveAt('elsewhere')
  expect(await failure(client(service.url).jobQueueMetrics.jobs())).toMatchObject({
    name: 'NotFound',
    message: 'GET /api/v4/jobqueue/job_stats: 404 Not Found',
  })
  expect(service.lines()).toHaveLength(2)
})

test.each([
  [401, { message: '401 Unauthorized' }],
  [403, { message: '403 Forbidden' }],
  [404, { message: '404 Not found' }],
])('throws for a %i of an existing route without trying the other path prefix', async (status, body) => {
  const service = await serve(inTurn(json(body, status)))
  expect(await failure(client(service.url).jobQueueMetrics.jobs())).toMatchObject({ status })
  expect(service.lines()).toHaveLength(1)
})

test('throws the error of the second path prefix if it refuses', async () => {
  const service = await serve(inTurn(routeMissing, json({ message: '403 Forbidden' }, 403)))
  expect(await failure(client(service.url).jobQueueMetrics.jobs())).toMatchObject({
    message: 'GET /api/v4/sidekiq/job_stats: 403 Forbidden',
  })
})
