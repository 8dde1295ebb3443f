import type { GroupCreate, GroupUpdate, ProjectCreate, ProjectUpdate } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { client, closeClients } from './support/client'

const emulator = useEmulator()
afterEach(closeClients)
const api = () => client(emulator.url, { token: 'emulator-root' })

/** A value of each setting that differs from the default. The compiler requires all settings of the type. */
type Values<T> = { [K in keyof Required<T>]: Exclude<T[K], undefined> }

const projectValues: Values<ProjectUpdate> = {
  name: 'Site',
  path: 'site',
  description: 'd',
  default_branch: 'trunk',
  visibility: 'private',
  topics: ['a', 'b'],
  issues_access_level: 'private',
  repository_access_level: 'enabled',
  merge_requests_access_level: 'private',
  forking_access_level: 'private',
  wiki_access_level: 'private',
  builds_access_level: 'private',
  snippets_access_level: 'private',
  pages_access_level: 'public',
  analytics_access_level: 'private',
  container_registry_access_level: 'private',
  security_and_compliance_access_level: 'enabled',
  releases_access_level: 'private',
  environments_access_level: 'private',
  feature_flags_access_level: 'private',
  infrastructure_access_level: 'private',
  monitor_access_level: 'private',
  model_experiments_access_level: 'enabled',
  model_registry_access_level: 'enabled',
  requirements_access_level: 'private',
  package_registry_access_level: 'private',
  emails_enabled: false,
  show_diff_preview_in_email: false,
  show_default_award_emojis: false,
  public_jobs: false,
  request_access_enabled: false,
  lfs_enabled: false,
  enforce_auth_checks_on_uploads: false,
  warn_about_potentially_unwanted_characters: false,
  autoclose_referenced_issues: false,
  issue_branch_template: '%{id}',
  service_desk_enabled: true,
  merge_method: 'ff',
  squash_option: 'always',
  only_allow_merge_if_pipeline_succeeds: true,
  allow_merge_on_skipped_pipeline: true,
  only_allow_merge_if_all_discussions_are_resolved: true,
  only_allow_merge_if_all_status_checks_passed: true,
  resolve_outdated_diff_discussions: true,
  remove_source_branch_after_merge: false,
  printing_merge_request_link_enabled: false,
  merge_commit_template: 'm',
  squash_commit_template: 's',
  suggestion_commit_message: 'c',
  prevent_merge_without_jira_issue: true,
  auto_duo_code_review_enabled: true,
  ci_config_path: 'ci.yml',
  build_timeout: 600,
  build_git_strategy: 'clone',
  auto_cancel_pending_pipelines: 'disabled',
  auto_devops_enabled: false,
  auto_devops_deploy_strategy: 'manual',
  shared_runners_enabled: false,
  group_runners_enabled: false,
  resource_group_default_process_mode: 'oldest_first',
  container_expiration_policy_attributes: {
    enabled: true,
    cadence: '7d',
    keep_n: null,
    older_than: '7d',
    name_regex: 'v.*',
    name_regex_keep: 'v1',
  },
  external_authorization_classification_label: 'x',
  spp_repository_pipeline_access: false,
  merge_request_title_regex: '^A',
  merge_request_title_regex_description: 'starts with A',
  merge_requests_template: 't',
  issues_template: 't',
  merge_pipelines_enabled: true,
  merge_trains_enabled: true,
  merge_trains_skip_train_allowed: true,
  ci_default_git_depth: 0,
  keep_latest_artifact: false,
  ci_forward_deployment_enabled: false,
  ci_forward_deployment_rollback_allowed: false,
  ci_separated_caches: false,
  ci_allow_fork_pipelines_to_run_in_parent_project: false,
  ci_push_repository_for_job_token_allowed: true,
  ci_id_token_sub_claim_components: ['project_path', 'ref'],
  ci_delete_pipelines_in_seconds: 86_400,
  ci_pipeline_variables_minimum_override_role: 'maintainer',
  ci_restrict_pipeline_cancellation_role: 'maintainer',
  allow_pipeline_trigger_approve_deployment: true,
  max_artifacts_size: 5,
  duo_remote_flows_enabled: false,
  duo_sast_fp_detection_enabled: true,
  duo_sast_vr_workflow_enabled: true,
  duo_secret_detection_fp_enabled: true,
  duo_dependency_bump_breaking_changes_enabled: true,
  mr_default_target_self: true,
  mr_default_title_template: 'Draft: %{first_commit}',
  cicd_catalog_enabled: true,
  merge_train_enforcement: 'enforce_for_all_users',
  max_pipelines_per_merge_train: 5,
  reviewer_assignment_strategy: 'code_owners',
  security_policy_pipeline_must_succeed: true,
  fallback_approvals_required: 2,
  protect_merge_request_pipelines: false,
  ci_display_pipeline_variables: true,
  web_based_commit_signing_enabled: true,
}

/** Settings whose value in a response is not the sent one, and why. */
const notShown: Partial<Record<keyof ProjectUpdate, unknown>> = {
  // No response has them.
  show_default_award_emojis: undefined,
  // The instance has no incoming email, no add-ons for GitLab Duo, and is not GitLab.com.
  service_desk_enabled: false,
  auto_duo_code_review_enabled: undefined,
  web_based_commit_signing_enabled: undefined,
}

/** Settings that only have an effect together with others. */
const together: Partial<Record<keyof ProjectUpdate, ProjectUpdate>> = {
  merge_request_title_regex: { merge_request_title_regex_description: 'starts with A' },
  merge_request_title_regex_description: { merge_request_title_regex: '^A' },
  // The service requires one that counts.
  show_default_award_emojis: { emails_enabled: true },
  merge_trains_enabled: { merge_pipelines_enabled: true },
  merge_trains_skip_train_allowed: { merge_pipelines_enabled: true, merge_trains_enabled: true },
}

const shownNames: Readonly<Record<string, string>> = {
  container_expiration_policy_attributes: 'container_expiration_policy',
  fallback_approvals_required: 'approvals_before_merge',
}
const shownName = (name: string) => shownNames[name] ?? name

describe('of a project', () => {
  test.each(Object.keys(projectValues) as (keyof ProjectUpdate)[])(
    'stores and returns the setting %s',
    async (name) => {
      const { projects } = api()
      emulator.patch('refs', 11, { name: 'trunk' })
      emulator.patch('projects', 1, { forked_from_id: 2, description: 'old' })
      const before = await projects.get(1)
      const value = projectValues[name]
      const shown = name in notShown ? notShown[name] : value
      const updated = await projects.update(1, { [name]: value, ...together[name] })
      const read = await projects.get(1)
      for (const response of [updated, read]) {
        if (shown === undefined) expect(response).not.toHaveProperty(shownName(name))
        else expect(response).toMatchObject({ [shownName(name)]: shown })
      }
      // The repository cannot be less accessible than merge requests.
      const same = name === 'repository_access_level' || name in notShown
      if (!same) expect(before[shownName(name)]).not.toEqual(updated[shownName(name)])
    },
  )

  test('ignores settings in a creation that only an update takes', async () => {
    const { projects } = api()
    const creation: ProjectCreate = {
      name: 'New',
      path: 'fresh',
      default_branch: 'trunk',
      mr_default_target_self: false,
    }
    const made = await projects.create({ ...projectValues, ...creation, namespace_id: 10 })
    const updateOnly = Object.keys(projectValues).filter((name) => {
      const given = { ...projectValues, ...notShown, ...creation, mr_default_target_self: undefined }[
        name as keyof ProjectUpdate
      ]
      return !matches(made[shownName(name)], given)
    })
    expect(updateOnly.sort()).toEqual([
      'allow_pipeline_trigger_approve_deployment',
      'ci_allow_fork_pipelines_to_run_in_parent_project',
      'ci_default_git_depth',
      'ci_delete_pipelines_in_seconds',
      'ci_display_pipeline_variables',
      'ci_forward_deployment_enabled',
      'ci_forward_deployment_rollback_allowed',
      'ci_id_token_sub_claim_components',
      'ci_pipeline_variables_minimum_override_role',
      'ci_push_repository_for_job_token_allowed',
      'ci_restrict_pipeline_cancellation_role',
      'ci_separated_caches',
      'fallback_approvals_required',
      'issues_template',
      'keep_latest_artifact',
      'max_artifacts_size',
      'max_pipelines_per_merge_train',
      'merge_pipelines_enabled',
      'merge_requests_template',
      'merge_train_enforcement',
      'merge_trains_enabled',
      'merge_trains_skip_train_allowed',
      'protect_merge_request_pipelines',
      'reviewer_assignment_strategy',
      'security_policy_pipeline_must_succeed',
    ])
  })
})

/** Whether the value has the given members. */
const matches = (value: unknown, given: unknown): boolean => {
  try {
    expect({ value }).toMatchObject({ value: given })
    return true
  } catch {
    return false
  }
}

const groupValues: Values<GroupUpdate> = {
  name: 'Tools',
  path: 'tools',
  description: 'd',
  visibility: 'private',
  share_with_group_lock: true,
  require_two_factor_authentication: true,
  two_factor_grace_period: 8,
  project_creation_level: 'maintainer',
  subgroup_creation_level: 'owner',
  auto_devops_enabled: false,
  emails_enabled: false,
  show_diff_preview_in_email: false,
  mentions_disabled: true,
  lfs_enabled: false,
  request_access_enabled: false,
  default_branch: 'trunk',
  default_branch_protection_defaults: {
    allowed_to_push: [{ access_level: 30 }],
    allowed_to_merge: [{ access_level: 0 }],
    allow_force_push: true,
    code_owner_approval_required: true,
    developer_can_initial_push: true,
  },
  shared_runners_setting: 'disabled_and_overridable',
  enabled_git_access_protocol: 'ssh',
  membership_lock: true,
  wiki_access_level: 'private',
  shared_runners_minutes_limit: 5,
  extra_shared_runners_minutes_limit: 5,
  duo_availability: 'never_on',
  experiment_features_enabled: true,
  auto_duo_code_review_enabled: true,
  prevent_sharing_groups_outside_hierarchy: true,
  math_rendering_limits_enabled: false,
  lock_math_rendering_limits_enabled: true,
  max_artifacts_size: 5,
  prevent_forking_outside_group: true,
  service_access_tokens_expiration_enforced: false,
  ip_restriction_ranges: '10.0.0.0/8,192.0.2.1',
  allowed_email_domains_list: 'example.com',
  only_allow_merge_if_pipeline_succeeds: true,
  allow_merge_on_skipped_pipeline: true,
  only_allow_merge_if_all_discussions_are_resolved: true,
  file_template_project_id: 1,
  duo_features_enabled: false,
  lock_duo_features_enabled: true,
  duo_core_features_enabled: true,
  unique_project_download_limit: 5,
  unique_project_download_limit_interval_in_seconds: 60,
  unique_project_download_limit_allowlist: ['owner'],
  unique_project_download_limit_alertlist: [1, 2],
  auto_ban_user_on_excessive_projects_download: true,
  allow_personal_snippets: false,
  web_based_commit_signing_enabled: true,
  crm_enabled: false,
  resource_access_token_notify_inherited: true,
  lock_resource_access_token_notify_inherited: true,
  built_in_project_templates_enabled: false,
  lock_built_in_project_templates_enabled: true,
  step_up_auth_required_oauth_provider: 'sso',
  ai_settings_attributes: {
    duo_agent_platform_enabled: false,
    duo_workflow_mcp_enabled: true,
    ai_usage_data_collection_enabled: true,
    ai_catalog_restricted_to_group_hierarchy: true,
    foundational_agents_default_enabled: false,
    prompt_injection_protection_level: 'interrupt',
    include_recommended_allowed: true,
    allow_all_unix_sockets: true,
    allow_project_extension: false,
  },
  duo_remote_flows_availability: false,
  duo_foundational_flows_availability: false,
  duo_custom_agents_availability: false,
  duo_custom_flows_availability: false,
  duo_external_agents_availability: false,
  tool_approval_for_session_availability: 'never_on',
  enabled_foundational_flows: ['code_review'],
  duo_template_project_id: 1,
  amazon_q_auto_review_enabled: true,
  model_prompt_cache_enabled: true,
  ai_audit_events_storage_enabled: true,
  lock_ai_audit_events_storage_enabled: true,
}

const groupTogether: Partial<Record<keyof GroupUpdate, GroupUpdate>> = {
  allow_merge_on_skipped_pipeline: { only_allow_merge_if_pipeline_succeeds: true },
}

/** Settings that no response has on an instance without add-ons for GitLab Duo that is not GitLab.com. */
const neverShown: (keyof GroupUpdate)[] = [
  ...(['duo_availability', 'auto_duo_code_review_enabled'] as const),
  ...(['allow_personal_snippets', 'web_based_commit_signing_enabled'] as const),
  ...(['duo_remote_flows_availability', 'duo_foundational_flows_availability'] as const),
  ...(['duo_custom_agents_availability', 'duo_custom_flows_availability'] as const),
  ...(['duo_external_agents_availability', 'tool_approval_for_session_availability'] as const),
  ...(['enabled_foundational_flows', 'duo_template_project_id', 'amazon_q_auto_review_enabled'] as const),
  ...(['model_prompt_cache_enabled', 'ai_audit_events_storage_enabled'] as const),
  ...(['lock_ai_audit_events_storage_enabled', 'step_up_auth_required_oauth_provider'] as const),
]
/** The name of a setting in responses. */
const shownInGroup = (name: keyof GroupUpdate) => (name === 'ai_settings_attributes' ? 'ai_settings' : name)

/** Settings that an instance without these add-ons does not store. */
const neverStored: (keyof GroupUpdate)[] = ['experiment_features_enabled']

describe('of a group', () => {
  test.each(Object.keys(groupValues) as (keyof GroupUpdate)[])('stores and returns the setting %s', async (name) => {
    const { groups } = api()
    const before = await groups.get(12)
    const updated = await groups.update(12, { [name]: groupValues[name], ...groupTogether[name] })
    const read = await groups.get(12)
    for (const response of [updated, read]) {
      if (neverShown.includes(name)) expect(response).not.toHaveProperty(name)
      else expect(response[shownInGroup(name)]).toEqual(neverStored.includes(name) ? false : groupValues[name])
    }
    const shown = shownInGroup(name)
    if (![...neverShown, ...neverStored].includes(name)) expect(before[shown]).not.toEqual(updated[shown])
  })

  test('ignores settings in a creation that only an update takes', async () => {
    const { groups } = api()
    const creation: GroupCreate = { name: 'New', path: 'fresh' }
    await groups.create({ ...groupValues, ...creation })
    const made = await groups.get('fresh')
    const ignored = (Object.keys(groupValues) as (keyof GroupUpdate)[]).filter(
      (name) =>
        ![...neverShown, ...neverStored].includes(name) &&
        !matches(made[shownInGroup(name)], { ...groupValues, ...creation }[name]),
    )
    expect(ignored.sort()).toEqual([
      'allow_merge_on_skipped_pipeline',
      'allowed_email_domains_list',
      'auto_ban_user_on_excessive_projects_download',
      'built_in_project_templates_enabled',
      'duo_core_features_enabled',
      'duo_features_enabled',
      'file_template_project_id',
      'ip_restriction_ranges',
      'lock_built_in_project_templates_enabled',
      'lock_duo_features_enabled',
      'lock_math_rendering_limits_enabled',
      'math_rendering_limits_enabled',
      'max_artifacts_size',
      'only_allow_merge_if_all_discussions_are_resolved',
      'only_allow_merge_if_pipeline_succeeds',
      'prevent_forking_outside_group',
      'prevent_sharing_groups_outside_hierarchy',
      'service_access_tokens_expiration_enforced',
      'unique_project_download_limit',
      'unique_project_download_limit_alertlist',
      'unique_project_download_limit_allowlist',
      'unique_project_download_limit_interval_in_seconds',
    ])
  })
})
