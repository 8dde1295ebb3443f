import { type Http } from './http'
import { type RequestOptions } from './options'
import { type Id, path } from './path'

/** A group; what the token may not see is missing. */
export interface Group {
  id: number
  name: string
  path: string
  /** The other way to name the group in a request. */
  full_path: string
  web_url: string
  visibility?: 'private' | 'internal' | 'public'
  /** Null for a group at the top. */
  parent_id?: number | null
  [field: string]: unknown
}

/** Groups. https://docs.gitlab.com/api/groups/ */
export class Groups {
  constructor(private readonly http: Http) {}

  /** One group, by id or full path; without its projects, which the service would else add at a cost. */
  get(group: Id, options?: RequestOptions): Promise<Group> {
    return this.http.get(path`/groups/${group}`, { with_projects: false }, options)
  }
}
