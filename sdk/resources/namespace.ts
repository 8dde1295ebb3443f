import type { Http } from '../http/http'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** The namespace of a group or a user, which contains projects. Fields that the token cannot read are missing. */
export interface Namespace {
  /** For a group, the id of the group. For a user, not the id of the user. */
  id: number
  name: string
  path: string
  kind: 'group' | 'user'
  /** Full path. Requests accept it instead of the id. */
  full_path: string
  /** Null for a user and a top-level group. */
  parent_id?: number | null
  web_url?: string
  [field: string]: unknown
}

/** Namespaces of groups and users. https://docs.gitlab.com/api/namespaces/ */
export class Namespaces {
  constructor(private readonly http: Http) {}

  /** Reads the namespace of a group or user by its id, the full path of the group, or the name of the user. */
  get(namespace: Id, options?: RequestOptions): Promise<Namespace> {
    return this.http.get(path`/namespaces/${namespace}`, {}, options)
  }
}
