/** The users that can use a feature of a project. `private`: its members. `enabled`: all who can read the project. */
export type FeatureAccess = 'disabled' | 'private' | 'enabled' | 'public'

/** The access to a feature that cannot be more public than the project. */
export type MemberFeatureAccess = 'disabled' | 'private' | 'enabled'

/** Who can read a project or group. `internal`: all users of the instance, except external ones. */
export type Visibility = 'private' | 'internal' | 'public'

/** The rules by which the service deletes images from the container registry of a project. */
export interface ContainerExpirationPolicy {
  /**
   * Whether the rules are applied. Each hour, the service sets it to false in projects whose registry never had an
   * image.
   */
  enabled?: boolean | undefined
  /** How often the rules are applied. */
  cadence?: '1d' | '7d' | '14d' | '1month' | '3month' | undefined
  /** The number of the newest images to keep: 1, 5, 10, 25, 50 or 100. Null: no limit. */
  keep_n?: number | null | undefined
  /** Only images that are older are deleted. Null: of any age. */
  older_than?: '7d' | '14d' | '30d' | '60d' | '90d' | null | undefined
  /** Only images whose names match are deleted. An RE2 regular expression of at most 255 characters. */
  name_regex?: string | undefined
  /** Images whose names match are kept. An RE2 regular expression of at most 255 characters. Null: none. */
  name_regex_keep?: string | null | undefined
}

/**
 * The access to the features of a project. Null is an error. A service that is older than a feature ignores its level,
 * and does not return it.
 */
export interface ProjectFeatureAccess {
  /** Default: `enabled`. */
  issues_access_level?: MemberFeatureAccess | undefined
  /** The Git repository. Cannot be lower than `merge_requests_access_level` and `builds_access_level`. */
  repository_access_level?: MemberFeatureAccess | undefined
  /** Cannot be higher than `repository_access_level`. */
  merge_requests_access_level?: MemberFeatureAccess | undefined
  forking_access_level?: MemberFeatureAccess | undefined
  wiki_access_level?: MemberFeatureAccess | undefined
  /** CI/CD. Cannot be higher than `repository_access_level`. */
  builds_access_level?: MemberFeatureAccess | undefined
  snippets_access_level?: MemberFeatureAccess | undefined
  /**
   * GitLab Pages. If the instance has access control for Pages, a private project cannot have `enabled`, and a public
   * one cannot have `public`.
   */
  pages_access_level?: FeatureAccess | undefined
  analytics_access_level?: MemberFeatureAccess | undefined
  container_registry_access_level?: MemberFeatureAccess | undefined
  /** Default: `private`. */
  security_and_compliance_access_level?: MemberFeatureAccess | undefined
  releases_access_level?: MemberFeatureAccess | undefined
  environments_access_level?: MemberFeatureAccess | undefined
  feature_flags_access_level?: MemberFeatureAccess | undefined
  infrastructure_access_level?: MemberFeatureAccess | undefined
  monitor_access_level?: MemberFeatureAccess | undefined
  model_experiments_access_level?: MemberFeatureAccess | undefined
  model_registry_access_level?: MemberFeatureAccess | undefined
  /** Requires Ultimate. */
  requirements_access_level?: MemberFeatureAccess | undefined
  /** The access to packages. Older services do not return it. */
  package_registry_access_level?: FeatureAccess | undefined
}

/**
 * The settings that the creation and the update of a project accept. Missing settings keep their value or get the
 * default. Null is an error unless its meaning is given. Without the license that a setting requires, the service
 * ignores it without an error, and does not return it.
 */
export interface ProjectSettingsBody extends ProjectFeatureAccess {
  /** At most 2,000 characters. Null: none. */
  description?: string | null | undefined
  /**
   * A creation lowers it to that of the group without an error, and has the default of the instance. An update with a
   * higher one than that of the group is an error, and requires the Owner role even if the value does not change.
   */
  visibility?: Visibility | undefined
  /**
   * Replaces all topics. The service removes blanks around them and duplicates, and returns them sorted. A topic that
   * another project already has in other letter case gets that spelling.
   */
  topics?: readonly string[] | undefined
  /** Whether users can get email about the project. Ignored without an error unless the caller is an owner. */
  emails_enabled?: boolean | undefined
  /** Whether email about merge requests contains the changes. The response also considers the groups. */
  show_diff_preview_in_email?: boolean | undefined
  /** Whether issues and comments offer the usual emoji reactions. Responses do not contain it. */
  show_default_award_emojis?: boolean | undefined
  /** Whether users who are not members can read jobs, if they can read the project. */
  public_jobs?: boolean | undefined
  /** Whether users can ask to become members. */
  request_access_enabled?: boolean | undefined
  /** Whether Git LFS is available. Null: as in the group or instance. The response has the effective value. */
  lfs_enabled?: boolean | null | undefined
  /** Whether files in comments are only for users who can read the project. */
  enforce_auth_checks_on_uploads?: boolean | undefined
  /** Whether the service warns about characters that look like others or change the direction of text. */
  warn_about_potentially_unwanted_characters?: boolean | undefined
  /** Whether merge requests and commits close the issues that their texts mention. */
  autoclose_referenced_issues?: boolean | undefined
  /** The name of a branch for an issue, such as `%{id}-%{title}`. At most 255 characters. Null: the default. */
  issue_branch_template?: string | null | undefined
  /**
   * Whether users can open issues by email. An instance without incoming email stores it, but returns false.
   */
  service_desk_enabled?: boolean | undefined

  /** `merge`: merge commits. `rebase_merge`: merge commits with a linear history. `ff`: only fast-forward. */
  merge_method?: 'merge' | 'rebase_merge' | 'ff' | undefined
  /** Whether merge requests are squashed, and whether their authors can change it. */
  squash_option?: 'never' | 'always' | 'default_on' | 'default_off' | undefined
  /** The own value; the one of a group also applies. */
  only_allow_merge_if_pipeline_succeeds?: boolean | undefined
  /** Whether a skipped pipeline counts as successful. Null until it is set. */
  allow_merge_on_skipped_pipeline?: boolean | null | undefined
  /** The own value; the one of a group also applies. */
  only_allow_merge_if_all_discussions_are_resolved?: boolean | undefined
  /** Requires Ultimate. */
  only_allow_merge_if_all_status_checks_passed?: boolean | undefined
  /** Whether a push that changes the lines of a thread resolves the thread. */
  resolve_outdated_diff_discussions?: boolean | undefined
  /** Whether new merge requests delete their branches by default. */
  remove_source_branch_after_merge?: boolean | undefined
  /** Whether a push prints a link for creating a merge request. */
  printing_merge_request_link_enabled?: boolean | undefined
  /** At most 500 characters. Null: the default message. */
  merge_commit_template?: string | null | undefined
  /** At most 500 characters. Null: the default message. */
  squash_commit_template?: string | null | undefined
  /** At most 255 characters. Null: the default message. */
  suggestion_commit_message?: string | null | undefined
  /** Whether merge requests need an issue of Jira. Requires Ultimate. */
  prevent_merge_without_jira_issue?: boolean | undefined
  /**
   * A pattern for titles of merge requests, in RE2 syntax. At most 255 characters. Null: none. Newer services require
   * both the pattern and its description.
   */
  merge_request_title_regex?: string | null | undefined
  /** What the pattern means. At most 255 characters. */
  merge_request_title_regex_description?: string | null | undefined
  /** Whether GitLab Duo reviews new merge requests. Requires an add-on. */
  auto_duo_code_review_enabled?: boolean | undefined
  /** Whether GitLab Duo can run flows that need no editor. Requires an add-on. */
  duo_remote_flows_enabled?: boolean | undefined
  /** Whether GitLab Duo looks for false positives of static analysis. Requires Ultimate and an add-on. */
  duo_sast_fp_detection_enabled?: boolean | undefined
  /** Whether GitLab Duo resolves vulnerabilities of static analysis. Requires Ultimate and an add-on. */
  duo_sast_vr_workflow_enabled?: boolean | undefined
  /** Whether GitLab Duo recognizes false positives in reports of secrets. Requires Ultimate. GitLab 19.3 or later. */
  duo_secret_detection_fp_enabled?: boolean | undefined
  /** Whether GitLab Duo looks for breaking changes in updates of dependencies. Requires Ultimate. GitLab 19.3 or later. */
  duo_dependency_bump_breaking_changes_enabled?: boolean | undefined
  /** Whether merge requests of a fork target the fork by default. Only forks have it. */
  mr_default_target_self?: boolean | undefined
  /** The template of titles of merge requests, below 100 characters. Null: none. GitLab 19.3 or later. */
  mr_default_title_template?: string | null | undefined
  /** Whether the project is in the CI/CD catalog, which requires a description. GitLab 19.3 or later shows it. */
  cicd_catalog_enabled?: boolean | undefined

  /**
   * The path of the CI/CD file, without a leading slash and `..`. It can name another project or be a URL. At most 255
   * characters. Null and an empty string: `.gitlab-ci.yml`.
   */
  ci_config_path?: string | null | undefined
  /** Seconds after which jobs fail: at least 600, and less than a month. */
  build_timeout?: number | undefined
  build_git_strategy?: 'fetch' | 'clone' | undefined
  /** Whether new pipelines cancel older ones that are pending. */
  auto_cancel_pending_pipelines?: 'enabled' | 'disabled' | undefined
  /**
   * Null: as in the group or instance. The response has the effective value. True creates the deploy token
   * `gitlab-deploy-token` in projects that are not public.
   */
  auto_devops_enabled?: boolean | null | undefined
  auto_devops_deploy_strategy?: 'continuous' | 'manual' | 'timed_incremental' | undefined
  /** Whether runners of the instance can run jobs. Default: as in the group. Cannot be true if the group forbids it. */
  shared_runners_enabled?: boolean | undefined
  /** Whether runners of the group can run jobs. */
  group_runners_enabled?: boolean | undefined
  /** How jobs with the same resource group are ordered. */
  resource_group_default_process_mode?: 'unordered' | 'oldest_first' | 'newest_first' | 'newest_ready_first' | undefined
  /** Only the given members change. */
  container_expiration_policy_attributes?: ContainerExpirationPolicy | undefined
  /** For an external authorization service. Requires Premium or Ultimate. Null: the default of the instance. */
  external_authorization_classification_label?: string | null | undefined
  /** Whether pipelines of other projects can read a project with security policies. Requires Ultimate. */
  spp_repository_pipeline_access?: boolean | undefined
}

/**
 * The body of an update. Send only what changes: `visibility` and `ci_delete_pipelines_in_seconds` require the Owner
 * role even if they do not change. All other settings require the Maintainer role. At least one setting is required,
 * and `show_default_award_emojis` does not count.
 */
export interface ProjectUpdate extends ProjectSettingsBody {
  /** At most 255 characters. The service removes leading blanks. */
  name?: string | undefined
  /** The last part of the full path. The old path redirects to the new one. */
  path?: string | undefined
  /** Must exist. While the repository is empty, only the present value is possible. */
  default_branch?: string | undefined

  /** The default description of merge requests. Requires Premium or Ultimate. Null: none. */
  merge_requests_template?: string | null | undefined
  /** The default description of issues. Requires Premium or Ultimate. Null: none. */
  issues_template?: string | null | undefined
  /** Whether pipelines run on the merged result. Requires Premium or Ultimate. */
  merge_pipelines_enabled?: boolean | undefined
  /** Requires Premium or Ultimate. The response has false unless `merge_pipelines_enabled` is true. */
  merge_trains_enabled?: boolean | undefined
  /**
   * Whether a merge request can skip its train. Requires Premium or Ultimate. The response has false unless merge
   * trains are enabled and the merge method is not `ff`.
   */
  merge_trains_skip_train_allowed?: boolean | undefined

  /** Who can merge without the train. Requires Premium or Ultimate. GitLab 19.3 or later. */
  merge_train_enforcement?: 'allow_bypass' | 'enforce_for_all_users' | 'enforce_with_owner_override' | undefined
  /** How many pipelines of a train run at once: 1 or more. Null: that of the instance. GitLab 19.3 or later. */
  max_pipelines_per_merge_train?: number | null | undefined
  /** How merge requests get reviewers. Requires Premium or Ultimate. GitLab 19.3 or later. */
  reviewer_assignment_strategy?: 'disabled' | 'code_owners' | 'dap_powered' | undefined
  /** Whether pipelines of security policies must succeed. Requires Ultimate. GitLab 19.3 or later. */
  security_policy_pipeline_must_succeed?: boolean | undefined
  /** How many approvals merge requests without approval rules need. Responses have it as `approvals_before_merge`. */
  fallback_approvals_required?: number | undefined
  /** Whether pipelines of merge requests can use protected variables and runners. GitLab 19.3 or later. */
  protect_merge_request_pipelines?: boolean | undefined
  /** Whether pages of pipelines show the variables that were set. GitLab 19.3 or later. */
  ci_display_pipeline_variables?: boolean | undefined

  /** The number of commits that jobs fetch: 0 to 1,000. 0: all. Null: unset. */
  ci_default_git_depth?: number | null | undefined
  /** Whether the artifacts of the newest pipeline do not expire. The response also considers the instance. */
  keep_latest_artifact?: boolean | undefined
  /** Whether outdated deployment jobs fail. */
  ci_forward_deployment_enabled?: boolean | undefined
  /** Whether a deployment job can be retried to return to an older version. */
  ci_forward_deployment_rollback_allowed?: boolean | undefined
  /** Whether protected branches have caches of their own. */
  ci_separated_caches?: boolean | undefined
  /** Whether pipelines of merge requests from forks can run in this project. */
  ci_allow_fork_pipelines_to_run_in_parent_project?: boolean | undefined
  /** Whether a job token can push to the repository. */
  ci_push_repository_for_job_token_allowed?: boolean | undefined
  /**
   * What the `sub` claim of ID tokens consists of, in this order: `project_path`, which must be the first one,
   * `ref_type`, `ref`, `environment_protected`, `deployment_tier`.
   */
  ci_id_token_sub_claim_components?: readonly string[] | undefined
  /**
   * Seconds after which pipelines are deleted: at least a day, at most the maximum of the instance, which is a year by
   * default. Null: never. Requires the Owner role even if the value does not change.
   */
  ci_delete_pipelines_in_seconds?: number | null | undefined
  /** The lowest role that can set variables of a pipeline. Only an owner can change it to or from `owner`. */
  ci_pipeline_variables_minimum_override_role?: 'no_one_allowed' | 'developer' | 'maintainer' | 'owner' | undefined
  /** The lowest role that can cancel pipelines and jobs. Requires Premium or Ultimate. */
  ci_restrict_pipeline_cancellation_role?: 'developer' | 'maintainer' | 'no_one' | undefined
  /** Whether the user who started a pipeline can approve its deployments. Requires Premium or Ultimate. */
  allow_pipeline_trigger_approve_deployment?: boolean | undefined
  /**
   * Maximum size of the artifacts of a job, in megabytes. Null: as in the group or instance. Ignored without an error
   * unless the caller is an administrator.
   */
  max_artifacts_size?: number | null | undefined
  /** Whether the service signs commits that were made in the browser. Only on GitLab.com. */
  web_based_commit_signing_enabled?: boolean | undefined
}

/** The body of a creation. `name` or `path` is required; each is the default of the other. Update the other settings. */
export interface ProjectCreate extends ProjectSettingsBody {
  /** At most 255 characters: letters, digits, emoji, blanks and `_ . + -`. */
  name?: string | undefined
  /** At most 255 characters: letters and digits, and between them single `. _ -`. */
  path?: string | undefined
  /** The group or user that contains the project. Default: the user of the token. */
  namespace_id?: number | undefined
  /** Default: that of the group or instance. Without `initialize_with_readme`, it is the branch of the first push. */
  default_branch?: string | undefined
  /** Whether the repository gets a first commit with a README. Default: false, an empty repository. */
  initialize_with_readme?: boolean | undefined
  /** Default: `sha1`. Cannot be changed. */
  repository_object_format?: 'sha1' | 'sha256' | undefined
  /** A template of the instance or, with `use_custom_template`, of a group. */
  template_name?: string | undefined
  /** The project to use as a template, instead of `template_name`. Requires `use_custom_template`. */
  template_project_id?: number | undefined
  /** Whether the template is one of the instance's or group's own. Requires Premium or Ultimate. */
  use_custom_template?: boolean | undefined
  /** The group with the templates. Requires `use_custom_template`. */
  group_with_project_templates_id?: number | undefined
}

/**
 * The settings in a response, some of which are effective values: see {@link ProjectUpdate}. Settings of CI/CD are only
 * for Maintainers.
 */
export type ProjectSettingsShown = Shown<
  Omit<
    ProjectUpdate,
    | 'show_default_award_emojis'
    | 'fallback_approvals_required'
    | 'container_expiration_policy_attributes'
    | 'default_branch'
    | 'squash_option'
  >
>

/** The same fields without their descriptions, which are about values to send. */
export type Shown<T> = { [K in Extract<keyof T, string>]?: T[K] }
