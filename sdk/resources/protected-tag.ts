import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'

/** Who can create a protected tag: a role, a user, a group or a deploy key. */
export interface CreateAccessLevel {
  id: number
  /**
   * 0 no one, 30 Developer, 40 Maintainer, 60 administrator. Has no meaning in the entry of a user, group or deploy key,
   * where its default is 40.
   */
  access_level: number
  /** Name of the role, user or group, or title of the deploy key. */
  access_level_description: string | null
  /** Missing on GitLab Community Edition. */
  user_id?: number | null
  /** Missing on GitLab Community Edition. */
  group_id?: number | null
  deploy_key_id?: number | null
}

/** A tag, or the tags that match a wildcard, which only some users can create. It is identified by its name. */
export interface ProtectedTag {
  name: string
  create_access_levels: CreateAccessLevel[]
}

export interface ProtectedTagListParams {
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
}

/** A new entry: exactly one of these. */
export interface CreateAccessLevelCreate {
  /** 0 no one, 30 Developer, 40 Maintainer, 60 administrator. */
  access_level?: number | undefined
  /** A member of the project. Requires Premium or Ultimate. */
  user_id?: number | undefined
  /** A group that is invited to the project itself, with at least the Developer role. Requires Premium or Ultimate. */
  group_id?: number | undefined
  /** A deploy key with write access to the project. */
  deploy_key_id?: number | undefined
}

export interface ProtectedTagCreate {
  /** The name of a tag, or a wildcard, such as `v*`. */
  name: string
  /** 0 no one, 30 Developer, 40 Maintainer, 60 administrator. Default: 40 if `allowed_to_create` is empty. */
  create_access_level?: number | undefined
  /** Further entries. GitLab Community Edition ignores them. */
  allowed_to_create?: CreateAccessLevelCreate[] | undefined
}

/** The protected tags of projects. https://docs.gitlab.com/api/protected_tags/ */
export class ProtectedTags {
  constructor(private readonly http: Http) {}

  /** The protected tags of a project. */
  list(project: Id, params?: ProtectedTagListParams, options?: RequestOptions): List<ProtectedTag> {
    return this.http.list(path`/projects/${project}/protected_tags`, params, options)
  }

  /** One protected tag. */
  get(project: Id, protectedTag: string, options?: RequestOptions): Promise<ProtectedTag> {
    return this.http.get(path`/projects/${project}/protected_tags/${protectedTag}`, {}, options)
  }

  /** Creates a protected tag. */
  create(project: Id, body: ProtectedTagCreate, options?: RequestOptions): Promise<ProtectedTag> {
    return this.http.post(path`/projects/${project}/protected_tags`, body, options)
  }

  /** Deletes a protected tag. */
  delete(project: Id, protectedTag: string, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/projects/${project}/protected_tags/${protectedTag}`, {}, options)
  }
}
