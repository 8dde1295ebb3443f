import type { Hints } from '../core/schema/kind'
import { causes, causesOf, since } from '../core/schema/setting-causes'
import { groupSettings } from './group-fields'

const { premium, ultimate, administrators } = causes
const top = 'only top-level groups have it'

const release = '19.3'
const paid = ' with Premium or Ultimate'

/**
 * Why a service does not have a setting. Responses of other services always contain it, or show otherwise that the service
 * has it.
 */
export const whyUnavailable: Readonly<Record<string, string>> = {
  crmEnabled: since(release),
  resourceAccessTokenNotifyInherited: since(release),
  lockResourceAccessTokenNotifyInherited: since(release),
  builtInProjectTemplatesEnabled: since(release, paid),
  lockBuiltInProjectTemplatesEnabled: since(release, paid),
  experimentFeaturesEnabled: since(release, paid),
  aiSettings: since(release, paid),
  autoDuoCodeReviewEnabled: 'requires an add-on for GitLab Duo',
  webBasedCommitSigningEnabled: 'only GitLab.com has it',
  stepUpAuthRequiredOauthProvider: 'the instance has no provider for it',
  fileTemplateProjectId: premium,
  allowPersonalSnippets: premium,
  duoRemoteFlowsAvailability: premium,
  duoFoundationalFlowsAvailability: premium,
  duoCustomAgentsAvailability: since(release, paid),
  duoCustomFlowsAvailability: since(release, paid),
  duoExternalAgentsAvailability: since(release, paid),
  toolApprovalForSessionAvailability: since(release, paid),
  enabledFoundationalFlows: premium,
  duoTemplateProjectId: since(release, paid),
  modelPromptCacheEnabled: premium,
  amazonQAutoReviewEnabled: 'requires an add-on',
  aiAuditEventsStorageEnabled: since(release, paid),
  lockAiAuditEventsStorageEnabled: since(release, paid),
}

const byName: Readonly<Record<string, string>> = {
  defaultBranch: 'it must be a valid name of a branch',
  parent: 'the service did not transfer the group',
  preventSharingGroupsOutsideHierarchy: top,
  enabledGitAccessProtocol: top,
  preventForkingOutsideGroup: `${top}, ${premium}`,
  serviceAccessTokensExpirationEnforced: `${top}, ${premium}`,
  ipRestrictionRanges: `${top}, ${premium}`,
  allowedEmailDomains: `${top}, ${premium}`,
  maxArtifactsSize: administrators,
  sharedRunnersMinutesLimit: administrators,
  extraSharedRunnersMinutesLimit: administrators,
  membershipLock: premium,
  onlyAllowMergeIfPipelineSucceeds: premium,
  allowMergeOnSkippedPipeline: premium,
  onlyAllowMergeIfAllDiscussionsAreResolved: premium,
  wikiAccessLevel: premium,
  uniqueProjectDownloadLimit: `${top}, ${ultimate}`,
  uniqueProjectDownloadLimitIntervalInSeconds: `${top}, ${ultimate}`,
  uniqueProjectDownloadLimitAllowlist: `${top}, ${ultimate}`,
  uniqueProjectDownloadLimitAlertlist: `${top}, ${ultimate}`,
  autoBanUserOnExcessiveProjectsDownload: `${top}, ${ultimate}`,
  ...whyUnavailable,
  duoFeaturesEnabled: premium,
  lockDuoFeaturesEnabled: premium,
  duoCoreFeaturesEnabled: 'requires an add-on',
}

/** Likely causes of errors of groups. */
export const hints: Hints = {
  byArgument: causesOf(groupSettings, byName),
  byStatus: {
    403:
      'Only Owners can change, transfer, restore or delete a group. The setting subgroupCreationLevel of the parent says ' +
      'who can create subgroups.',
    429: 'The service limits how often the name of a group can be sent. Run the update again later.',
  },
  byError: ({ method, path, status, serverMessage }, { group, parent }) => {
    const isTop = typeof group === 'string' && !group.includes('/') && (parent ?? '') === ''
    if (method === 'POST' && /\/groups$/.test(path) && isTop && [401, 403].includes(status)) {
      return (
        'GitLab.com does not allow clients to create top-level groups, and other instances can forbid it to users: ' +
        'create it on the page of the service, and remove create.'
      )
    }
    if (/already been taken|same path/.test(serverMessage)) {
      return 'Another group, project or user has this name or path, and the access token may not see it.'
    }
    if (/projects with higher visibility|sub-groups with higher visibility/.test(serverMessage)) {
      return 'Lower the visibility of what is in the group first.'
    }
    if (/don't have enough permissions/.test(serverMessage)) {
      return 'The user of the access token must be an Owner of the group, and be allowed to create subgroups in the parent.'
    }
    if (/parent group has shared Runners disabled/.test(serverMessage)) {
      return 'The parent has sharedRunnersSetting "disabled_and_unoverridable": change it there first.'
    }
    if (/locked by an ancestor/.test(serverMessage)) {
      return 'A group above or the instance locks the setting: change it there, or remove it from the program.'
    }
    return undefined
  },
}
