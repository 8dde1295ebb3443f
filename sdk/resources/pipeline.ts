import { type Http } from '../http/http'
import { type List } from '../http/list'
import { type RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'
import { type TestReport, type TestReportSummary } from './test-report'
import { type UserBasic } from './user'

/** Where a pipeline stands. Newer services add `waiting_for_callback` and `canceling`. */
export type PipelineStatus =
  | 'created'
  | 'waiting_for_resource'
  | 'preparing'
  | 'waiting_for_callback'
  | 'pending'
  | 'running'
  | 'success'
  | 'failed'
  | 'canceling'
  | 'canceled'
  | 'skipped'
  | 'manual'
  | 'scheduled'

/** A pipeline, as lists show it. */
export interface PipelineBasic {
  id: number
  /** Number within the project. */
  iid: number
  project_id: number
  /** GitLab omits it from the answers to creating, triggering, retrying and canceling. */
  name?: string | null
  status: PipelineStatus
  /** What started it: `push`, `web`, `api`, `trigger`, `pipeline` … */
  source: string
  /** Branch or tag. */
  ref: string
  sha: string
  web_url: string
  created_at: string
  updated_at: string
}

/** A pipeline, as single answers show it. */
export interface Pipeline extends PipelineBasic {
  before_sha: string
  /** Whether `ref` is a tag. */
  tag: boolean
  yaml_errors: string | null
  user: UserBasic | null
  started_at: string | null
  finished_at: string | null
  committed_at: string | null
  /** Seconds. */
  duration: number | null
  /** Seconds. */
  queued_duration: number | null
  /** Percent; most services send a text: `"30.00"`. */
  coverage: string | number | null
  /** The status as the service's own pages show it. */
  detailed_status: PipelineDetailedStatus
}

export interface PipelineDetailedStatus {
  icon: string
  text: string
  label: string
  group: string
  tooltip: string
  has_details: boolean
  details_path: string | null
  illustration: unknown
  favicon: string
}

export interface PipelineVariable {
  key: string
  value: string
  /** `file`: jobs find the value in a file, whose name the variable holds. */
  variable_type: 'env_var' | 'file'
  /** Whether references in the value are left alone. Older services leave it out. */
  raw?: boolean
}

export interface PipelineListParams {
  /** `branches` and `tags`: the newest pipeline of each. `finished`: `success`, `failed` and `canceled`. */
  scope?: 'running' | 'pending' | 'finished' | 'branches' | 'tags' | undefined
  status?: PipelineStatus | undefined
  /** Only with this source; with `parent_pipeline` child pipelines, which are left out else. */
  source?: string | undefined
  /** Branch or tag. */
  ref?: string | undefined
  /** Commit, its whole hash. */
  sha?: string | undefined
  /** Only those with errors in their CI file, or only those without. */
  yaml_errors?: boolean | undefined
  /** Who started it. */
  username?: string | undefined
  /** Exact name. */
  name?: string | undefined
  /** ISO 8601; so are the others. */
  updated_after?: string | undefined
  updated_before?: string | undefined
  /** Newer services only, as is `created_before`. */
  created_after?: string | undefined
  created_before?: string | undefined
  /** Default `id`. */
  order_by?: 'id' | 'status' | 'ref' | 'updated_at' | 'user_id' | undefined
  /** Default `desc`. */
  sort?: 'asc' | 'desc' | undefined
  /** Page size, at most and by default 100. */
  per_page?: number | undefined
}

export interface PipelineLatestParams {
  /** Branch or tag; default the project's default branch. */
  ref?: string | undefined
}

export interface PipelineCreate {
  /** Branch or tag. */
  ref: string
  /** `variable_type` is `env_var` by default. A key may not come twice. */
  variables?: { key: string; value: string; variable_type?: 'env_var' | 'file' | undefined }[] | undefined
  /** Inputs that the project's CI file declares. Newer services only. */
  inputs?: Record<string, unknown> | undefined
}

export interface PipelineMetadata {
  /** 1 to 255 characters, without blanks around it. */
  name: string
}

/** Pipelines of projects. https://docs.gitlab.com/api/pipelines/ */
export class Pipelines {
  constructor(private readonly http: Http) {}

  /** The pipelines of a project that match every filter, the newest first. */
  list(project: Id, params?: PipelineListParams, options?: RequestOptions): List<PipelineBasic> {
    return this.http.list(path`/projects/${project}/pipelines`, params, options)
  }

  /** One pipeline, child pipelines included. */
  get(project: Id, pipeline: number, options?: RequestOptions): Promise<Pipeline> {
    return this.http.get(path`/projects/${project}/pipelines/${pipeline}`, {}, options)
  }

  /** The newest pipeline of the newest commit on a ref. `Forbidden` also where that commit has none, or the ref is not there. */
  latest(project: Id, params?: PipelineLatestParams, options?: RequestOptions): Promise<Pipeline> {
    return this.http.get(path`/projects/${project}/pipelines/latest`, params, options)
  }

  /** All variables of the pipeline, from all pages if the service paginates them. Their values may be secrets. */
  variables(project: Id, pipeline: number, options?: RequestOptions): Promise<PipelineVariable[]> {
    return this.http
      .list<PipelineVariable>(path`/projects/${project}/pipelines/${pipeline}/variables`, {}, options)
      .all()
  }

  /** The tests of its jobs, case by case. Without any, counts are 0. */
  testReport(project: Id, pipeline: number, options?: RequestOptions): Promise<TestReport> {
    return this.http.get(path`/projects/${project}/pipelines/${pipeline}/test_report`, {}, options)
  }

  /** The tests of its jobs, counted. */
  testReportSummary(project: Id, pipeline: number, options?: RequestOptions): Promise<TestReportSummary> {
    return this.http.get(path`/projects/${project}/pipelines/${pipeline}/test_report_summary`, {}, options)
  }

  /** Starts a pipeline. Fails with `Invalid` if the ref, the CI file or the variables are invalid. */
  create(project: Id, body: PipelineCreate, options?: RequestOptions): Promise<Pipeline> {
    return this.http.post(path`/projects/${project}/pipeline`, body, options)
  }

  /** Retries failed and canceled jobs. Does nothing if there are none. */
  retry(project: Id, pipeline: number, options?: RequestOptions): Promise<Pipeline> {
    return this.http.post(path`/projects/${project}/pipelines/${pipeline}/retry`, undefined, options)
  }

  /** Cancels the jobs of the pipeline and its child pipelines. Does nothing if the pipeline has finished. */
  cancel(project: Id, pipeline: number, options?: RequestOptions): Promise<Pipeline> {
    return this.http.post(path`/projects/${project}/pipelines/${pipeline}/cancel`, undefined, options)
  }

  /**
   * Deletes a pipeline with its jobs, logs and artifacts; child pipelines stay. For owners of the project alone.
   * `NotFound` may follow when an earlier attempt of this very call deleted it and its answer was lost.
   */
  delete(project: Id, pipeline: number, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/pipelines/${pipeline}`, {}, options)
  }

  /** Names a pipeline. */
  updateMetadata(project: Id, pipeline: number, body: PipelineMetadata, options?: RequestOptions): Promise<Pipeline> {
    return this.http.put(path`/projects/${project}/pipelines/${pipeline}/metadata`, body, options)
  }
}
