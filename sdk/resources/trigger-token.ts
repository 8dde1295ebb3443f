import { type Http } from '../http/http'
import { type List } from '../http/list'
import { type RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'
import { type Pipeline } from './pipeline'
import { type UserBasic } from './user'

/** A token that starts pipelines of its project, and can do nothing else. */
export interface TriggerToken {
  id: number
  description: string | null
  /** The secret. Whole for its owner, and on newer services for administrators; for others its first four characters. */
  token: string
  /** When the newest pipeline that it started was created. */
  last_used: string | null
  /** When it goes out of sight; null for never. Older services leave it out. */
  expires_at?: string | null
  /** In whose name its pipelines run. */
  owner: UserBasic | null
  created_at: string
  updated_at: string
}

export interface TriggerTokenListParams {
  /** Page size, at most and by default 100. */
  per_page?: number | undefined
}

export interface TriggerTokenCreate {
  description: string
  /** ISO 8601, less than 365 days ahead; default never. Newer services only; it cannot be changed. */
  expires_at?: string | null | undefined
}

export interface TriggerTokenUpdate {
  /** Newer services take a description that is left out for null. */
  description?: string | null | undefined
}

export interface TriggerTokenRun {
  /** Branch or tag. */
  ref: string
  /** A trigger token, or the token of a CI/CD job that runs right now. */
  token: string
  /** Variables of the pipeline. */
  variables?: Record<string, string> | undefined
  /** Inputs that the project's CI file declares. Newer services only. */
  inputs?: Record<string, unknown> | undefined
}

/** Trigger tokens of projects. https://docs.gitlab.com/api/pipeline_triggers/ */
export class TriggerTokens {
  constructor(private readonly http: Http) {}

  /** The tokens of a project, but for those that have expired. */
  list(project: Id, params?: TriggerTokenListParams, options?: RequestOptions): List<TriggerToken> {
    return this.http.list(path`/projects/${project}/triggers`, params, options)
  }

  /** One token. An expired one is `NotFound`. */
  get(project: Id, trigger: number, options?: RequestOptions): Promise<TriggerToken> {
    return this.http.get(path`/projects/${project}/triggers/${trigger}`, {}, options)
  }

  /** Creates a token, owned by the client's user. Nothing keeps it from being the twin of another. */
  create(project: Id, body: TriggerTokenCreate, options?: RequestOptions): Promise<TriggerToken> {
    return this.http.post(path`/projects/${project}/triggers`, body, options)
  }

  /** Changes the description. `Forbidden` for all but the owner and administrators. */
  update(project: Id, trigger: number, body: TriggerTokenUpdate, options?: RequestOptions): Promise<TriggerToken> {
    return this.http.put(path`/projects/${project}/triggers/${trigger}`, body, options)
  }

  /** Deletes a token. `NotFound` may follow when an earlier attempt of this very call deleted it and its answer was lost. */
  delete(project: Id, trigger: number, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/triggers/${trigger}`, {}, options)
  }

  /**
   * Starts a pipeline by the token in the body, whoever the client is: it may do without a token of its own.
   * The answer has no `name`. `NotFound` for a token that is not of this project.
   */
  run(project: Id, body: TriggerTokenRun, options?: RequestOptions): Promise<Pipeline> {
    return this.http.post(path`/projects/${project}/trigger/pipeline`, body, options)
  }
}
