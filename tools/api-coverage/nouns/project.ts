import type { ProjectCreate, ProjectUpdate } from '../../../sdk'
import { nothing, noun } from '../endpoint'
import { deployers, project } from './ids'

const test = (title: string) => ['emulator/test/project-management', title] as const

/** What only GitLab 19.3 accepts. */
const later = {
  duo_secret_detection_fp_enabled: false,
  duo_dependency_bump_breaking_changes_enabled: false,
  mr_default_title_template: null,
  cicd_catalog_enabled: false,
} as const

/** What a creation and an update accept. */
const settings = {
  description: 'd',
  visibility: 'private',
  topics: ['web'],
  issues_access_level: 'private',
  repository_access_level: 'enabled',
  merge_requests_access_level: 'private',
  forking_access_level: 'private',
  wiki_access_level: 'private',
  builds_access_level: 'private',
  snippets_access_level: 'private',
  pages_access_level: 'private',
  analytics_access_level: 'private',
  container_registry_access_level: 'private',
  security_and_compliance_access_level: 'private',
  releases_access_level: 'private',
  environments_access_level: 'private',
  feature_flags_access_level: 'private',
  infrastructure_access_level: 'private',
  monitor_access_level: 'private',
  model_experiments_access_level: 'private',
  model_registry_access_level: 'private',
  requirements_access_level: 'private',
  package_registry_access_level: 'private',
  emails_enabled: true,
  show_diff_preview_in_email: true,
  show_default_award_emojis: true,
  public_jobs: true,
  request_access_enabled: true,
  lfs_enabled: null,
  enforce_auth_checks_on_uploads: true,
  warn_about_potentially_unwanted_characters: true,
  autoclose_referenced_issues: true,
  issue_branch_template: null,
  service_desk_enabled: true,
  merge_method: 'ff',
  squash_option: 'always',
  only_allow_merge_if_pipeline_succeeds: true,
  allow_merge_on_skipped_pipeline: true,
  only_allow_merge_if_all_discussions_are_resolved: true,
  only_allow_merge_if_all_status_checks_passed: true,
  resolve_outdated_diff_discussions: true,
  remove_source_branch_after_merge: true,
  printing_merge_request_link_enabled: true,
  merge_commit_template: null,
  squash_commit_template: null,
  suggestion_commit_message: null,
  merge_request_title_regex: null,
  merge_request_title_regex_description: null,
  prevent_merge_without_jira_issue: true,
  auto_duo_code_review_enabled: true,
  duo_remote_flows_enabled: true,
  duo_sast_fp_detection_enabled: true,
  duo_sast_vr_workflow_enabled: true,
  ci_config_path: null,
  build_timeout: 3600,
  build_git_strategy: 'fetch',
  auto_cancel_pending_pipelines: 'enabled',
  auto_devops_enabled: null,
  auto_devops_deploy_strategy: 'manual',
  shared_runners_enabled: true,
  group_runners_enabled: true,
  resource_group_default_process_mode: 'unordered',
  container_expiration_policy_attributes: { keep_n: 5 },
  external_authorization_classification_label: null,
  spp_repository_pipeline_access: true,
  ...later,
} as const

/** What only an update accepts, and only of GitLab 19.3. */
const laterInUpdates = {
  merge_train_enforcement: 'allow_bypass',
  max_pipelines_per_merge_train: null,
  reviewer_assignment_strategy: 'disabled',
  security_policy_pipeline_must_succeed: false,
  protect_merge_request_pipelines: true,
  ci_display_pipeline_variables: false,
} as const

/** What only an update accepts. */
const further = {
  ...laterInUpdates,
  fallback_approvals_required: 1,
  merge_requests_template: null,
  issues_template: null,
  merge_pipelines_enabled: true,
  merge_trains_enabled: true,
  merge_trains_skip_train_allowed: true,
  ci_default_git_depth: 20,
  keep_latest_artifact: true,
  ci_forward_deployment_enabled: true,
  ci_forward_deployment_rollback_allowed: true,
  ci_separated_caches: true,
  ci_allow_fork_pipelines_to_run_in_parent_project: true,
  ci_push_repository_for_job_token_allowed: true,
  ci_id_token_sub_claim_components: ['project_path'],
  ci_delete_pipelines_in_seconds: null,
  ci_pipeline_variables_minimum_override_role: 'developer',
  ci_restrict_pipeline_cancellation_role: 'developer',
  allow_pipeline_trigger_approve_deployment: true,
  max_artifacts_size: null,
  web_based_commit_signing_enabled: true,
} as const

/** Arguments with other names. */
const named = { container_expiration_policy_attributes: 'containerExpirationPolicy', namespace_id: 'namespace' }

const creation: ProjectCreate = {
  ...settings,
  name: 'New',
  path: 'fresh',
  namespace_id: deployers,
  default_branch: 'main',
  initialize_with_readme: true,
  repository_object_format: 'sha1',
}
const fromTemplate: ProjectCreate = {
  name: 'Rails',
  path: 'rails',
  namespace_id: deployers,
  template_name: 'rails',
  mr_default_target_self: false,
}
const update: ProjectUpdate = { ...settings, ...further, name: 'Site', path: 'site', default_branch: 'main' }

export const projects = noun('Projects', nothing, [
  {
    endpoint: 'GET /projects/:id',
    call: (api) => api.projects.get(project),
    test: test('stores settings, also by deprecated names'),
  },
  {
    endpoint: 'POST /projects',
    later: [...Object.keys(later), 'repository_object_format', 'template_name'],
    untried: ['template_project_id', 'use_custom_template', 'group_with_project_templates_id'],
    named,
    call: (api) => api.projects.create(creation),
    sends: creation,
    also: [{ call: (api) => api.projects.create(fromTemplate), sends: fromTemplate }],
    test: test('creates private, empty projects'),
  },
  {
    endpoint: 'PUT /projects/:id',
    later: [...Object.keys(later), ...Object.keys(laterInUpdates)],
    named,
    call: (api) => api.projects.update(project, update),
    sends: update,
    also: [
      {
        call: (api) => api.projects.update(project, { mr_default_target_self: false }),
        sends: { mr_default_target_self: false },
      },
    ],
    variants: [
      {
        call: (api) =>
          api.projects.update(project, { topics: [], container_expiration_policy_attributes: { keep_n: null } }),
        sends: { topics: [], container_expiration_policy_attributes: { keep_n: null } },
      },
    ],
    test: ['test/sdk/settings', 'of a project › stores and returns the setting %s'],
  },
  {
    endpoint: 'DELETE /projects/:id',
    call: (api) => api.projects.delete(project),
    responds: { message: '202 Accepted' },
    test: test('renames projects that are scheduled for deletion, whose labels GitLab refuses'),
  },
])

export const projectLife = noun(
  'Restoring, archiving and transferring projects',
  async (api) => {
    await api.projects.delete(project)
  },
  [
    {
      endpoint: 'POST /projects/:id/archive',
      call: (api) => api.projects.archive('acme/api'),
      path: '/projects/acme%2Fapi/archive',
      test: test('lets owners archive a project, which makes its labels read-only'),
    },
    {
      endpoint: 'POST /projects/:id/unarchive',
      call: (api) => api.projects.unarchive('acme/api'),
      path: '/projects/acme%2Fapi/unarchive',
      test: test('lets owners archive a project, which makes its labels read-only'),
    },
    {
      endpoint: 'POST /projects/:id/restore',
      call: (api) => api.projects.restore(1),
      path: '/projects/1/restore',
      variants: [{ call: (api) => api.projects.restore('acme/web'), path: '/projects/acme%2Fweb/restore' }],
      test: test('restores a project that is scheduled for deletion'),
    },
    {
      endpoint: 'PUT /projects/:id/transfer',
      call: (api) => api.projects.transfer('acme/api', deployers),
      path: '/projects/acme%2Fapi/transfer',
      sends: { namespace: 12 },
      test: ['emulator/test/transfer', 'of a project › changes the full path, to which the old one redirects'],
    },
    {
      endpoint: 'GET /namespaces/:id',
      call: (api) => api.namespaces.get('acme/platform'),
      test: ['emulator/test/namespace', 'reads the namespace of a group as %s'],
    },
  ],
)
