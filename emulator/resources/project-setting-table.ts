import { integer, string, textList } from '../http/param-types'
import { flag, number, type Setting, type SettingTable, since, text, word } from './setting-table'

/** The features with an access level. */
export const features = [
  ...['issues', 'repository', 'merge_requests', 'forking', 'wiki', 'builds', 'snippets', 'pages', 'analytics'],
  ...['container_registry', 'security_and_compliance', 'releases', 'environments', 'feature_flags', 'infrastructure'],
  ...['monitor', 'model_experiments', 'model_registry', 'package_registry', 'requirements'],
]
const open = ['pages', 'package_registry']

const level = (feature: string): Setting => ({
  param: string.oneOf('disabled', 'private', 'enabled', ...(open.includes(feature) ? ['public'] : [])),
  usual: ['pages', 'security_and_compliance'].includes(feature) ? 'private' : 'enabled',
})

/** A setting that the database requires. */
const required = (setting: Setting): Setting => ({ ...setting, null: 'fails' })

/** A setting that null clears. */
const clearable = (setting: Setting): Setting => ({ ...setting, null: 'clears' })

/** A setting in a table of its own, which complaints name. */
const apart = (name: string, setting: Setting): Record<string, Setting> => ({
  [name]: { ...setting, attribute: `project_setting.${name}` },
})

/** Access levels by the deprecated Boolean settings that they replace. */
export const switches: Record<string, string> = {
  issues_enabled: 'issues_access_level',
  merge_requests_enabled: 'merge_requests_access_level',
  jobs_enabled: 'builds_access_level',
  wiki_enabled: 'wiki_access_level',
  snippets_enabled: 'snippets_access_level',
  container_registry_enabled: 'container_registry_access_level',
}

/** If both are sent, these win over the access level. For the others, the access level wins. */
export const strongSwitches = ['jobs_enabled', 'container_registry_enabled']

/** Settings of projects that are mostly stored and returned, with little effect. */
export const projectSettings: SettingTable = {
  ...Object.fromEntries(features.map((feature) => [`${feature}_access_level`, level(feature)])),
  packages_enabled: clearable(flag(true)),
  resolve_outdated_diff_discussions: clearable(flag(false)),
  service_desk_enabled: flag(),
  emails_enabled: required(flag(true)),
  show_diff_preview_in_email: required(flag(true)),
  shared_runners_enabled: required(flag(true)),
  lfs_enabled: clearable(flag(true)),
  ci_default_git_depth: clearable(number(20)),
  ci_delete_pipelines_in_seconds: number(null),
  ci_forward_deployment_enabled: clearable(flag(true)),
  ci_forward_deployment_rollback_allowed: required(flag(true)),
  ci_separated_caches: required(flag(true)),
  ci_allow_fork_pipelines_to_run_in_parent_project: required(flag(true)),
  ci_id_token_sub_claim_components: { param: textList, usual: ['project_path', 'ref_type', 'ref'] },
  build_git_strategy: word('fetch', 'clone'),
  keep_latest_artifact: required(flag(true)),
  group_runners_enabled: required(flag(true)),
  resource_group_default_process_mode: required(
    word('unordered', 'oldest_first', 'newest_first', 'newest_ready_first'),
  ),
  auto_cancel_pending_pipelines: required(word('enabled', 'disabled')),
  build_timeout: required(number(3600)),
  auto_devops_enabled: clearable(flag(true)),
  auto_devops_deploy_strategy: required(word('continuous', 'manual', 'timed_incremental')),
  ci_push_repository_for_job_token_allowed: required(flag(false)),
  ci_config_path: text(255, null),
  only_allow_merge_if_pipeline_succeeds: required(flag(false)),
  allow_merge_on_skipped_pipeline: flag(null),
  request_access_enabled: required(flag(true)),
  only_allow_merge_if_all_discussions_are_resolved: clearable(flag(false)),
  remove_source_branch_after_merge: clearable(flag(true)),
  printing_merge_request_link_enabled: required(flag(true)),
  merge_method: word('merge', 'rebase_merge', 'ff'),
  ...apart('merge_request_title_regex', text(255, null)),
  ...apart('merge_request_title_regex_description', text(255, null)),
  squash_option: clearable(word('default_off', 'never', 'always', 'default_on')),
  enforce_auth_checks_on_uploads: required(flag(true)),
  suggestion_commit_message: text(255, null),
  ...apart('merge_commit_template', text(500, null)),
  ...apart('squash_commit_template', text(500, null)),
  ...apart('issue_branch_template', text(255, null)),
  warn_about_potentially_unwanted_characters: required(flag(true)),
  autoclose_referenced_issues: clearable(flag(true)),
  max_artifacts_size: number(null),
  approvals_before_merge: { param: integer.filled(), usual: 0 },
  external_authorization_classification_label: text(1_000_000, null),
  issues_template: text(1_000_000, null),
  merge_requests_template: text(1_000_000, null),
  // Its values are not declared: see the rules.
  ci_restrict_pipeline_cancellation_role: { param: string, usual: 'developer' },
  merge_pipelines_enabled: clearable(flag(false)),
  merge_trains_enabled: clearable(flag(false)),
  merge_trains_skip_train_allowed: flag(false),
  only_allow_merge_if_all_status_checks_passed: required(flag(false)),
  allow_pipeline_trigger_approve_deployment: required(flag(false)),
  prevent_merge_without_jira_issue: required(flag(false)),
  duo_remote_flows_enabled: clearable(flag(true)),
  duo_sast_fp_detection_enabled: required(flag(false)),
  duo_sast_vr_workflow_enabled: required(flag(false)),
  spp_repository_pipeline_access: flag(true),
  protect_merge_request_pipelines: since('19.3', required(flag(true))),
  ci_display_pipeline_variables: since('19.3', required(flag(false))),
  cicd_catalog_enabled: since('19.3', flag()),
  mr_default_title_template: since('19.3', { param: string.shorterThan(100), usual: null }),
  merge_train_enforcement: since(
    '19.3',
    required(word('allow_bypass', 'enforce_for_all_users', 'enforce_with_owner_override')),
  ),
  max_pipelines_per_merge_train: since('19.3', number(null)),
  reviewer_assignment_strategy: since('19.3', required(word('disabled', 'code_owners', 'dap_powered'))),
  security_policy_pipeline_must_succeed: since('19.3', required(flag(false))),
  duo_secret_detection_fp_enabled: since('19.3', required(flag(false))),
  duo_dependency_bump_breaking_changes_enabled: since('19.3', required(flag(false))),
  show_default_award_emojis: flag(),
  mr_default_target_self: flag(),
  // Features that the instance does not have.
  auto_duo_code_review_enabled: flag(),
  web_based_commit_signing_enabled: flag(),
}

/** Settings that the service drops without the license that they need. */
export const droppedWithoutLicense: readonly string[] = [
  ...['external_authorization_classification_label', 'allow_pipeline_trigger_approve_deployment'],
  ...['prevent_merge_without_jira_issue', 'ci_restrict_pipeline_cancellation_role'],
  ...['only_allow_merge_if_all_status_checks_passed', 'security_policy_pipeline_must_succeed'],
  ...['merge_train_enforcement', 'max_pipelines_per_merge_train', 'reviewer_assignment_strategy'],
  ...['duo_secret_detection_fp_enabled', 'duo_dependency_bump_breaking_changes_enabled'],
  ...['duo_sast_fp_detection_enabled', 'duo_sast_vr_workflow_enabled'],
  ...['merge_request_title_regex', 'merge_request_title_regex_description'],
]

/** Settings that a creation ignores. */
export const onlyInUpdates: ReadonlySet<string> = new Set([
  ...['ci_default_git_depth', 'ci_delete_pipelines_in_seconds', 'ci_forward_deployment_enabled'],
  ...['ci_forward_deployment_rollback_allowed', 'ci_separated_caches', 'ci_id_token_sub_claim_components'],
  ...['ci_allow_fork_pipelines_to_run_in_parent_project', 'ci_push_repository_for_job_token_allowed'],
  ...['ci_pipeline_variables_minimum_override_role', 'restrict_user_defined_variables', 'keep_latest_artifact'],
  ...['ci_restrict_pipeline_cancellation_role', 'allow_pipeline_trigger_approve_deployment', 'max_artifacts_size'],
  ...['issues_template', 'merge_requests_template', 'fallback_approvals_required', 'merge_pipelines_enabled'],
  ...['ci_display_pipeline_variables', 'protect_merge_request_pipelines', 'merge_train_enforcement'],
  ...['max_pipelines_per_merge_train', 'reviewer_assignment_strategy', 'security_policy_pipeline_must_succeed'],
  ...['merge_trains_enabled', 'merge_trains_skip_train_allowed', 'web_based_commit_signing_enabled'],
])
