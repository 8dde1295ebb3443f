import { NotFound } from '../http/errors'
import { type Http } from '../http/http'
import { type RequestOptions } from '../http/options'
import { path } from '../http/path'

/** Queues by name. */
export interface QueueMetrics {
  queues: Record<string, JobQueue>
}

export interface JobQueue {
  /** Jobs that wait. */
  backlog: number
  /** Age of the oldest job that waits, in seconds. */
  latency: number
}

/** Processes that work on the queues. */
export interface ProcessMetrics {
  processes: JobProcess[]
}

/** A process; the service may leave anything about it but its queues null. */
export interface JobProcess {
  hostname: string | null
  pid: number | null
  tag: string | null
  /** Timestamp with the zone offset of the machine. */
  started_at: string | null
  queues: string[]
  labels: string[]
  /** Jobs that it can run at once. */
  concurrency: number | null
  /** Jobs that it runs now. */
  busy: number | null
}

/** Jobs counted. */
export interface JobStats {
  jobs: {
    /** Ever run, those that failed among them. */
    processed: number
    failed: number
    /** Waiting now. */
    enqueued: number
    /** Given up after all their retries. */
    dead: number
  }
}

/** All three in one answer. */
export type CompoundMetrics = QueueMetrics & ProcessMetrics & JobStats

/** Where services serve the metrics: the specification's name first, then GitLab's. */
const prefixes = ['jobqueue', 'sidekiq'] as const

/**
 * Metrics of the service's background jobs, for administrators of a self-managed service.
 *
 * Asked at `/jobqueue`, and where that is no route at `/sidekiq`; what the service answers is asked first from then on.
 * https://docs.gitlab.com/api/sidekiq_metrics/
 */
export class JobQueueMetrics {
  private prefix: (typeof prefixes)[number] = prefixes[0]

  constructor(private readonly http: Http) {}

  /** What waits in each queue, and for how long. */
  queues(options?: RequestOptions): Promise<QueueMetrics> {
    return this.get('queue_metrics', options)
  }

  /** The processes and how busy they are. */
  processes(options?: RequestOptions): Promise<ProcessMetrics> {
    return this.get('process_metrics', options)
  }

  /** How many jobs ran, failed, wait. */
  jobs(options?: RequestOptions): Promise<JobStats> {
    return this.get('job_stats', options)
  }

  /** Queues, processes and jobs together. */
  all(options?: RequestOptions): Promise<CompoundMetrics> {
    return this.get('compound_metrics', options)
  }

  /** @throws NotFound of the prefix asked first, when the service has neither. */
  private async get<T>(what: string, options?: RequestOptions): Promise<T> {
    const known = this.prefix
    const ask = (prefix: string): Promise<T> => this.http.get(path`/${prefix}/${what}`, {}, options)
    try {
      return await ask(known)
    } catch (error) {
      if (!isRouteMissing(error)) throw error
      const other = prefixes.find((prefix) => prefix !== known)!
      try {
        const answer = await ask(other)
        this.prefix = other
        return answer
      } catch (second) {
        throw isRouteMissing(second) ? error : second
      }
    }
  }
}

const isRouteMissing = (error: unknown): boolean => NotFound.is(error) && error.routeMissing
