import type { Http } from '../http/http'
import { inKeysetOrder, type KeysetParams } from '../http/keyset'
import type { List } from '../http/list'
import type { RequestOptions } from '../http/options'
import { type Id, path } from '../http/path'
import type { GroupAiSettings, GroupCreate, GroupUpdate } from './group-settings'
import type { Project } from './project'
import type { Shown, Visibility } from './project-settings'

/** The settings in a response, some of which are effective values: see {@link GroupUpdate}. */
type GroupSettingsShown = Shown<
  Omit<
    GroupUpdate,
    | 'ip_restriction_ranges'
    | 'allowed_email_domains_list'
    | 'share_with_group_lock'
    | 'allow_personal_snippets'
    | 'file_template_project_id'
    | 'ai_settings_attributes'
    | 'duo_remote_flows_availability'
    | 'duo_foundational_flows_availability'
    | 'duo_custom_agents_availability'
    | 'duo_custom_flows_availability'
    | 'duo_external_agents_availability'
    | 'tool_approval_for_session_availability'
    | 'amazon_q_auto_review_enabled'
    | 'model_prompt_cache_enabled'
    | 'enabled_foundational_flows'
    | 'duo_template_project_id'
    | 'ai_audit_events_storage_enabled'
    | 'lock_ai_audit_events_storage_enabled'
  >
>

/** A group. Fields that the token cannot read are missing. For owners, `runners_token` is a secret. */
export interface Group extends GroupSettingsShown {
  id: number
  name: string
  path: string
  /** Full path. Requests accept it instead of the id. */
  full_path: string
  web_url: string
  /** Null for a top-level group. */
  parent_id?: number | null
  /** Settings of the agents of GitLab Duo. Requires Premium or Ultimate. GitLab 19.3 or later. */
  ai_settings?: GroupAiSettings
  /** True also if a group above is archived. */
  archived?: boolean
  /** Null after an update with null. */
  share_with_group_lock?: boolean | null
  /** Null: no restriction. */
  ip_restriction_ranges?: string | null
  /** Null: no restriction. */
  allowed_email_domains_list?: string | null
  /** True if the group or a group above sends no email. */
  emails_disabled?: boolean
  /** The groups that are invited to the group itself, as far as the user of the token can see them. */
  shared_with_groups?: { group_id: number; group_access_level: number }[]
  /** The day on which the group was marked for deletion. Null: it was not. */
  marked_for_deletion_on?: string | null
  created_at?: string
  [field: string]: unknown
}

export interface GroupListParams extends KeysetParams {
  /**
   * Default: `name`. With `keyset` only `name` is possible, and the service supports it only for clients without a
   * token.
   */
  order_by?: 'id' | 'name' | 'path' | undefined
  /** Only groups with this visibility. */
  visibility?: Visibility | undefined
  /** Words to search for in name or path. */
  search?: string | undefined
  /**
   * Whether to list all groups that the user of the token can read, not only groups of which the user is a member.
   * Default: true for administrators and without a token, otherwise false. No effect with `owned` and
   * `min_access_level`.
   */
  all_available?: boolean | undefined
  /** Ids of groups to exclude. */
  skip_groups?: readonly number[] | undefined
  /** Only groups that the user of the token owns. Default: false. */
  owned?: boolean | undefined
  /** Only groups in which the user of the token has at least this role, such as 40 for Maintainer. */
  min_access_level?: number | undefined
  /** Without subgroups. Default: false. */
  top_level_only?: boolean | undefined
  /** Only groups whose wiki is on this storage. Ignored unless the user is an administrator. */
  repository_storage?: string | undefined
}

export interface GroupProjectListParams {
  /** Whether to include projects of subgroups. Default: false. */
  include_subgroups?: boolean | undefined
  /** Whether to include projects that were shared with the group. Default: true. */
  with_shared?: boolean | undefined
  /** Only projects with this visibility. */
  visibility?: Visibility | undefined
  /** Words to search for in name, path or description. */
  search?: string | undefined
  /** Whether to return only a few fields of each project. Default: false. */
  simple?: boolean | undefined
}

export interface SubgroupListParams {
  /** Only groups with this visibility. */
  visibility?: Visibility | undefined
  /** Words to search for in name or path. */
  search?: string | undefined
}

/** Groups. https://docs.gitlab.com/api/groups/ */
export class Groups {
  constructor(private readonly http: Http) {}

  /**
   * Lists groups by name: groups of which the user of the token is a member, also through subgroups or projects.
   * Administrators get all groups, and clients without a token the public groups. `all_available` adds all groups that
   * the user can read.
   */
  list(params: GroupListParams = {}, options?: RequestOptions): List<Group> {
    return this.http.list(path`/groups`, inKeysetOrder(params, 'name'), options)
  }

  /** Reads a group by id or full path, without its projects. */
  get(group: Id, options?: RequestOptions): Promise<Group> {
    return this.http.get(path`/groups/${group}`, { with_projects: false }, options)
  }

  /** Lists the projects of a group that the token can read, the newest first. */
  projects(group: Id, params: GroupProjectListParams = {}, options?: RequestOptions): List<Project> {
    return this.http.list(path`/groups/${group}/projects`, params, options)
  }

  /** Lists the direct subgroups of a group that the token can read, by name. */
  subgroups(group: Id, params: SubgroupListParams = {}, options?: RequestOptions): List<Group> {
    return this.http.list(path`/groups/${group}/subgroups`, params, options)
  }

  /** Creates a group. Not repeated after a lost response: look for its path before you try again. */
  create(body: GroupCreate, options?: RequestOptions): Promise<Group> {
    return this.http.post(path`/groups`, body, options)
  }

  /**
   * Changes the given settings. The response contains what applies, because the service ignores some settings without
   * an error, and also up to 100 projects of the group.
   */
  update(group: Id, body: GroupUpdate, options?: RequestOptions): Promise<Group> {
    return this.http.put(path`/groups/${group}`, body, options)
  }

  /**
   * Marks a group and its contents for deletion, which changes the name and path of the group. The service deletes them
   * some days later. Requires the Owner role. An error if the group is marked already.
   */
  delete(group: Id, options?: RequestOptions): Promise<{ message: string } | undefined> {
    return this.http.delete(path`/groups/${group}`, {}, options)
  }

  /** Cancels the deletion of a marked group, and returns its name and path to it. Requires the Owner role. */
  restore(group: Id, options?: RequestOptions): Promise<Group> {
    return this.http.post(path`/groups/${group}/restore`, undefined, options)
  }

  /**
   * Moves a group with its contents into another one, or without `parent` to the top level. Requires the Owner role,
   * and in the parent the right to create subgroups. An error if the group is there already: not repeated after a lost
   * response.
   */
  transfer(group: Id, parent?: number, options?: RequestOptions): Promise<Group> {
    return this.http.post(path`/groups/${group}/transfer`, { group_id: parent }, options)
  }
}
