import { type Http } from './http'
import { type RequestOptions } from './options'
import { type Id, path } from './path'

/** Who may use a feature of a project. */
export type FeatureAccess = 'disabled' | 'private' | 'enabled' | 'public'

/** A project; what the token may not see is missing. */
export interface Project {
  id: number
  name: string
  path: string
  /** Full path, the other way to name the project in a request. */
  path_with_namespace: string
  web_url: string
  visibility?: 'private' | 'internal' | 'public'
  /** Null while the repository is empty. */
  default_branch?: string | null
  archived?: boolean
  /** The group or user it belongs to. */
  namespace?: { id: number; name: string; path: string; kind: 'group' | 'user'; full_path: string }
  issues_access_level?: FeatureAccess
  merge_requests_access_level?: FeatureAccess
  [field: string]: unknown
}

/** Projects. https://docs.gitlab.com/api/projects/ */
export class Projects {
  constructor(private readonly http: Http) {}

  /** One project, by id or full path. A path that it once had leads to it, too. */
  get(project: Id, options?: RequestOptions): Promise<Project> {
    return this.http.get(path`/projects/${project}`, {}, options)
  }
}
