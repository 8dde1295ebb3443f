import { isCommunity, isFree } from './instance'
import { type Call } from './call'

/** What a project shows on Premium and Ultimate alone. */
const paid = `
approvals_before_merge mirror external_authorization_classification_label secret_push_protection_enabled
pre_receive_secret_detection_enabled issues_template merge_requests_template ci_restrict_pipeline_cancellation_role
merge_pipelines_enabled merge_trains_enabled merge_trains_skip_train_allowed only_allow_merge_if_all_status_checks_passed
allow_pipeline_trigger_approve_deployment prevent_merge_without_jira_issue duo_remote_flows_enabled
duo_foundational_flows_enabled duo_sast_fp_detection_enabled duo_sast_vr_workflow_enabled spp_repository_pipeline_access
`
  .trim()
  .split(/\s+/)

/** What a project shows in the Enterprise Edition alone, whether it is paid for or not. */
const enterprise = [
  'requirements_enabled',
  'requirements_access_level',
  'security_and_compliance_enabled',
  'compliance_frameworks',
]

/** What the tier shows of a project. */
export function withoutOtherTiers<T extends Record<string, unknown>>({ instance }: Call, shown: T): T {
  const hidden = new Set([...(isFree(instance) ? paid : []), ...(isCommunity(instance) ? enterprise : [])])
  return hidden.size === 0
    ? shown
    : (Object.fromEntries(Object.entries(shown).filter(([key]) => !hidden.has(key))) as T)
}
