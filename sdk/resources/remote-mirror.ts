import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** The method of authentication at the target of a mirror. */
export type MirrorAuthMethod = 'password' | 'ssh_public_key'

/** A push mirror: a repository to which the service pushes the changes of the project. */
export interface RemoteMirror {
  id: number
  /** Whether the mirror works. Also false if the instance has disabled mirroring or the repository is empty. */
  enabled: boolean
  /** Target. The user (except `git`) and the password are masked as `*****`. Null if the service cannot decrypt it. */
  url: string | null
  /** Older services omit it. */
  auth_method?: MirrorAuthMethod
  /** `none` before the first push, then `started`, `finished`, `failed`, `to_retry`. */
  update_status: string
  last_update_at: string | null
  last_update_started_at: string | null
  last_successful_update_at: string | null
  last_error: string | null
  only_protected_branches: boolean
  /** Newer services return null, which means false, until it is set for the first time. */
  keep_divergent_refs: boolean | null
  /** Host keys of the target. Newer services only. */
  host_keys?: { fingerprint_sha256: string }[]
  /** Only matching branches are pushed. Null: all branches. Premium and Ultimate. */
  mirror_branch_regex?: string | null
}

/** The public key for the target. */
export interface MirrorPublicKey {
  /** OpenSSH format: `ssh-rsa AAAA…`. */
  public_key: string
}

export interface RemoteMirrorListParams {
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

/**
 * Fields that can change. The service rejects `only_protected_branches` together with `mirror_branch_regex`, regardless
 * of their values.
 */
export interface RemoteMirrorUpdate {
  /** Default: false. */
  enabled?: boolean | undefined
  /** Whether branches that diverged at the target are skipped instead of overwritten. Default: false. */
  keep_divergent_refs?: boolean | undefined
  /** Default: false. True removes `mirror_branch_regex`. */
  only_protected_branches?: boolean | undefined
  /**
   * RE2 syntax, at most 255 characters. Null: all branches. Sets `only_protected_branches` to false. Premium and
   * Ultimate.
   */
  mirror_branch_regex?: string | null | undefined
  /** Default: `password`. A change resets the time of the last push. */
  auth_method?: MirrorAuthMethod | undefined
  /**
   * SSH host keys of the target, as lines of a file `known_hosts`, with or without the host. `[]` and null remove all.
   * Older services ignore it. Responses contain only the fingerprints.
   */
  host_keys?: readonly string[] | null | undefined
}

export interface RemoteMirrorCreate extends RemoteMirrorUpdate {
  /** `http`, `https`, `ssh` or `git` URL, including credentials. Cannot be changed. */
  url: string
}

/**
 * Push mirrors of projects. Below the Maintainer role, requests fail with `Unauthorized` instead of `Forbidden`.
 * https://docs.gitlab.com/api/remote_mirrors/
 */
export class RemoteMirrors {
  constructor(private readonly http: Http) {}

  /** Lists the mirrors of a project, by id. */
  list(project: Id, params?: RemoteMirrorListParams, options?: RequestOptions): List<RemoteMirror> {
    return this.http.list(path`/projects/${project}/remote_mirrors`, params, options)
  }

  /** Reads a mirror. */
  get(project: Id, mirror: number, options?: RequestOptions): Promise<RemoteMirror> {
    return this.http.get(path`/projects/${project}/remote_mirrors/${mirror}`, {}, options)
  }

  /** Creates a mirror. Duplicates are allowed. */
  create(project: Id, body: RemoteMirrorCreate, options?: RequestOptions): Promise<RemoteMirror> {
    return this.http.post(path`/projects/${project}/remote_mirrors`, body, options)
  }

  /** Updates the given fields. */
  update(project: Id, mirror: number, body: RemoteMirrorUpdate, options?: RequestOptions): Promise<RemoteMirror> {
    return this.http.put(path`/projects/${project}/remote_mirrors/${mirror}`, body, options)
  }

  /**
   * Deletes a mirror. Fails with `NotFound` if an earlier attempt of this call deleted it and its response was lost.
   */
  delete(project: Id, mirror: number, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/remote_mirrors/${mirror}`, {}, options)
  }

  /** Starts a push, unless one is running. Fails with `Invalid` if the mirror is not enabled. Newer services only. */
  sync(project: Id, mirror: number, options?: RequestOptions): Promise<void> {
    return this.http.post(path`/projects/${project}/remote_mirrors/${mirror}/sync`, undefined, {
      ...options,
      idempotent: true,
    })
  }

  /**
   * Reads the public key of a mirror. `NotFound` unless it uses `ssh_public_key` with an `ssh://` URL. Newer services
   * only.
   */
  publicKey(project: Id, mirror: number, options?: RequestOptions): Promise<MirrorPublicKey> {
    return this.http.get(path`/projects/${project}/remote_mirrors/${mirror}/public_key`, {}, options)
  }
}
