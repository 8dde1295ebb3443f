import { NotFound } from '../http/errors'
import type { Http } from '../http/http'
import type { RequestOptions } from '../http/options'
import { path } from '../http/path'

/** Queues by name. */
export interface QueueMetrics {
  queues: Record<string, JobQueue>
}

/** The backlog of a queue. */
export interface JobQueue {
  /** Number of waiting jobs. */
  backlog: number
  /** Age of the oldest waiting job, in seconds. */
  latency: number
}

/** Worker processes. */
export interface ProcessMetrics {
  processes: JobProcess[]
}

/** A worker process. The service can return null for all fields except the queues. */
export interface JobProcess {
  hostname: string | null
  pid: number | null
  tag: string | null
  /** Timestamp with the UTC offset of the machine. */
  started_at: string | null
  queues: string[]
  labels: string[]
  /** Maximum number of concurrent jobs. */
  concurrency: number | null
  /** Number of running jobs. */
  busy: number | null
}

/** Job statistics. */
export interface JobStats {
  /** The numbers of jobs. */
  jobs: {
    /** Jobs that have run, including failed jobs. */
    processed: number
    failed: number
    /** Waiting jobs. */
    enqueued: number
    /** Jobs that failed after all retries. */
    dead: number
  }
}

/** Queues, processes and job statistics in one response. */
export type CompoundMetrics = QueueMetrics & ProcessMetrics & JobStats

/** The prefixes of the metrics: the name in the specification first, then GitLab's name. */
const prefixes = ['jobqueue', 'sidekiq'] as const

/**
 * Metrics of background jobs, for administrators of a self-managed service.
 *
 * The client tries `/jobqueue` and, if the service has no such route, `/sidekiq`. It then continues with the prefix
 * that worked.
 * https://docs.gitlab.com/api/sidekiq_metrics/
 */
export class JobQueueMetrics {
  private prefix: (typeof prefixes)[number] = prefixes[0]

  constructor(private readonly http: Http) {}

  /** Reads the backlog and latency of each queue. */
  queues(options?: RequestOptions): Promise<QueueMetrics> {
    return this.get('queue_metrics', options)
  }

  /** Reads the worker processes and their load. */
  processes(options?: RequestOptions): Promise<ProcessMetrics> {
    return this.get('process_metrics', options)
  }

  /** Reads the numbers of processed, failed and waiting jobs. */
  jobs(options?: RequestOptions): Promise<JobStats> {
    return this.get('job_stats', options)
  }

  /** Reads queues, processes and job statistics. */
  all(options?: RequestOptions): Promise<CompoundMetrics> {
    return this.get('compound_metrics', options)
  }

  /** @throws NotFound for the first prefix, if the service has neither. */
  private async get<T>(what: string, options?: RequestOptions): Promise<T> {
    const known = this.prefix
    const ask = (prefix: string): Promise<T> => this.http.get(path`/${prefix}/${what}`, {}, options)
    try {
      return await ask(known)
    } catch (error) {
      if (!isRouteMissing(error)) throw error
      const other = prefixes.find((prefix) => prefix !== known)!
      try {
        const response = await ask(other)
        this.prefix = other
        return response
      } catch (second) {
        throw isRouteMissing(second) ? error : second
      }
    }
  }
}

const isRouteMissing = (error: unknown): boolean => NotFound.is(error) && error.routeMissing
