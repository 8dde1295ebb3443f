import { collection } from '../store/store'

/** A repository on another server to which a project is pushed. */
export interface RemoteMirrorRecord {
  id: number
  project_id: number
  /** With credentials, which are not in any response or log. */
  url: string
  enabled: boolean
  only_protected_branches: boolean
  /** Null until a request sets it. */
  keep_divergent_refs: boolean | null
  mirror_branch_regex: string | null
  auth_method: string
  /** Generated when `auth_method` first requires one. */
  public_key: string | null
  /** SSH host keys, as lines of a file `known_hosts`. Missing: none. */
  host_keys?: string[]
  update_status: 'none' | 'started' | 'finished' | 'failed' | 'to_retry'
  last_update_at: string | null
  last_update_started_at: string | null
  last_successful_update_at: string | null
  last_error: string | null
  created_at: string
  updated_at: string
}

export const remoteMirrors = collection<RemoteMirrorRecord>('remote_mirrors', {
  project: { by: (mirror) => mirror.project_id },
})
