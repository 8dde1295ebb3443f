import { collection } from '../store/store'

/** Metrics of the job queue. The emulator has no background jobs, so that only a new state changes them. */
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
