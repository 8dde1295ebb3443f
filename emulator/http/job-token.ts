import { type JobRecord, jobs } from '../records/job'
import type { ProjectRecord } from '../records/project'
import type { Store } from '../store/store'
import { unauthorized } from './errors'

/** The running job with this token; null if there is none. */
export function runningJob(store: Store, token: string | undefined): JobRecord | null {
  const job = token === undefined ? undefined : store.of(jobs).find('token', token)
  return job?.status === 'running' ? job : null
}

/** The job with this token; null without a token. @throws HttpError 401 if no running job has it. */
export function admitJob(store: Store, token: string | undefined): JobRecord | null {
  const job = runningJob(store, token)
  if (token !== undefined && !job) throw unauthorized()
  return job
}

/** Whether the job can use the project. Projects can limit access to their own jobs and those of listed projects. */
export const admitsJob = (project: ProjectRecord, { project_id }: JobRecord): boolean =>
  project.id === project_id ||
  !project.ci_inbound_job_token_scope_enabled ||
  (project.ci_job_token_allowlist ?? []).includes(project_id)
