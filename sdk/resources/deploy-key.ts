import type { Http } from '../http/http'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** An SSH key with access to a project. Other projects can have the same key. */
export interface DeployKey {
  id: number
  title: string
  /** The public key. */
  key: string
  /** Whether it has write access to the project. */
  can_push: boolean
  created_at: string
  expires_at: string | null
}

/** Deploy keys of projects. https://docs.gitlab.com/api/deploy_keys/ */
export class DeployKeys {
  constructor(private readonly http: Http) {}

  /** One deploy key of a project. */
  get(project: Id, deployKey: number, options?: RequestOptions): Promise<DeployKey> {
    return this.http.get(path`/projects/${project}/deploy_keys/${deployKey}`, {}, options)
  }
}
