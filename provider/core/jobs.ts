import type { Json } from './plain'

/** What is done for one item of a set; its new outputs, if it has any. */
export interface Job {
  key: string
  /** The key of the item whose job comes first, as it gives up a name that this one gets. */
  after?: string | undefined
  work(): Promise<{ outs: Json } | void | undefined>
}

/** Does jobs together, as far as none comes after another one. */
export function together<T>(jobs: readonly Job[], attempt: (job: Job) => Promise<T>): Promise<T[]> {
  const byKey = new Map(jobs.map((job) => [job.key, job]))
  const begun = new Map<Job, Promise<T>>()
  const outcome = (job: Job): Promise<T> => {
    const known = begun.get(job) ?? inTurn(job)
    begun.set(job, known)
    return known
  }
  const inTurn = async (job: Job): Promise<T> => {
    const former = job.after === job.key ? undefined : byKey.get(job.after ?? '')
    if (former) await outcome(former)
    return attempt(job)
  }
  return Promise.all(jobs.map(outcome))
}
