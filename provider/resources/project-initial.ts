import type { PlainOf } from '../core/schema/field'
import type { ContainerExpirationPolicy } from './project-container-expiration-policy'
import type { projectFields } from './project-fields'
import type { Live } from './project-responses'

type Initial = Partial<PlainOf<typeof projectFields>>

/** The features that everyone who can see a new project can use. */
const open = [
  ...['issues', 'repository', 'mergeRequests', 'forking', 'wiki', 'builds', 'snippets', 'analytics'],
  ...['containerRegistry', 'packageRegistry', 'releases', 'environments', 'featureFlags', 'infrastructure', 'monitor'],
  ...['modelExperiments', 'modelRegistry', 'requirements'],
]

const policy: Required<ContainerExpirationPolicy> = {
  enabled: false,
  cadence: '1d',
  keepN: 10,
  olderThan: '90d',
  nameRegex: '.*',
  nameRegexKeep: '',
}

/** The values of a new project that do not depend on its group or the instance. */
const initial: Initial = {
  ...(Object.fromEntries(open.map((feature) => [`${feature}AccessLevel`, 'enabled'])) as Initial),
  securityAndComplianceAccessLevel: 'private',
  visibility: 'private',
  description: '',
  defaultBranch: 'main',
  topics: [],
  requestAccessEnabled: true,
  emailsEnabled: true,
  warnAboutPotentiallyUnwantedCharacters: true,
  enforceAuthChecksOnUploads: true,
  mergeMethod: 'merge',
  squashOption: 'default_off',
  onlyAllowMergeIfPipelineSucceeds: false,
  allowMergeOnSkippedPipeline: false,
  onlyAllowMergeIfAllDiscussionsAreResolved: false,
  onlyAllowMergeIfAllStatusChecksPassed: false,
  removeSourceBranchAfterMerge: true,
  printingMergeRequestLinkEnabled: true,
  resolveOutdatedDiffDiscussions: false,
  autocloseReferencedIssues: true,
  mergePipelinesEnabled: false,
  mergeTrainsEnabled: false,
  mergeTrainsSkipTrainAllowed: false,
  mergeTrainEnforcement: 'allow_bypass',
  reviewerAssignmentStrategy: 'disabled',
  fallbackApprovalsRequired: 0,
  securityPolicyPipelineMustSucceed: false,
  mrDefaultTargetSelf: false,
  preventMergeWithoutJiraIssue: false,
  publicJobs: true,
  sharedRunnersEnabled: true,
  groupRunnersEnabled: true,
  buildTimeout: 3600,
  buildGitStrategy: 'fetch',
  autoCancelPendingPipelines: 'enabled',
  autoDevopsDeployStrategy: 'continuous',
  ciDefaultGitDepth: 20,
  ciForwardDeploymentEnabled: true,
  ciForwardDeploymentRollbackAllowed: true,
  ciSeparatedCaches: true,
  ciAllowForkPipelinesToRunInParentProject: true,
  ciPushRepositoryForJobTokenAllowed: false,
  ciIdTokenSubClaimComponents: ['project_path', 'ref_type', 'ref'],
  ciPipelineVariablesMinimumOverrideRole: 'developer',
  protectMergeRequestPipelines: true,
  ciDisplayPipelineVariables: false,
  cicdCatalogEnabled: false,
  ciRestrictPipelineCancellationRole: 'developer',
  resourceGroupDefaultProcessMode: 'unordered',
  allowPipelineTriggerApproveDeployment: false,
  containerExpirationPolicy: policy,
  duoRemoteFlowsEnabled: true,
  duoSastFpDetectionEnabled: false,
  duoSastVrWorkflowEnabled: false,
  duoSecretDetectionFpEnabled: false,
  duoDependencyBumpBreakingChangesEnabled: false,
  sppRepositoryPipelineAccess: true,
  unset: [],
  archived: false,
  restore: false,
}

/**
 * The values of a new project in the same place. Name and place are not exported, and neither are effective values,
 * which can be those of the group or the instance.
 */
export const initialProject = (live: Live): Initial => ({
  ...initial,
  modelExperimentsAccessLevel: levelOfModels(live.model_experiments_access_level),
  modelRegistryAccessLevel: levelOfModels(live.model_registry_access_level),
  name: live.name.replace(/^\s+/, ''),
  path: live.path,
  namespace: live.namespace?.full_path ?? null,
  lfsEnabled: live.lfs_enabled ?? null,
  showDiffPreviewInEmail: live.show_diff_preview_in_email ?? null,
  keepLatestArtifact: live.keep_latest_artifact ?? null,
  serviceDeskEnabled: live.service_desk_enabled ?? null,
  autoDevopsEnabled: live.auto_devops_enabled ?? null,
  autoDuoCodeReviewEnabled: live.auto_duo_code_review_enabled ?? null,
  webBasedCommitSigningEnabled: live.web_based_commit_signing_enabled ?? null,
  // It depends on the visibility at the creation, which may have changed since.
  pagesAccessLevel: live.pages_access_level === 'enabled' && live.visibility === 'public' ? 'enabled' : 'private',
})

/** It depends on the release of GitLab, and on newer ones on the visibility at the creation. */
const levelOfModels = (level: string | null | undefined) => (level === 'private' ? 'private' : 'enabled')
