import { projectRole, roles } from './access'
import { invalid } from './http-errors'
import { type ProjectRecord, type RefRecord, refs, type UserRecord } from './records'
import { collection, type Store } from './store'

export interface PipelineVariable {
  key: string
  value: string
  variable_type: 'env_var' | 'file'
}

export interface PipelineRecord {
  id: number
  iid: number
  project_id: number
  name: string | null
  status: string
  source: string
  ref: string
  tag: boolean
  sha: string
  before_sha: string
  yaml_errors: string | null
  user_id: number
  variables: PipelineVariable[]
  /** The trigger token that started it. */
  trigger_id: number | null
  /** The pipeline whose job started it. */
  upstream_pipeline_id: number | null
  created_at: string
  updated_at: string
  started_at: string | null
  finished_at: string | null
  committed_at: string | null
  /** Seconds. */
  duration: number | null
  /** Seconds. */
  queued_duration: number | null
  coverage: string | null
}

export const pipelines = collection<PipelineRecord>('pipelines', {
  project: { by: (pipeline) => pipeline.project_id },
  trigger: { by: (pipeline) => pipeline.trigger_id ?? 'none' },
})

/** What stands for the commit before the first. */
export const noCommit = '0'.repeat(40)

/** What a pipeline can be asked to be. */
export interface NewPipeline {
  /** Branch or tag, also as `refs/heads/main`. */
  ref: string
  source: string
  user: UserRecord
  variables: PipelineVariable[]
  trigger_id?: number
  upstream_pipeline_id?: number
}

/** The pipelines of one store, and the rules of the model behind them. */
export class PipelineModel {
  constructor(private readonly store: Store) {}

  /** The newest that the trigger token started. */
  newestOf(trigger: number): PipelineRecord | undefined {
    return this.#pipelines.where('trigger', trigger).at(-1)
  }

  maySetVariables(user: UserRecord, project: ProjectRecord): boolean {
    const least = project.ci_pipeline_variables_minimum_override_role
    return least !== 'no_one_allowed' && projectRole(this.store, user, project) >= roles[least]
  }

  /**
   * Starts a pipeline. With a broken CI file it is there at once, and failed.
   * @throws HttpError 400 with why there cannot be one.
   */
  create(project: ProjectRecord, wanted: NewPipeline, now: string): PipelineRecord {
    const { ref, user, variables, ...given } = wanted
    this.#requireVariables(project, user, variables)
    if (!project.builds_enabled) throw refused('Pipelines are disabled!')
    if (project.archived || projectRole(this.store, user, project) < roles.developer) {
      throw refused('Insufficient permissions to create a new pipeline')
    }
    const { name, tag, sha } = this.#find(project, ref)
    const broken = project.ci_file_error !== null
    return this.#pipelines.insert({
      ...{ trigger_id: null, upstream_pipeline_id: null, ...given },
      iid: Math.max(0, ...this.#pipelines.where('project', project.id).map(({ iid }) => iid)) + 1,
      project_id: project.id,
      name: null,
      status: broken ? 'failed' : 'created',
      ref: name,
      tag,
      sha,
      before_sha: noCommit,
      yaml_errors: project.ci_file_error,
      user_id: user.id,
      variables,
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

  get #pipelines() {
    return this.store.of(pipelines)
  }

  #requireVariables(project: ProjectRecord, user: UserRecord, variables: PipelineVariable[]): void {
    if (variables.length > 0 && !this.maySetVariables(user, project)) {
      throw refused('Insufficient permissions to set pipeline variables')
    }
    const keys = variables.map(({ key }) => key)
    const twins = [...new Set(keys.filter((key, at) => keys.indexOf(key) !== at))]
    if (twins.length > 0) throw refused(`Duplicate variable name${twins.length > 1 ? 's' : ''}: ${twins.join(', ')}`)
  }

  #find(project: ProjectRecord, ref: string): RefRecord {
    const all = this.store.of(refs).where('project', project.id)
    const found = all.filter(({ name, tag }) => [name, `refs/${tag ? 'tags' : 'heads'}/${name}`].includes(ref))
    if (found.length > 1) throw refused('Ref is ambiguous')
    if (!found[0]) throw refused('Reference not found')
    return found[0]
  }
}

const refused = (reason: string) => invalid({ base: [reason] })
