import type { Api, Resource } from '../http/api'
import type { Call } from '../http/call'
import { routeNotFound } from '../http/errors'
import { administrator } from '../http/login'
import { settingsOf } from '../http/settings'
import { queueMetrics } from '../records/job-queue-metrics'
import type { Store } from '../store/store'

export const seedJobQueueMetrics = (store: Store): void =>
  void store.of(queueMetrics).insert({
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
    api.get(`/${prefix}/queue_metrics`, { before }, (call) => presentMetrics(call, 'queues'))
    api.get(`/${prefix}/process_metrics`, { before }, (call) => presentMetrics(call, 'processes'))
    api.get(`/${prefix}/job_stats`, { before }, (call) => presentMetrics(call, 'jobs'))
    api.get(`/${prefix}/compound_metrics`, { before }, (call) => presentMetrics(call, 'queues', 'processes', 'jobs'))
  }
}

function isServed({ flavor }: Api, { store }: Call, prefix: 'jobqueue' | 'sidekiq'): boolean {
  const { job_queue_metrics_prefix: only } = settingsOf(store)
  return only === null ? flavor === 'spec' || prefix === 'sidekiq' : prefix === only
}

function presentMetrics({ store }: Call, ...parts: ('queues' | 'processes' | 'jobs')[]) {
  const [now] = store.of(queueMetrics).all()
  return Object.fromEntries(parts.map((part) => [part, now?.[part]]))
}
