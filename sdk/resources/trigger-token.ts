import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'
import type { Pipeline } from './pipeline'
import type { UserBasic } from './user'

/** A token that can only start pipelines of its project. */
export interface TriggerToken {
  id: number
  description: string | null
  /**
   * The secret. Complete for the owner, and on newer services for administrators. Others see the first four characters.
   */
  token: string
  /** When the newest pipeline of the token was created. */
  last_used: string | null
  /** When the token expires. Null: never. Older services omit it. */
  expires_at?: string | null
  /** Pipelines run with the permissions of this user. */
  owner: UserBasic | null
  created_at: string
  updated_at: string
}

export interface TriggerTokenListParams {
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

export interface TriggerTokenCreate {
  description: string
  /** ISO 8601, less than 365 days ahead. Default: never. Cannot be changed. Newer services only. */
  expires_at?: string | null | undefined
}

export interface TriggerTokenUpdate {
  /** Newer services set it to null if it is missing. */
  description?: string | null | undefined
}

export interface TriggerTokenRun {
  /** Branch or tag. */
  ref: string
  /** A trigger token, or the token of a running CI/CD job. */
  token: string
  /** Variables of the pipeline. */
  variables?: Record<string, string> | undefined
  /** Inputs that the project's CI file declares. Newer services only. */
  inputs?: Record<string, unknown> | undefined
}

/** Trigger tokens of projects. https://docs.gitlab.com/api/pipeline_triggers/ */
export class TriggerTokens {
  constructor(private readonly http: Http) {}

  /** Lists the tokens of a project, except expired tokens. */
  list(project: Id, params?: TriggerTokenListParams, options?: RequestOptions): List<TriggerToken> {
    return this.http.list(path`/projects/${project}/triggers`, params, options)
  }

  /** Reads a token. `NotFound` if it has expired. */
  get(project: Id, trigger: number, options?: RequestOptions): Promise<TriggerToken> {
    return this.http.get(path`/projects/${project}/triggers/${trigger}`, {}, options)
  }

  /** Creates a token of the user of the client. Duplicates are allowed. */
  create(project: Id, body: TriggerTokenCreate, options?: RequestOptions): Promise<TriggerToken> {
    return this.http.post(path`/projects/${project}/triggers`, body, options)
  }

  /** Updates the description. `Forbidden` unless the user is the owner or an administrator. */
  update(project: Id, trigger: number, body: TriggerTokenUpdate, options?: RequestOptions): Promise<TriggerToken> {
    return this.http.put(path`/projects/${project}/triggers/${trigger}`, body, options)
  }

  /** Deletes a token. Fails with `NotFound` if an earlier attempt of this call deleted it and its response was lost. */
  delete(project: Id, trigger: number, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/triggers/${trigger}`, {}, options)
  }

  /**
   * Starts a pipeline with the token in the body. The client does not need a token. The response has no `name`. Fails
   * with `NotFound` if the token does not belong to the project.
   */
  run(project: Id, body: TriggerTokenRun, options?: RequestOptions): Promise<Pipeline> {
    return this.http.post(path`/projects/${project}/trigger/pipeline`, body, options)
  }
}
