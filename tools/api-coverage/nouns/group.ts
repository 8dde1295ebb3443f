import type { GroupCreate, GroupUpdate } from '../../../sdk'
import { nothing, noun } from '../endpoint'
import { deployers, group } from './ids'

const test = (title: string) => ['emulator/test/group-management', title] as const

/** What only GitLab accepts, and some of it only GitLab 19.3. */
const later = {
  crm_enabled: true,
  resource_access_token_notify_inherited: null,
  lock_resource_access_token_notify_inherited: false,
  experiment_features_enabled: false,
  ai_settings_attributes: { duo_workflow_mcp_enabled: true },
  duo_remote_flows_availability: true,
  duo_foundational_flows_availability: true,
  duo_custom_agents_availability: true,
  duo_custom_flows_availability: true,
  duo_external_agents_availability: true,
  tool_approval_for_session_availability: 'default_on',
  amazon_q_auto_review_enabled: false,
  model_prompt_cache_enabled: false,
} as const

/** What of it only an update accepts. */
const laterInUpdates = {
  built_in_project_templates_enabled: null,
  lock_built_in_project_templates_enabled: false,
  step_up_auth_required_oauth_provider: '',
  auto_duo_code_review_enabled: false,
  web_based_commit_signing_enabled: false,
  enabled_foundational_flows: [],
  duo_template_project_id: 1,
  ai_audit_events_storage_enabled: false,
  lock_ai_audit_events_storage_enabled: false,
} as const

/** What a creation and an update accept. */
const settings = {
  description: 'd',
  visibility: 'private',
  share_with_group_lock: true,
  require_two_factor_authentication: true,
  two_factor_grace_period: 8,
  project_creation_level: 'maintainer',
  subgroup_creation_level: 'owner',
  auto_devops_enabled: null,
  emails_enabled: true,
  show_diff_preview_in_email: true,
  mentions_disabled: true,
  lfs_enabled: true,
  request_access_enabled: true,
  default_branch: 'main',
  default_branch_protection_defaults: { allowed_to_push: [{ access_level: 30 }], allow_force_push: true },
  shared_runners_setting: 'enabled',
  enabled_git_access_protocol: 'all',
  membership_lock: true,
  wiki_access_level: 'private',
  shared_runners_minutes_limit: 5,
  extra_shared_runners_minutes_limit: null,
  ...later,
} as const

/** What only an update accepts. */
const further = {
  prevent_sharing_groups_outside_hierarchy: true,
  math_rendering_limits_enabled: true,
  lock_math_rendering_limits_enabled: true,
  max_artifacts_size: null,
  prevent_forking_outside_group: true,
  service_access_tokens_expiration_enforced: true,
  ip_restriction_ranges: '10.0.0.0/8',
  allowed_email_domains_list: 'example.com',
  only_allow_merge_if_pipeline_succeeds: true,
  allow_merge_on_skipped_pipeline: true,
  only_allow_merge_if_all_discussions_are_resolved: true,
  file_template_project_id: null,
  duo_features_enabled: true,
  lock_duo_features_enabled: true,
  duo_core_features_enabled: null,
  unique_project_download_limit: 5,
  unique_project_download_limit_interval_in_seconds: 60,
  unique_project_download_limit_allowlist: ['owner'],
  unique_project_download_limit_alertlist: [2],
  auto_ban_user_on_excessive_projects_download: true,
  allow_personal_snippets: true,
} as const

const creation: GroupCreate = { ...settings, name: 'New', path: 'fresh', parent_id: deployers }
const update: GroupUpdate = { ...settings, ...further, ...laterInUpdates, name: 'Tools', path: 'tools' }

export const groups = noun('Groups', nothing, [
  {
    endpoint: 'GET /groups/:id',
    parameters: [],
    call: (api) => api.groups.get(group),
    sends: 'with_projects=false',
    test: test('returns the token for runners to owners, but not in the response to a creation'),
  },
  {
    endpoint: 'POST /groups',
    later: Object.keys(later),
    named: { parent_id: 'parent', ai_settings_attributes: 'aiSettings' },
    call: (api) => api.groups.create(creation),
    sends: creation,
    test: test('creates private groups owned by their creators'),
  },
  {
    endpoint: 'PUT /groups/:id',
    later: [...Object.keys(later), ...Object.keys(laterInUpdates)],
    named: { allowed_email_domains_list: 'allowedEmailDomains', ai_settings_attributes: 'aiSettings' },
    call: (api) => api.groups.update('deployers', update),
    path: '/groups/deployers',
    sends: update,
    variants: [
      {
        call: (api) => api.groups.update(group, { max_artifacts_size: 0, file_template_project_id: null }),
        path: '/groups/acme%2Fplatform',
        sends: { max_artifacts_size: 0, file_template_project_id: null },
      },
    ],
    test: ['test/sdk/settings', 'of a group › stores and returns the setting %s'],
  },
  {
    endpoint: 'DELETE /groups/:id',
    call: (api) => api.groups.delete(group),
    responds: { message: '202 Accepted' },
    test: test('renames a group while its deletion is scheduled, and restores it'),
  },
])

export const groupLife = noun(
  'Restoring and transferring groups',
  async (api) => {
    await api.groups.delete(deployers)
  },
  [
    {
      endpoint: 'POST /groups/:id/restore',
      call: (api) => api.groups.restore(12),
      path: '/groups/12/restore',
      variants: [{ call: (api) => api.groups.restore(group), path: '/groups/acme%2Fplatform/restore' }],
      test: test('renames a group while its deletion is scheduled, and restores it'),
    },
    {
      endpoint: 'POST /groups/:id/transfer',
      named: { group_id: 'parent' },
      call: (api) => api.groups.transfer(group, deployers),
      sends: { group_id: 12 },
      variants: [{ call: (api) => api.groups.transfer(group), sends: {} }],
      test: ['emulator/test/transfer', 'of a group › moves a group with its contents into another one'],
    },
  ],
)
