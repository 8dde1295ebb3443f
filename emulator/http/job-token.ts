import { type JobRecord, jobs } from '../records/job'
import { type ProjectRecord } from '../records/project'
import { type Store } from '../store/store'
import { unauthorized } from './errors'

/** The job whose token this is, while it runs; null for any other token, and without one. */
export function runningJob(store: Store, token: string | undefined): JobRecord | null {
  const job = token === undefined ? undefined : store.of(jobs).find('token', token)
  return job?.status === 'running' ? job : null
}

/** The job whose token this is; null without one. @throws HttpError 401 for a job that is over, or none. */
export function admitJob(store: Store, token: string | undefined): JobRecord | null {
  const job = runningJob(store, token)
  if (token !== undefined && !job) throw unauthorized()
  return job
}

/** Whether the project lets the job in: its own always do, others can keep to those that they name. */
export const admitsJob = (project: ProjectRecord, { project_id }: JobRecord): boolean =>
  project.id === project_id ||
  !project.ci_inbound_job_token_scope_enabled ||
  (project.ci_job_token_allowlist ?? []).includes(project_id)
