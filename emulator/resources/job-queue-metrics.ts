import { type Api, type Resource } from '../http/api'
import { administrator } from '../http/auth'
import { type Call } from '../http/call'
import { routeNotFound } from '../http/errors'
import { settingsOf } from '../http/settings'
import { collection, type Store } from '../store/store'

/** What the metrics say; there are no jobs here, so it only changes with the state. */
interface JobQueueMetricsRecord {
  id: number
  queues: Record<string, { backlog: number; latency: number }>
  processes: {
    hostname: string
    pid: number
    tag: string
    started_at: string
    queues: string[]
    labels: string[]
    concurrency: number
    busy: number
  }[]
  jobs: { processed: number; failed: number; enqueued: number; dead: number }
}

const metrics = collection<JobQueueMetricsRecord>('job_queue_metrics')

export const seedJobQueueMetrics = (store: Store): void =>
  void store.of(metrics).insert({
    queues: { default: { backlog: 0, latency: 0 }, mailers: { backlog: 0, latency: 0 } },
    processes: [
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
    ],
    jobs: { processed: 2, failed: 0, enqueued: 0, dead: 0 },
  })

/** Metrics of background jobs, at the specification's prefix and at GitLab's. */
export const jobQueueMetrics: Resource = (api) => {
  for (const prefix of ['jobqueue', 'sidekiq'] as const) {
    const before = (call: Call): void => {
      if (!isServed(api, call, prefix)) throw routeNotFound()
      administrator(call)
    }
    api.get(`/${prefix}/queue_metrics`, { before }, (call) => show(call, 'queues'))
    api.get(`/${prefix}/process_metrics`, { before }, (call) => show(call, 'processes'))
    api.get(`/${prefix}/job_stats`, { before }, (call) => show(call, 'jobs'))
    api.get(`/${prefix}/compound_metrics`, { before }, (call) => show(call, 'queues', 'processes', 'jobs'))
  }
}

function isServed({ flavor }: Api, { store }: Call, prefix: 'jobqueue' | 'sidekiq'): boolean {
  const { job_queue_metrics_prefix: only } = settingsOf(store)
  return only === null ? flavor === 'spec' || prefix === 'sidekiq' : prefix === only
}

function show({ store }: Call, ...parts: ('queues' | 'processes' | 'jobs')[]) {
  const [now] = store.of(metrics).all()
  return Object.fromEntries(parts.map((part) => [part, now?.[part]]))
}
