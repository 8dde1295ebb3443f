import { type Http } from '../http/http'
import { type List } from '../http/list'
import { type RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** How a mirror's target lets the service in. */
export type MirrorAuthMethod = 'password' | 'ssh_public_key'

/** A repository elsewhere to which the service pushes what is pushed to the project. */
export interface RemoteMirror {
  id: number
  /** Whether it works now: false also while mirroring is off for the instance, or the repository is empty. */
  enabled: boolean
  /** Target, its user (other than `git`) and password masked as `*****`; null for one that the service cannot read. */
  url: string | null
  /** Left out by older services. */
  auth_method?: MirrorAuthMethod
  /** `none` before the first push, then `started`, `finished`, `failed`, `to_retry`. */
  update_status: string
  last_update_at: string | null
  last_update_started_at: string | null
  last_successful_update_at: string | null
  last_error: string | null
  only_protected_branches: boolean
  /** Null, which means false, on newer services until it is first sent. */
  keep_divergent_refs: boolean | null
  /** Keys by which the target's host proves itself. Newer services only. */
  host_keys?: { fingerprint_sha256: string }[]
  /** Only branches that match are pushed; null for all. Premium and Ultimate. */
  mirror_branch_regex?: string | null
}

/** The key to register at the target. */
export interface MirrorPublicKey {
  /** OpenSSH form: `ssh-rsa AAAA…`. */
  public_key: string
}

export interface RemoteMirrorListParams {
  /** Page size, at most and by default 100. */
  per_page?: number | undefined
}

/** What can be changed. `only_protected_branches` and `mirror_branch_regex` are refused together, whatever their values. */
export interface RemoteMirrorUpdate {
  /** Default false. */
  enabled?: boolean | undefined
  /** Whether branches that diverged at the target are left alone; default false, else they are overwritten. */
  keep_divergent_refs?: boolean | undefined
  /** Default false. True removes `mirror_branch_regex`. */
  only_protected_branches?: boolean | undefined
  /** RE2 syntax, at most 255 characters; null for all branches. Switches `only_protected_branches` off. Premium and Ultimate. */
  mirror_branch_regex?: string | null | undefined
  /** Default `password`. A change forgets when the last push was. */
  auth_method?: MirrorAuthMethod | undefined
}

export interface RemoteMirrorCreate extends RemoteMirrorUpdate {
  /** `http`, `https`, `ssh` or `git`, with the credentials in it; cannot be changed. */
  url: string
}

/**
 * Push mirrors of projects. A role below Maintainer is `Unauthorized` here, not `Forbidden`.
 * https://docs.gitlab.com/api/remote_mirrors/
 */
export class RemoteMirrors {
  constructor(private readonly http: Http) {}

  /** The mirrors of a project, in the order of their ids. */
  list(project: Id, params?: RemoteMirrorListParams, options?: RequestOptions): List<RemoteMirror> {
    return this.http.list(path`/projects/${project}/remote_mirrors`, params, options)
  }

  /** One mirror. */
  get(project: Id, mirror: number, options?: RequestOptions): Promise<RemoteMirror> {
    return this.http.get(path`/projects/${project}/remote_mirrors/${mirror}`, {}, options)
  }

  /** Creates a mirror. Nothing keeps it from being the twin of another. */
  create(project: Id, body: RemoteMirrorCreate, options?: RequestOptions): Promise<RemoteMirror> {
    return this.http.post(path`/projects/${project}/remote_mirrors`, body, options)
  }

  /** Changes the fields given. */
  update(project: Id, mirror: number, body: RemoteMirrorUpdate, options?: RequestOptions): Promise<RemoteMirror> {
    return this.http.put(path`/projects/${project}/remote_mirrors/${mirror}`, body, options)
  }

  /** Deletes a mirror. `NotFound` may follow when an earlier attempt of this very call deleted it and its answer was lost. */
  delete(project: Id, mirror: number, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/remote_mirrors/${mirror}`, {}, options)
  }

  /** Pushes now, unless a push is under way. `Invalid` while the mirror is not enabled. Newer services only. */
  sync(project: Id, mirror: number, options?: RequestOptions): Promise<void> {
    return this.http.post(path`/projects/${project}/remote_mirrors/${mirror}/sync`, undefined, {
      ...options,
      idempotent: true,
    })
  }

  /** The mirror's key. `NotFound` for all but `ssh_public_key` with an `ssh://` url. Newer services only. */
  publicKey(project: Id, mirror: number, options?: RequestOptions): Promise<MirrorPublicKey> {
    return this.http.get(path`/projects/${project}/remote_mirrors/${mirror}/public_key`, {}, options)
  }
}
