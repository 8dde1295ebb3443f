import type { PlainOf } from '../core/schema/field'
import type { groupFields } from './group-fields'
import type { Live } from './group-responses'

type Initial = Partial<PlainOf<typeof groupFields>>

/** The values of a new group that do not depend on the group above or the instance. */
const initial: Initial = {
  visibility: 'private',
  description: '',
  requestAccessEnabled: true,
  shareWithGroupLock: false,
  preventSharingGroupsOutsideHierarchy: false,
  preventForkingOutsideGroup: false,
  membershipLock: false,
  mentionsDisabled: false,
  emailsEnabled: true,
  requireTwoFactorAuthentication: false,
  twoFactorGracePeriod: 48,
  projectCreationLevel: 'developer',
  subgroupCreationLevel: 'maintainer',
  defaultBranchProtectionDefaults: {
    allowedToPush: [{ accessLevel: 40 }],
    allowedToMerge: [{ accessLevel: 40 }],
    allowForcePush: false,
    codeOwnerApprovalRequired: false,
    developerCanInitialPush: false,
  },
  sharedRunnersSetting: 'enabled',
  onlyAllowMergeIfPipelineSucceeds: false,
  allowMergeOnSkippedPipeline: false,
  onlyAllowMergeIfAllDiscussionsAreResolved: false,
  wikiAccessLevel: 'enabled',
  enabledGitAccessProtocol: 'all',
  ipRestrictionRanges: [],
  allowedEmailDomains: [],
  serviceAccessTokensExpirationEnforced: true,
  crmEnabled: true,
  lockResourceAccessTokenNotifyInherited: false,
  lockBuiltInProjectTemplatesEnabled: false,
  aiSettings: {
    duoAgentPlatformEnabled: true,
    duoWorkflowMcpEnabled: false,
    aiUsageDataCollectionEnabled: false,
    aiCatalogRestrictedToGroupHierarchy: false,
    foundationalAgentsDefaultEnabled: true,
    promptInjectionProtectionLevel: 'log_only',
    includeRecommendedAllowed: false,
    allowAllUnixSockets: false,
    allowProjectExtension: true,
  },
  mathRenderingLimitsEnabled: true,
  lockMathRenderingLimitsEnabled: false,
  uniqueProjectDownloadLimit: 0,
  uniqueProjectDownloadLimitIntervalInSeconds: 0,
  uniqueProjectDownloadLimitAllowlist: [],
  autoBanUserOnExcessiveProjectsDownload: false,
  duoFeaturesEnabled: true,
  lockDuoFeaturesEnabled: false,
  duoCoreFeaturesEnabled: false,
  unset: [],
  restore: false,
}

/**
 * The values of a new group in the same place. Name and place are not exported, and neither are effective values, those
 * of administrators, and the list of users to alert, which the service fills.
 */
export const initialGroup = (live: Live): Initial => ({
  ...initial,
  name: live.name,
  path: live.path,
  parent: live.parent?.full_path ?? '',
  lfsEnabled: live.lfs_enabled ?? null,
  showDiffPreviewInEmail: live.show_diff_preview_in_email ?? null,
  autoDevopsEnabled: live.auto_devops_enabled ?? null,
  resourceAccessTokenNotifyInherited: live.resource_access_token_notify_inherited ?? null,
  builtInProjectTemplatesEnabled: live.built_in_project_templates_enabled ?? null,
  experimentFeaturesEnabled: live.experiment_features_enabled ?? null,
  autoDuoCodeReviewEnabled: live.auto_duo_code_review_enabled ?? null,
  webBasedCommitSigningEnabled: live.web_based_commit_signing_enabled ?? null,
  sharedRunnersMinutesLimit: live.shared_runners_minutes_limit ?? null,
  extraSharedRunnersMinutesLimit: live.extra_shared_runners_minutes_limit ?? null,
  maxArtifactsSize: live.max_artifacts_size ?? null,
  uniqueProjectDownloadLimitAlertlist: [...(live.unique_project_download_limit_alertlist ?? [])],
})
