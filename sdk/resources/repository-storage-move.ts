import { type Http } from '../http/http'
import { type List } from '../http/list'
import { type RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** What has a repository that can be moved; of a group it is that of its wiki. */
export type RepositoryStorageKind = 'project' | 'snippet' | 'group'

/** A move of a repository from one storage to another. Exactly one of `project`, `snippet` and `group` is there. */
export interface RepositoryStorageMove {
  id: number
  created_at: string
  /**
   * `initial`, `scheduled`, `started`, `replicated`, then `finished`; `failed` or, after replication, `cleanup failed`.
   * The repository can only be read while its move is scheduled or started.
   */
  state: string
  source_storage_name: string
  destination_storage_name: string
  /** Why it failed; older services leave it out. */
  error_message?: string | null
  project?: MovedProject
  snippet?: MovedSnippet
  group?: MovedGroup
}

export interface MovedProject {
  id: number
  description: string | null
  name: string
  name_with_namespace: string
  path: string
  path_with_namespace: string
  created_at: string
}

export interface MovedSnippet {
  id: number
  title: string
  description: string | null
  visibility: string
  author: { id: number; username: string; name: string } | null
  created_at: string
  updated_at: string
  /** Null for a snippet of a person. */
  project_id: number | null
  web_url: string
  raw_url: string
}

export interface MovedGroup {
  id: number
  name: string
  web_url: string
}

export interface RepositoryStorageMoveListParams {
  /** Page size, at most and by default 100. */
  per_page?: number | undefined
}

export interface RepositoryStorageMoveCreate {
  /** Where to; left out, the service picks a storage by its weights. */
  destination_storage_name?: string | undefined
}

export interface RepositoryStorageMoveCreateAll extends RepositoryStorageMoveCreate {
  /** The storage to be emptied. */
  source_storage_name: string
}

/**
 * Moves of repositories between storages, for administrators of a self-managed service.
 * https://docs.gitlab.com/api/project_repository_storage_moves/
 */
export class RepositoryStorageMoves {
  constructor(private readonly http: Http) {}

  /** The moves of all projects, snippets or groups, newest first. */
  list(
    kind: RepositoryStorageKind,
    params?: RepositoryStorageMoveListParams,
    options?: RequestOptions,
  ): List<RepositoryStorageMove> {
    return this.http.list(path`/${`${kind}_repository_storage_moves`}`, params, options)
  }

  /** One move. */
  get(kind: RepositoryStorageKind, move: number, options?: RequestOptions): Promise<RepositoryStorageMove> {
    return this.http.get(path`/${`${kind}_repository_storage_moves`}/${move}`, {}, options)
  }

  /**
   * Schedules a move for every project, snippet or group on a storage. The service answers before the moves are there,
   * and leaves out what cannot be moved without a word.
   */
  createAll(
    kind: RepositoryStorageKind,
    body: RepositoryStorageMoveCreateAll,
    options?: RequestOptions,
  ): Promise<{ message: string }> {
    return this.http.post(path`/${`${kind}_repository_storage_moves`}`, body, options)
  }

  /** The moves of one project, snippet or group, newest first. */
  listOf(
    kind: RepositoryStorageKind,
    container: Id,
    params?: RepositoryStorageMoveListParams,
    options?: RequestOptions,
  ): List<RepositoryStorageMove> {
    return this.http.list(path`/${`${kind}s`}/${container}/repository_storage_moves`, params, options)
  }

  /** One move of one project, snippet or group. */
  getOf(
    kind: RepositoryStorageKind,
    container: Id,
    move: number,
    options?: RequestOptions,
  ): Promise<RepositoryStorageMove> {
    return this.http.get(path`/${`${kind}s`}/${container}/repository_storage_moves/${move}`, {}, options)
  }

  /** Schedules a move of one project, snippet or group. Refused with `Invalid` while another one is under way. */
  create(
    kind: RepositoryStorageKind,
    container: Id,
    body: RepositoryStorageMoveCreate = {},
    options?: RequestOptions,
  ): Promise<RepositoryStorageMove> {
    return this.http.post(path`/${`${kind}s`}/${container}/repository_storage_moves`, body, options)
  }
}
