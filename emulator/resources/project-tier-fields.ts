import type { Instance, Tier } from '../http/instance'
import { has, type InstanceRelease } from '../http/release'

/** Fields of features that need a license, by the lowest tier that has them. */
const licensed: Partial<Record<Tier, readonly string[]>> = {
  free: [
    'requirements_enabled',
    'requirements_access_level',
    'security_and_compliance_enabled',
    'compliance_frameworks',
  ],
  premium: [
    ...['approvals_before_merge', 'mirror', 'external_authorization_classification_label'],
    ...['issues_template', 'merge_requests_template', 'ci_restrict_pipeline_cancellation_role'],
    ...['merge_pipelines_enabled', 'merge_trains_enabled', 'merge_trains_skip_train_allowed'],
    ...['allow_pipeline_trigger_approve_deployment', 'duo_remote_flows_enabled', 'duo_foundational_flows_enabled'],
    ...['merge_train_enforcement', 'max_pipelines_per_merge_train', 'reviewer_assignment_strategy'],
  ],
  ultimate: [
    ...['only_allow_merge_if_all_status_checks_passed', 'prevent_merge_without_jira_issue'],
    ...['duo_sast_fp_detection_enabled', 'duo_sast_vr_workflow_enabled', 'spp_repository_pipeline_access'],
    ...['secret_push_protection_enabled', 'pre_receive_secret_detection_enabled'],
    ...['duo_secret_detection_fp_enabled', 'duo_dependency_bump_breaking_changes_enabled'],
    'security_policy_pipeline_must_succeed',
  ],
}

/** Fields that need a license in later releases. */
const titleRegex = ['merge_request_title_regex', 'merge_request_title_regex_description']

/** From the lowest to the highest. */
const tiers = ['ce', 'free', 'premium', 'ultimate'] as const

/** Fields that projects do not have on the tier. */
export function lacking(instance: InstanceRelease & Pick<Instance, 'tier'>): string[] {
  const above = tiers.slice(tiers.indexOf(instance.tier) + 1)
  const lacksRegex = above.includes('premium') && has(instance, 'titleRegexNeedsDescription')
  return [...above.flatMap((one) => licensed[one] ?? []), ...(lacksRegex ? titleRegex : [])]
}
