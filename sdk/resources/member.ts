import type { Http } from '../http/http'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** A member of a project. */
export interface Member {
  /** Id of the user. */
  id: number
  username: string
  name: string
  state: string
  /** The highest role: 10 Guest, 15 Planner, 20 Reporter, 30 Developer, 40 Maintainer, 50 Owner. */
  access_level: number
  /** The last day of the membership. */
  expires_at?: string | null
}

/** Members of projects. https://docs.gitlab.com/api/members/ */
export class Members {
  constructor(private readonly http: Http) {}

  /** A user who is a member of a project: of the project itself, of its groups, or of an invited group. */
  getOfProject(project: Id, user: number, options?: RequestOptions): Promise<Member> {
    return this.http.get(path`/projects/${project}/members/all/${user}`, {}, options)
  }
}
