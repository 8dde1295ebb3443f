import { collection } from '../store/store'

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

export const queueMetrics = collection<JobQueueMetricsRecord>('job_queue_metrics')
