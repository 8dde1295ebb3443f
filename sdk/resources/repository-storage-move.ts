import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** The owner of a repository that can be moved. For a group, the repository of its wiki. */
export type RepositoryStorageKind = 'project' | 'snippet' | 'group'

/** A move of a repository between storages. Exactly one of `project`, `snippet` and `group` is present. */
export interface RepositoryStorageMove {
  id: number
  created_at: string
  /**
   * `initial`, `scheduled`, `started`, `replicated`, then `finished`; `failed` or, after replication, `cleanup failed`.
   * The repository is read-only while its move is scheduled or started.
   */
  state: string
  source_storage_name: string
  destination_storage_name: string
  /** Reason of a failure. Older services omit it. */
  error_message?: string | null
  project?: MovedProject
  snippet?: MovedSnippet
  group?: MovedGroup
}

/** The project of a move. */
export interface MovedProject {
  id: number
  description: string | null
  name: string
  name_with_namespace: string
  path: string
  path_with_namespace: string
  created_at: string
}

/** The snippet of a move. */
export interface MovedSnippet {
  id: number
  title: string
  description: string | null
  visibility: string
  /** The user who created the snippet. */
  author: { id: number; username: string; name: string } | null
  created_at: string
  updated_at: string
  /** Null for a personal snippet. */
  project_id: number | null
  web_url: string
  raw_url: string
}

/** The group of a move. */
export interface MovedGroup {
  id: number
  name: string
  web_url: string
}

export interface RepositoryStorageMoveListParams {
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

export interface RepositoryStorageMoveCreate {
  /** Target storage. Default: the service chooses a storage by its weights. */
  destination_storage_name?: string | undefined
}

export interface RepositoryStorageMoveCreateAll extends RepositoryStorageMoveCreate {
  /** The storage from which to move all repositories. */
  source_storage_name: string
}

/**
 * Moves of repositories between storages, for administrators of a self-managed service.
 * https://docs.gitlab.com/api/project_repository_storage_moves/
 */
export class RepositoryStorageMoves {
  constructor(private readonly http: Http) {}

  /** Lists the moves of all projects, snippets or groups, newest first. */
  list(
    kind: RepositoryStorageKind,
    params?: RepositoryStorageMoveListParams,
    options?: RequestOptions,
  ): List<RepositoryStorageMove> {
    return this.http.list(path`/${`${kind}_repository_storage_moves`}`, params, options)
  }

  /** Reads a move. */
  get(kind: RepositoryStorageKind, move: number, options?: RequestOptions): Promise<RepositoryStorageMove> {
    return this.http.get(path`/${`${kind}_repository_storage_moves`}/${move}`, {}, options)
  }

  /**
   * Schedules a move for each project, snippet or group on a storage. The service responds before it creates the moves,
   * and skips repositories that cannot be moved without an error.
   */
  createAll(
    kind: RepositoryStorageKind,
    body: RepositoryStorageMoveCreateAll,
    options?: RequestOptions,
  ): Promise<{ message: string }> {
    return this.http.post(path`/${`${kind}_repository_storage_moves`}`, body, options)
  }

  /** Lists the moves of a project, snippet or group, newest first. */
  listOf(
    kind: RepositoryStorageKind,
    container: Id,
    params?: RepositoryStorageMoveListParams,
    options?: RequestOptions,
  ): List<RepositoryStorageMove> {
    return this.http.list(path`/${`${kind}s`}/${container}/repository_storage_moves`, params, options)
  }

  /** Reads a move of a project, snippet or group. */
  getOf(
    kind: RepositoryStorageKind,
    container: Id,
    move: number,
    options?: RequestOptions,
  ): Promise<RepositoryStorageMove> {
    return this.http.get(path`/${`${kind}s`}/${container}/repository_storage_moves/${move}`, {}, options)
  }

  /** Schedules a move of a project, snippet or group. Fails with `Invalid` while another move is in progress. */
  create(
    kind: RepositoryStorageKind,
    container: Id,
    body: RepositoryStorageMoveCreate = {},
    options?: RequestOptions,
  ): Promise<RepositoryStorageMove> {
    return this.http.post(path`/${`${kind}s`}/${container}/repository_storage_moves`, body, options)
  }
}
