import { strip } from '../../cron'
import { failed, invalid } from '../http/errors'
import type { Instance } from '../http/instance'
import { has, type InstanceRelease } from '../http/release'
import { settingsOf } from '../http/settings'
import { sentencesOf } from '../http/validation'
import { type JobRecord, jobs } from '../records/job'
import { type PipelineRecord, pipelines, type PipelineVariable } from '../records/pipeline'
import type { ProjectRecord } from '../records/project'
import { type RefRecord, refs } from '../records/ref'
import { testSuites } from '../records/test-report'
import type { UserRecord } from '../records/user'
import type { Store } from '../store/store'
import { projectRole, roles } from './access'
import { isArchived } from './archived'
import { endOf, isCancelable, progressOf } from './pipeline-progress'
import { seedTestReport } from './test-report-model'

/** Represents the commit before the first one. */
export const noCommit = '0'.repeat(40)

/** Fields of a new pipeline. */
export interface NewPipeline {
  /** Name of a branch or tag, such as `main` or `refs/heads/main`. */
  ref: string
  source: string
  user: UserRecord
  variables: PipelineVariable[]
  /** Default: `created`. */
  status?: 'created' | 'pending'
  /** Whether a broken CI file is an error. Default: false, which creates a failed pipeline. */
  refuseBroken?: boolean
  trigger_id?: number
  upstream_pipeline_id?: number
}

/** The complaint about inputs that the CI file of the project does not declare. */
export const unknownInputs =
  '`.gitlab-ci.yml`: Given inputs not defined in the `spec` section of the included configuration file'
export const hasUnknownInputs = ({ ci_inputs = [] }: ProjectRecord, inputs: object | null | undefined): boolean =>
  Object.keys(inputs ?? {}).some((name) => !ci_inputs.includes(name))

/** The pipelines in a store, and the rules of the model. */
export class PipelineModel {
  constructor(private readonly instance: InstanceRelease & Pick<Instance, 'store'>) {}

  get store(): Store {
    return this.instance.store
  }

  /** The project's current pipelines by id. Without CI/CD, only those that external services reported. */
  of(project: ProjectRecord, now: string): readonly PipelineRecord[] {
    this.#moveOn(project, now)
    const all = this.#pipelines.where('project', project.id)
    return project.builds_enabled ? all : all.filter(({ source }) => source === 'external')
  }

  find(project: ProjectRecord, id: number, now: string): PipelineRecord | undefined {
    return this.of(project, now).find((pipeline) => pipeline.id === id)
  }

  /** The newest pipeline that the trigger token started. */
  newestOf(trigger: number): PipelineRecord | undefined {
    return this.#pipelines.where('trigger', trigger).at(-1)
  }

  maySetVariables(user: UserRecord, project: ProjectRecord): boolean {
    const least = project.ci_pipeline_variables_minimum_override_role
    return least !== 'no_one_allowed' && projectRole(this.store, user, project) >= roles[least]
  }

  /**
   * Starts a pipeline. With a broken CI file, the pipeline is created as failed.
   * @throws HttpError 400 with the reason if no pipeline can be created.
   */
  create(project: ProjectRecord, wanted: NewPipeline, now: string): PipelineRecord {
    const { ref, user, variables, status = 'created', refuseBroken = false, ...given } = wanted
    this.#requireVariables(project, user, variables)
    if (!project.builds_enabled) throw refused('Pipelines are disabled!')
    if (isArchived(this.store, project) || projectRole(this.store, user, project) < roles.developer) {
      throw mayNotCreate()
    }
    const { name, tag, sha } = this.#find(project, ref)
    this.#requirePatience(project, user, sha, now)
    const broken = project.ci_file_error !== null
    if (broken && refuseBroken) throw refused(project.ci_file_error!)
    return this.#pipelines.insert({
      ...{ trigger_id: null, upstream_pipeline_id: null, ...given },
      iid: Math.max(0, ...this.#pipelines.where('project', project.id).map(({ iid }) => iid)) + 1,
      project_id: project.id,
      name: null,
      status: broken ? 'failed' : status,
      ref: name,
      tag,
      sha,
      before_sha: noCommit,
      yaml_errors: project.ci_file_error,
      user_id: user.id,
      variables,
      queued_at: broken ? null : now,
      created_at: now,
      updated_at: now,
      started_at: null,
      finished_at: broken ? now : null,
      committed_at: null,
      duration: null,
      queued_duration: null,
      coverage: null,
    })
  }

  /** Retries failed and canceled jobs. Does not change a pipeline without such jobs or with a broken CI file. */
  retry(pipeline: PipelineRecord, now: string): PipelineRecord {
    if (!['failed', 'canceled'].includes(pipeline.status) || pipeline.yaml_errors !== null) return pipeline
    const forgotten = { started_at: null, finished_at: null, duration: null, queued_duration: null }
    const again = { status: 'pending', queued_at: now, updated_at: now, ...forgotten }
    return this.#pipelines.update(pipeline, again)
  }

  /** Cancels the pipeline and its children unless they are finished. */
  cancel(pipeline: PipelineRecord, now: string): PipelineRecord {
    this.#cancelChildren(pipeline, now)
    if (!isCancelable(pipeline)) return pipeline
    for (const job of this.#jobsOf(pipeline)) {
      if (job.status === 'running') this.store.of(jobs).update(job, { status: 'canceled' })
    }
    return this.#pipelines.update(pipeline, endOf(pipeline, 'canceled', now))
  }

  /** Deletes a pipeline with its jobs and reports. Cancels its children, but does not delete them. */
  delete(pipeline: PipelineRecord, now: string): void {
    this.#cancelChildren(pipeline, now)
    for (const job of this.#jobsOf(pipeline)) this.store.of(jobs).delete(job)
    for (const suite of this.store.of(testSuites).where('pipeline', pipeline.id))
      this.store.of(testSuites).delete(suite)
    this.#pipelines.delete(pipeline)
  }

  /** Does not change `updated_at`. @throws HttpError 400 if the name is empty or too long. */
  rename(pipeline: PipelineRecord, sent: string): PipelineRecord {
    const name = strip(sent)
    const complaint =
      name === ''
        ? 'too short (minimum is 1 character)'
        : [...name].length > 255
          ? 'too long (maximum is 255 characters)'
          : undefined
    if (complaint) throw failed(400, `Failed to update pipeline - Name is ${complaint}`)
    return this.#pipelines.update(pipeline, { name })
  }

  get #pipelines() {
    return this.store.of(pipelines)
  }

  #moveOn(project: ProjectRecord, now: string): void {
    for (const pipeline of this.#pipelines.where('moving', project.id)) {
      const moved = this.#pipelines.update(pipeline, progressOf(pipeline, project.ci_outcome, now))
      if (moved.finished_at !== null) seedTestReport(this.store, moved)
    }
  }

  #cancelChildren(pipeline: PipelineRecord, now: string): void {
    for (const child of this.#pipelines.where('upstream', pipeline.id)) {
      if (child.source === 'parent_pipeline') this.cancel(child, now)
    }
  }

  #jobsOf(pipeline: PipelineRecord): JobRecord[] {
    return this.store
      .of(jobs)
      .all()
      .filter(({ pipeline_id }) => pipeline_id === pipeline.id)
  }

  #requireVariables(project: ProjectRecord, user: UserRecord, variables: PipelineVariable[]): void {
    if (variables.length > 0 && !this.maySetVariables(user, project)) {
      throw refused('Insufficient permissions to set pipeline variables')
    }
    const keys = variables.map(({ key }) => key)
    const twins = [...new Set(keys.filter((key, at) => keys.indexOf(key) !== at))]
    if (twins.length > 0) throw refused(`Duplicate variable name${twins.length > 1 ? 's' : ''}: ${twins.join(', ')}`)
    const complaints = [...new Set(keys.flatMap(complaintsAboutKey))]
    if (complaints.length > 0) {
      throw has(this.instance, 'variablesInOneSentence')
        ? invalid({
            base: [
              `Failed to build pipeline variables: Validation failed: ${sentencesOf({ key: complaints }).join(', ')}`,
            ],
          })
        : invalid({ 'variables.key': complaints, base: ['Failed to build the pipeline!'] })
    }
  }

  /** Not 429, because this limits pipelines, not requests. */
  #requirePatience(project: ProjectRecord, user: UserRecord, sha: string, now: string): void {
    const limit = settingsOf(this.store).pipeline_limit_per_project_user_sha
    const since = new Date(Date.parse(now) - 60_000).toISOString()
    const recent = this.#pipelines
      .where('project', project.id)
      .filter((one) => one.user_id === user.id && one.sha === sha && one.created_at > since)
    if (limit > 0 && recent.length >= limit) {
      throw refused('Too many pipelines created in the last minute. Try again later.')
    }
  }

  #find(project: ProjectRecord, ref: string): RefRecord {
    const all = this.store.of(refs).where('project', project.id)
    const found = all.filter(({ name, tag }) => [name, `refs/${tag ? 'tags' : 'heads'}/${name}`].includes(ref))
    if (found.length > 1) throw refused('Ref is ambiguous')
    if (!found[0]) throw refused('Reference not found')
    return found[0]
  }
}

const complaintsAboutKey = (key: string): string[] => [
  ...(key.trim() === '' ? ["can't be blank"] : []),
  ...(key.length > 255 ? ['is too long (maximum is 255 characters)'] : []),
  ...(/^\w+$/.test(key) ? [] : ["can contain only letters, digits and '_'."]),
]

const refused = (reason: string) => invalid({ base: [reason] })

export const mayNotCreate = () => refused('Insufficient permissions to create a new pipeline')
