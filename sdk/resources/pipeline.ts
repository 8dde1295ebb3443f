import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'
import type { TestReport, TestReportSummary } from './test-report'
import type { UserBasic } from './user'

/** The status of a pipeline. Newer services add `waiting_for_callback` and `canceling`. */
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

/** A pipeline in a list. */
export interface PipelineBasic {
  id: number
  /** Number within the project. */
  iid: number
  project_id: number
  /** GitLab omits it when a pipeline is created, triggered, retried or canceled. */
  name?: string | null
  status: PipelineStatus
  /** The trigger of the pipeline: `push`, `web`, `api`, `trigger`, `pipeline` and others. */
  source: string
  /** Branch or tag. */
  ref: string
  sha: string
  web_url: string
  created_at: string
  updated_at: string
}

/** A single pipeline, with more fields than in a list. */
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
  /** Percent. Most services return a string: `"30.00"`. */
  coverage: string | number | null
  /** The status as shown in the service's UI. */
  detailed_status: PipelineDetailedStatus
}

/** The status of a pipeline, as shown in the service's UI. */
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

/** A variable of a pipeline. */
export interface PipelineVariable {
  key: string
  value: string
  /** `file`: jobs get the name of a file that contains the value. */
  variable_type: 'env_var' | 'file'
  /** Whether references in the value are not expanded. Older services omit it. */
  raw?: boolean
}

export interface PipelineListParams {
  /** `branches` and `tags`: the newest pipeline of each. `finished`: `success`, `failed` and `canceled`. */
  scope?: 'running' | 'pending' | 'finished' | 'branches' | 'tags' | undefined
  /** Only pipelines with this status. */
  status?: PipelineStatus | undefined
  /** Only pipelines with this source. Child pipelines are only listed with `parent_pipeline`. */
  source?: string | undefined
  /** Branch or tag. */
  ref?: string | undefined
  /** Commit, as a full hash. */
  sha?: string | undefined
  /** True: only pipelines with errors in their CI file. False: only pipelines without errors. */
  yaml_errors?: boolean | undefined
  /** The user who started the pipeline. */
  username?: string | undefined
  /** Exact name. */
  name?: string | undefined
  /** ISO 8601, like the other times. */
  updated_after?: string | undefined
  updated_before?: string | undefined
  /** Newer services only, like `created_before`. */
  created_after?: string | undefined
  created_before?: string | undefined
  /** Default: `id`. */
  order_by?: 'id' | 'status' | 'ref' | 'updated_at' | 'user_id' | undefined
  /** Default: `desc`. */
  sort?: 'asc' | 'desc' | undefined
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

export interface PipelineLatestParams {
  /** Branch or tag. Default: the default branch of the project. */
  ref?: string | undefined
}

export interface PipelineCreate {
  /** Branch or tag. */
  ref: string
  /** Default of `variable_type`: `env_var`. Keys must be unique. */
  variables?: { key: string; value: string; variable_type?: 'env_var' | 'file' | undefined }[] | undefined
  /** Inputs that the project's CI file declares. Newer services only. */
  inputs?: Record<string, unknown> | undefined
}

export interface PipelineMetadata {
  /** 1 to 255 characters, without surrounding spaces. */
  name: string
}

/** Pipelines of projects. https://docs.gitlab.com/api/pipelines/ */
export class Pipelines {
  constructor(private readonly http: Http) {}

  /** Lists the pipelines of a project that match all filters, newest first. */
  list(project: Id, params?: PipelineListParams, options?: RequestOptions): List<PipelineBasic> {
    return this.http.list(path`/projects/${project}/pipelines`, params, options)
  }

  /** Reads a pipeline, also a child pipeline. */
  get(project: Id, pipeline: number, options?: RequestOptions): Promise<Pipeline> {
    return this.http.get(path`/projects/${project}/pipelines/${pipeline}`, {}, options)
  }

  /**
   * Reads the newest pipeline of the newest commit of a ref. Also fails with `Forbidden` if the commit has no pipeline
   * or the ref does not exist.
   */
  latest(project: Id, params?: PipelineLatestParams, options?: RequestOptions): Promise<Pipeline> {
    return this.http.get(path`/projects/${project}/pipelines/latest`, params, options)
  }

  /** Reads all variables of a pipeline, from all pages if the service paginates them. The values can be secrets. */
  variables(project: Id, pipeline: number, options?: RequestOptions): Promise<PipelineVariable[]> {
    return this.http
      .list<PipelineVariable>(path`/projects/${project}/pipelines/${pipeline}/variables`, {}, options)
      .all()
  }

  /** Reads the test cases of a pipeline. Without tests, all counts are 0. */
  testReport(project: Id, pipeline: number, options?: RequestOptions): Promise<TestReport> {
    return this.http.get(path`/projects/${project}/pipelines/${pipeline}/test_report`, {}, options)
  }

  /** Reads the numbers of tests of a pipeline. */
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
   * Deletes a pipeline with its jobs, logs and artifacts. Child pipelines are not deleted. Requires the Owner role.
   * Fails with `NotFound` if an earlier attempt of this call deleted it and its response was lost.
   */
  delete(project: Id, pipeline: number, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/pipelines/${pipeline}`, {}, options)
  }

  /** Sets the name of a pipeline. */
  updateMetadata(project: Id, pipeline: number, body: PipelineMetadata, options?: RequestOptions): Promise<Pipeline> {
    return this.http.put(path`/projects/${project}/pipelines/${pipeline}/metadata`, body, options)
  }
}
