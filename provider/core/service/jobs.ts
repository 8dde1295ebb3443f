import type { Json } from '../schema/json'
import type { Operation } from '../schema/kind'

/** The work for one item of a set. */
export interface Job {
  key: string
  /** What the job does to the object, for error messages. */
  operation: Operation
  /** The key of the item whose job must finish first because it frees the name that this item gets. */
  after?: string | undefined
  /** Whether the job waits for all jobs that are not later ones, because the service may refuse it before. */
  isLater?: boolean
  /** Returns the new outputs of the item, if it changed. */
  work(): Promise<{ outs: Json } | void | undefined>
}

/** Runs jobs in parallel. A job with `after` waits for that job, and a later one for all others. */
export async function runJobs<T>(jobs: readonly Job[], attempt: (job: Job) => Promise<T>): Promise<T[]> {
  const byKey = new Map(jobs.map((job) => [job.key, job]))
  const started = new Map<Job, Promise<T>>()
  const resultOf = (job: Job): Promise<T> => {
    const known = started.get(job) ?? start(job)
    started.set(job, known)
    return known
  }
  const start = async (job: Job): Promise<T> => {
    const previous = job.after === job.key ? undefined : byKey.get(job.after ?? '')
    if (previous) await resultOf(previous)
    return attempt(job)
  }
  await Promise.allSettled(jobs.filter(({ isLater }) => !isLater).map(resultOf))
  return Promise.all(jobs.map(resultOf))
}
