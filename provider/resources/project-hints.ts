import type { Hints } from '../core/schema/kind'
import { argumentName } from '../core/schema/managed-setting'
import { causes, causesOf, since } from '../core/schema/setting-causes'
import { projectSettings } from './project-fields'

const { premium, ultimate, administrators } = causes

const now = '19.3'
const paid = ' with Premium or Ultimate'
const best = ' with Ultimate'

/** Why a service does not have a setting, which responses of other services always contain. */
export const whyUnavailable: Readonly<Record<string, string>> = {
  mrDefaultTargetSelf: 'only forks have it',
  mrDefaultTitleTemplate: since(now),
  mergeTrainEnforcement: since(now, paid),
  maxPipelinesPerMergeTrain: since(now, paid),
  reviewerAssignmentStrategy: since(now, paid),
  fallbackApprovalsRequired: premium,
  securityPolicyPipelineMustSucceed: since(now, best),
  protectMergeRequestPipelines: since(now),
  ciDisplayPipelineVariables: since(now),
  cicdCatalogEnabled: since(now, ' for Owners'),
  duoSastFpDetectionEnabled: ultimate,
  duoSastVrWorkflowEnabled: ultimate,
  duoSecretDetectionFpEnabled: since(now, best),
  duoDependencyBumpBreakingChangesEnabled: since(now, best),
  autoDuoCodeReviewEnabled: 'requires an add-on for GitLab Duo',
  webBasedCommitSigningEnabled: 'only GitLab.com has it',
}

const byName: Readonly<Record<string, string>> = {
  emailsEnabled: 'only Owners can change it',
  maxArtifactsSize: administrators,
  defaultBranch: 'the branch must exist: an empty repository has none',
  namespace: 'only Owners can transfer a project',
  requirementsAccessLevel: ultimate,
  onlyAllowMergeIfAllStatusChecksPassed: ultimate,
  preventMergeWithoutJiraIssue: ultimate,
  sppRepositoryPipelineAccess: ultimate,
  issuesTemplate: premium,
  mergeRequestsTemplate: premium,
  mergePipelinesEnabled: premium,
  mergeTrainsEnabled: premium,
  mergeTrainsSkipTrainAllowed: premium,
  ciRestrictPipelineCancellationRole: premium,
  allowPipelineTriggerApproveDeployment: premium,
  externalAuthorizationClassificationLabel: premium,
  ...whyUnavailable,
  duoRemoteFlowsEnabled: `${premium}, with an add-on`,
}

/** Likely causes of errors of projects. */
export const hints: Hints = {
  byArgument: causesOf(projectSettings, byName),
  byStatus: {
    403:
      'Maintainers can change most settings. Only Owners can change visibility, ciDeletePipelinesInSeconds and ' +
      'ciPipelineVariablesMinimumOverrideRole to or from "owner", and archive, unarchive, transfer, restore or delete the ' +
      'project. Newer services do not transfer an archived one.',
  },
  byError: ({ serverMessage }) => {
    if (/Namespace Not Found/.test(serverMessage)) {
      return 'The namespace does not exist, or the user of the access token cannot see it.'
    }
    if (/namespace is not valid/.test(serverMessage)) {
      return 'The user of the access token cannot create projects in the namespace.'
    }
    if (/one of the ancestors is (already )?archived/.test(serverMessage)) {
      return 'A group above is archived, and with it all of its projects: unarchive the group.'
    }
    if (/has already been taken/.test(serverMessage)) {
      return 'Another project of the namespace has this name or path, and the access token may not see it.'
    }
    if (/^Changing the .* is not allowed/.test(serverMessage)) {
      return 'Only Owners can change who starts pipelines with variables to "owner", or once it is "owner" or "no_one_allowed".'
    }
    if (/unknown or invalid|must be used with template_name/.test(serverMessage)) {
      return (
        'The service has no such template, or the user of the access token cannot see it. Templates of groups and instances ' +
        '(useCustomTemplate) require Premium or Ultimate.'
      )
    }
    const [, feature] = /project_feature\.(\w+)/.exec(serverMessage) ?? []
    return feature && `Declare repositoryAccessLevel and ${argumentName(feature)}, which must not be more.`
  },
}
