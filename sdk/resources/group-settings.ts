import type { Visibility } from './project-settings'

/** The protection of the default branches of new projects in a group. */
export interface DefaultBranchProtection {
  /** The roles that can push: 0 no one, 30 Developers, 40 Maintainers. */
  allowed_to_push?: readonly { access_level: number }[] | undefined
  /** The roles that can merge: 0 no one, 30 Developers, 40 Maintainers. */
  allowed_to_merge?: readonly { access_level: number }[] | undefined
  allow_force_push?: boolean | undefined
  /** Requires Premium or Ultimate. */
  code_owner_approval_required?: boolean | undefined
  /** Whether a Developer can push the first commit. */
  developer_can_initial_push?: boolean | undefined
}

/**
 * The settings that the creation and the update of a group accept. Missing settings keep their value or get the
 * default. Null is an error unless its meaning is given. Without the license that a setting requires, the service
 * ignores it without an error, and does not return it.
 */
export interface GroupSettingsBody {
  /** At most 500 characters. Null: none. */
  description?: string | null | undefined
  /** Cannot be higher than that of the parent, or lower than that of a project or subgroup. Default: `private`. */
  visibility?: Visibility | undefined
  /** Whether projects of the group cannot be shared with other groups. A lock of the parent cannot be removed. */
  share_with_group_lock?: boolean | undefined
  /** Whether members must use two-factor authentication. */
  require_two_factor_authentication?: boolean | undefined
  /** Hours until two-factor authentication is enforced, 0 or more. Default: 48. */
  two_factor_grace_period?: number | undefined
  /** The lowest role that can create projects. */
  project_creation_level?: 'noone' | 'owner' | 'maintainer' | 'developer' | 'administrator' | undefined
  /** The lowest role that can create subgroups. */
  subgroup_creation_level?: 'owner' | 'maintainer' | undefined
  /** The default of projects. Null: as in the parent or instance. */
  auto_devops_enabled?: boolean | null | undefined
  /** Whether users can get email about the group and its contents. */
  emails_enabled?: boolean | undefined
  /** Whether email about merge requests contains the changes. The response also considers the parents. */
  show_diff_preview_in_email?: boolean | undefined
  /** Whether a comment cannot notify the whole group. */
  mentions_disabled?: boolean | null | undefined
  /** Whether Git LFS is available in projects. Null: as in the parent. The response has the effective value. */
  lfs_enabled?: boolean | null | undefined
  /** Whether users can ask to become members. */
  request_access_enabled?: boolean | undefined
  /**
   * The default branch of new projects. Null and an empty string: that of the instance. An invalid name is ignored
   * without an error.
   */
  default_branch?: string | null | undefined
  /** Replaces the whole protection: missing members are not kept. */
  default_branch_protection_defaults?: DefaultBranchProtection | undefined
  /**
   * Whether runners of the instance can run jobs. A change also changes `shared_runners_enabled` of all projects in the
   * group and its subgroups. A new subgroup has that of its parent, whatever is sent.
   */
  shared_runners_setting?: 'enabled' | 'disabled_and_overridable' | 'disabled_and_unoverridable' | undefined
  /** How Git can be accessed. Ignored without an error in a subgroup. */
  enabled_git_access_protocol?: 'ssh' | 'http' | 'all' | undefined
  /** Whether members cannot be added to projects of the group. Requires Premium or Ultimate. */
  membership_lock?: boolean | undefined
  /** Requires Premium or Ultimate. */
  wiki_access_level?: 'disabled' | 'private' | 'enabled' | undefined
  /** Minutes of runners of the instance per month. Null: as in the instance. Only for administrators. */
  shared_runners_minutes_limit?: number | null | undefined
  /** Additional minutes of runners of the instance. Null: none. Only for administrators. */
  extra_shared_runners_minutes_limit?: number | null | undefined
  /** Whether GitLab Duo is available. Requires an add-on. */
  duo_availability?: 'default_on' | 'default_off' | 'never_on' | undefined
  /** Whether features of GitLab Duo in development are available. Requires an add-on. Only in a top-level group. */
  experiment_features_enabled?: boolean | undefined
  /** Whether GitLab Duo reviews new merge requests. Requires an add-on. */
  auto_duo_code_review_enabled?: boolean | undefined
  /** Whether the group has contacts and organizations of customers. GitLab 19.3 or later shows it. */
  crm_enabled?: boolean | undefined
  /** Whether inherited members are notified of tokens that expire soon. Null: inherited. GitLab 19.3 or later. */
  resource_access_token_notify_inherited?: boolean | null | undefined
  /** Whether the contents of the group cannot change it. GitLab 19.3 or later. */
  lock_resource_access_token_notify_inherited?: boolean | undefined
  /** Settings of the agents of GitLab Duo. Responses have them as `ai_settings`. */
  ai_settings_attributes?: Partial<GroupAiSettings> | undefined
  /** Whether flows of GitLab Duo can run in CI/CD. Responses do not contain this and the following settings. */
  duo_remote_flows_availability?: boolean | undefined
  duo_foundational_flows_availability?: boolean | undefined
  duo_custom_agents_availability?: boolean | undefined
  duo_custom_flows_availability?: boolean | undefined
  duo_external_agents_availability?: boolean | undefined
  tool_approval_for_session_availability?: 'default_on' | 'default_off' | 'never_on' | undefined
  amazon_q_auto_review_enabled?: boolean | undefined
  model_prompt_cache_enabled?: boolean | undefined
}

/** The body of an update. Send only what changes: `name` counts against a rate limit. Requires the Owner role. */
export interface GroupUpdate extends GroupSettingsBody {
  /** At most 255 characters: letters, digits, emoji, blanks and `_ . ( ) -`. Unique among the subgroups of a group. */
  name?: string | undefined
  /**
   * The last part of the full path, 2 to 255 characters. The old paths of projects redirect to the new ones. An error if
   * projects have images in their registries.
   */
  path?: string | undefined
  /** Whether groups of this hierarchy can only be shared inside it. Ignored without an error in a subgroup. */
  prevent_sharing_groups_outside_hierarchy?: boolean | undefined
  /** Whether formulas with many elements are not rendered. */
  math_rendering_limits_enabled?: boolean | undefined
  /** Whether subgroups cannot change `math_rendering_limits_enabled`. */
  lock_math_rendering_limits_enabled?: boolean | undefined
  /**
   * Maximum size of the artifacts of a job, in megabytes. Null: as in the parent or instance. Ignored without an error
   * unless the caller is an administrator.
   */
  max_artifacts_size?: number | null | undefined
  /** Whether projects cannot be forked outside the group. Only in a top-level group. Requires Premium or Ultimate. */
  prevent_forking_outside_group?: boolean | undefined
  /** Whether tokens of service accounts must expire. Only in a top-level group. Requires Premium or Ultimate. */
  service_access_tokens_expiration_enforced?: boolean | undefined
  /**
   * IP addresses and ranges with access, separated by commas. The service removes blanks and duplicates. An empty string
   * clears it; null is ignored. Only in a top-level group. Requires Premium or Ultimate.
   */
  ip_restriction_ranges?: string | undefined
  /**
   * Domains of the email addresses of members, separated by commas. An empty string clears it; null is an error. Only in
   * a top-level group. Requires Premium or Ultimate.
   */
  allowed_email_domains_list?: string | undefined
  /** True also applies to all projects. Requires Premium or Ultimate. */
  only_allow_merge_if_pipeline_succeeds?: boolean | undefined
  /** True requires `only_allow_merge_if_pipeline_succeeds`. Requires Premium or Ultimate. */
  allow_merge_on_skipped_pipeline?: boolean | undefined
  /** True also applies to all projects. Requires Premium or Ultimate. */
  only_allow_merge_if_all_discussions_are_resolved?: boolean | undefined
  /**
   * A project in the group with templates of files. Null: none. Responses do not contain it. Requires Premium or
   * Ultimate.
   */
  file_template_project_id?: number | null | undefined
  /** Whether GitLab Duo is available. The service also changes the contents of the group, later. */
  duo_features_enabled?: boolean | undefined
  /** Whether the contents of the group cannot change `duo_features_enabled`. */
  lock_duo_features_enabled?: boolean | undefined
  /** Requires an add-on. */
  duo_core_features_enabled?: boolean | null | undefined
  /**
   * Maximum number of projects that a user can download in an interval without being banned. 0: no maximum. Only in a
   * top-level group. Requires Ultimate, like the other limits of downloads.
   */
  unique_project_download_limit?: number | undefined
  /** The interval in seconds. */
  unique_project_download_limit_interval_in_seconds?: number | undefined
  /** Names of users without the limit. */
  unique_project_download_limit_allowlist?: readonly string[] | undefined
  /** Ids of users who get email when a user exceeds the limit. */
  unique_project_download_limit_alertlist?: readonly number[] | undefined
  /** Whether a user who exceeds the limit is banned from the group. */
  auto_ban_user_on_excessive_projects_download?: boolean | undefined
  /**
   * Whether users that the group manages can create snippets of their own. Responses do not contain it.
   */
  allow_personal_snippets?: boolean | undefined
  /** Whether the service signs commits that were made in the browser. Only on GitLab.com. */
  web_based_commit_signing_enabled?: boolean | undefined
  /** Whether new projects can use the templates of GitLab. Null: inherited. Requires Premium or Ultimate. GitLab 19.3 or later. */
  built_in_project_templates_enabled?: boolean | null | undefined
  /** Whether subgroups cannot change it. Requires Premium or Ultimate. GitLab 19.3 or later. */
  lock_built_in_project_templates_enabled?: boolean | undefined
  /** The OAuth provider with which users must authenticate again. An empty string: none. */
  step_up_auth_required_oauth_provider?: string | null | undefined
  /** The flows of GitLab that are enabled. Responses do not contain this and the following settings. */
  enabled_foundational_flows?: readonly string[] | undefined
  duo_template_project_id?: number | undefined
  ai_audit_events_storage_enabled?: boolean | undefined
  lock_ai_audit_events_storage_enabled?: boolean | undefined
}

/** Settings of the agents of GitLab Duo. Not all services return the access levels. */
export interface GroupAiSettings {
  duo_agent_platform_enabled: boolean
  duo_workflow_mcp_enabled: boolean
  ai_usage_data_collection_enabled: boolean
  ai_catalog_restricted_to_group_hierarchy: boolean
  foundational_agents_default_enabled: boolean
  prompt_injection_protection_level: 'no_checks' | 'log_only' | 'interrupt'
  include_recommended_allowed: boolean
  allow_all_unix_sockets: boolean
  allow_project_extension: boolean
  minimum_access_level_execute?: number
  minimum_access_level_execute_async?: number
  minimum_access_level_manage?: number
  minimum_access_level_enable_on_projects?: number
}

/** The body of a creation. */
export interface GroupCreate extends GroupSettingsBody {
  /** At most 255 characters: letters, digits, emoji, blanks and `_ . ( ) -`. Unique among the subgroups of a group. */
  name: string
  /** The last part of the full path, 2 to 255 characters. */
  path: string
  /** The group that contains the new one. Default: none, a top-level group, which GitLab.com refuses. */
  parent_id?: number | undefined
  /** The organization that contains a top-level group. Default: the current one. */
  organization_id?: number | undefined
}
