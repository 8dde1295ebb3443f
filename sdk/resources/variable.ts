import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** `env_var` contains the value, `file` the path of a file with the value. */
export type VariableType = 'env_var' | 'file'

/**
 * A CI/CD variable of a project or group. It has no id: its key and its environment scope identify it. Older services do not
 * return `description` (before 16.2) and `hidden` (before 17.4).
 */
export interface Variable {
  variable_type: VariableType
  key: string
  /** Null if the variable is hidden. Can also be null otherwise. */
  value: string | null
  /** Whether no response contains the value. */
  hidden?: boolean
  /** Whether only pipelines of protected branches and tags get the variable. */
  protected: boolean
  /** Whether job logs show `[MASKED]` instead of the value. */
  masked: boolean
  /** Whether references to other variables in the value are not expanded. */
  raw: boolean
  /** The name of an environment, or a pattern with `*`. `*` alone means all. */
  environment_scope: string
  description?: string | null
}

export interface VariableListParams {
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

/** Selects one of several variables with the same key. */
export interface VariableFilter {
  /** The environment scope, exactly as it is stored. */
  environment_scope: string
}

/** Fields of a variable that can be changed. */
export interface VariableUpdate {
  /**
   * The value of a masked variable has one line and at least 8 characters: letters, digits and `_+=/@:.~-`, or with
   * `raw` all characters except whitespace.
   */
  value?: string | undefined
  /** Default: false. */
  protected?: boolean | undefined
  /** Default: false. Fails with `Invalid` for a hidden variable. */
  masked?: boolean | undefined
  /** Default: false, although the documentation says true. */
  raw?: boolean | undefined
  /** Default: `env_var`. */
  variable_type?: VariableType | undefined
  /** Default: `*`. Groups without Premium or Ultimate ignore it. */
  environment_scope?: string | undefined
  /** At most 255 characters. */
  description?: string | null | undefined
}

export interface VariableCreate extends VariableUpdate {
  /** 1 to 255 letters, digits and `_`. */
  key: string
  value: string
  /** Whether to mask the variable and never return its value again. Services before 17.4 ignore it. */
  masked_and_hidden?: boolean | undefined
}

/**
 * CI/CD variables of projects or of groups. Reads and writes require the Maintainer role in a project, and the Owner role
 * in a group. Enterprise Edition records an audit event for each read.
 * https://docs.gitlab.com/api/project_level_variables/ and https://docs.gitlab.com/api/group_level_variables/
 */
export class Variables {
  constructor(
    private readonly http: Http,
    private readonly parents: 'projects' | 'groups',
  ) {}

  /** Lists the variables of a project or group, in the order of creation, without inherited ones. */
  list(parent: Id, params?: VariableListParams, options?: RequestOptions): List<Variable> {
    return this.http.list(path`/${this.parents}/${parent}/variables`, params, options)
  }

  /** Reads a variable. Fails with `Conflict` if several variables have the key and there is no filter. */
  get(parent: Id, key: string, filter?: VariableFilter, options?: RequestOptions): Promise<Variable> {
    return this.http.get(path`/${this.parents}/${parent}/variables/${key}`, { filter }, options)
  }

  /** Creates a variable. Fails with `Invalid` if one with this key and environment scope exists. */
  create(parent: Id, body: VariableCreate, options?: RequestOptions): Promise<Variable> {
    return this.http.post(path`/${this.parents}/${parent}/variables`, body, options)
  }

  /**
   * Updates the given fields. If no variable of a group matches the filter, the service updates another one with this
   * key: read the variable first, and compare the `environment_scope` of the result. After a lost response, an update of
   * the environment scope is not retried, because the variable may no longer match the filter.
   */
  update(
    parent: Id,
    key: string,
    body: VariableUpdate,
    filter?: VariableFilter,
    options?: RequestOptions,
  ): Promise<Variable> {
    const { environment_scope: scope } = body
    const idempotent = scope === undefined || scope === filter?.environment_scope
    const update = path`/${this.parents}/${parent}/variables/${key}`
    return this.http.put(update, { ...body, filter }, { ...options, idempotent })
  }

  /**
   * Deletes a variable. Fails with `Conflict` like `get`, and with `NotFound` if an earlier attempt of this call deleted
   * it and its response was lost.
   */
  delete(parent: Id, key: string, filter?: VariableFilter, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/${this.parents}/${parent}/variables/${key}`, { filter }, options)
  }
}
