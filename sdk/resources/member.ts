import type { Http } from '../http/http'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'
import type { UserBasic } from './user'

/** A custom role. */
export interface MemberRole {
  id: number
  name: string
  /** The role that a member with the custom role has. */
  base_access_level: number
  [permission: string]: unknown
}

/** How a user signs in to a group with SAML. */
export interface SamlIdentity {
  extern_uid: string
  provider: string
  saml_provider_id: number | null
}

/** A member of a project or group. The membership itself has no id. */
export interface Member extends UserBasic {
  /** Id of the user. */
  id: number
  /** 5 Minimal access, 10 Guest, 15 Planner, 20 Reporter, 25 Security Manager, 30 Developer, 40 Maintainer, 50 Owner. */
  access_level: number
  /** The day on which the membership ends. */
  expires_at: string | null
  created_at?: string
  created_by?: UserBasic
  /** Missing if there is none, and on services that do not have custom roles. */
  member_role?: MemberRole | null
  /** Only present if LDAP synchronizes the membership: whether its role was changed on the service nevertheless. */
  override?: boolean
  /** Only visible to Owners of a top-level group: the identity with which the user signs in to it. */
  group_saml_identity?: SamlIdentity | null
}

export interface MemberListParams {
  /** Page size. Maximum and default: 100. */
  per_page?: number | undefined
  /** Part of a name or username. */
  query?: string | undefined
  /** Only users with these ids. */
  user_ids?: readonly number[] | undefined
  /** Not users with these ids. */
  skip_users?: readonly number[] | undefined
  /** Whether to say who uses a seat of the license. Default: false. */
  show_seat_info?: boolean | undefined
}

export interface MemberUpdate {
  /** The service requires the role in each update. */
  access_level: number
  /** Null removes the date. */
  expires_at?: string | null | undefined
  /** Its base role must be `access_level`. Null removes the custom role. Requires Ultimate, and is ignored otherwise. */
  member_role_id?: number | null | undefined
}

/** Exactly one of `user_id` and `username` is required. */
export interface MemberCreate extends MemberUpdate {
  user_id?: number | undefined
  username?: string | undefined
  /** What statistics of the service show as the source of the membership. Default: `members-api`. */
  invite_source?: string | undefined
}

export interface MemberDeletion {
  /** Whether the user stays a member of the subgroups and projects of the group. Default: false. */
  skip_subresources?: boolean | undefined
  /** Whether to remove the user from issues and merge requests. Default: false. */
  unassign_issuables?: boolean | undefined
}

/** The response to a change that an administrator has to approve. It was not made. */
export interface QueuedChange {
  /** The reason, by username. */
  message: Record<string, string>
}

/** Members of projects or of groups. https://docs.gitlab.com/api/members/ */
export class Members {
  constructor(
    private readonly http: Http,
    private readonly parents: 'projects' | 'groups',
  ) {}

  /** Lists the direct members, without inherited ones. */
  list(parent: Id, params?: MemberListParams, options?: RequestOptions): List<Member> {
    return this.http.list(path`/${this.parents}/${parent}/members`, params, options)
  }

  /** Reads a direct member. */
  get(parent: Id, user: number, options?: RequestOptions): Promise<Member> {
    return this.http.get(path`/${this.parents}/${parent}/members/${user}`, {}, options)
  }

  /** Reads a member of the project or group, of one of its groups, or of an invited group. */
  getInherited(parent: Id, user: number, options?: RequestOptions): Promise<Member> {
    return this.http.get(path`/${this.parents}/${parent}/members/all/${user}`, {}, options)
  }

  /** Adds a member. Fails with `Conflict` if the user is a direct member. */
  create(parent: Id, body: MemberCreate, options?: RequestOptions): Promise<Member | QueuedChange> {
    return this.http.post(path`/${this.parents}/${parent}/members`, body, options)
  }

  /** Updates a direct member. */
  update(parent: Id, user: number, body: MemberUpdate, options?: RequestOptions): Promise<Member | QueuedChange> {
    return this.http.put(path`/${this.parents}/${parent}/members/${user}`, body, options)
  }

  /**
   * Removes a direct member. Fails with `NotFound` if an earlier attempt of this call removed the member and its response
   * was lost.
   */
  delete(parent: Id, user: number, params: MemberDeletion = {}, options?: RequestOptions): Promise<void> {
    return this.http.delete(path`/${this.parents}/${parent}/members/${user}`, params, options)
  }
}
