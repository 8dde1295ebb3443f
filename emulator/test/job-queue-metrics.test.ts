import { useEmulator } from './support/emulator'

import type { Flavor } from '..'

const root = { as: 'root' }
const routeNotFound = { status: 404, body: { error: '404 Not Found' } }
const endpoints = ['queue_metrics', 'process_metrics', 'job_stats', 'compound_metrics']

const queues = { default: { backlog: 0, latency: 0 }, mailers: { backlog: 0, latency: 0 } }
const processes = [
  {
    hostname: 'emulator',
    pid: 1,
    tag: 'emulator',
    started_at: '2026-01-05T09:00:00.000+00:00',
    queues: ['default', 'mailers'],
    labels: [],
    concurrency: 20,
    busy: 0,
  },
]
const jobs = { processed: 2, failed: 0, enqueued: 0, dead: 0 }

describe.each<[Flavor, string[], string[]]>([
  ['spec', ['jobqueue', 'sidekiq'], []],
  ['gitlab', ['sidekiq'], ['jobqueue']],
])('job-queue metrics, flavor %s', (flavor, served, missing) => {
  const emulator = useEmulator({ flavor })

  it.each(served)('serves job-queue metrics at /%s', async (prefix) => {
    const [queue, process, stats, compound] = await Promise.all(
      endpoints.map((endpoint) => emulator.get(`/${prefix}/${endpoint}`, root)),
    )
    expect(queue).toMatchObject({ status: 200 })
    expect(queue?.body).toEqual({ queues })
    expect(process?.body).toEqual({ processes })
    expect(stats?.body).toEqual({ jobs })
    expect(compound?.body).toEqual({ queues, processes, jobs })
  })

  it('does not paginate job-queue metrics', async () => {
    const { headers } = await emulator.get('/sidekiq/process_metrics?page=2&per_page=1', root)
    expect(headers.get('link')).toBeNull()
    expect(headers.get('x-page')).toBeNull()
  })

  it('shows job-queue metrics only to administrators', async () => {
    for (const endpoint of endpoints) {
      const path = `/sidekiq/${endpoint}`
      expect(await emulator.get(path, { as: null })).toMatchObject({ status: 401 })
      expect(await emulator.get(path, { as: 'owner' })).toMatchObject({
        status: 403,
        body: { message: '403 Forbidden' },
      })
    }
  })

  it('responds with 404 at other paths, to all callers', async () => {
    for (const prefix of [...missing, 'queues']) {
      for (const as of ['root', 'owner', null]) {
        expect(await emulator.get(`/${prefix}/job_stats`, { as })).toMatchObject(routeNotFound)
      }
    }
  })

  it.each(['jobqueue', 'sidekiq'])(
    'serves job-queue metrics only at /%s if the state sets the prefix',
    async (prefix) => {
      emulator.patch('settings', 1, { job_queue_metrics_prefix: prefix })
      for (const one of ['jobqueue', 'sidekiq']) {
        const expected = one === prefix ? { status: 200, body: { jobs } } : routeNotFound
        expect(await emulator.get(`/${one}/job_stats`, root)).toMatchObject(expected)
      }
    },
  )

  it('returns the metrics of the state', async () => {
    emulator.patch('job_queue_metrics', 1, { jobs: { ...jobs, dead: 3 }, queues: {} })
    expect((await emulator.get('/sidekiq/compound_metrics', root)).body).toEqual({
      queues: {},
      processes,
      jobs: { ...jobs, dead: 3 },
    })
  })
})
