import { optional } from '../core/schema/field'
import { choice, flag, integer, reference, text } from '../core/schema/fields'
import { effective, setting, textSetting } from '../core/schema/managed-setting'
import { namespace, problemOfPath } from '../core/schema/namespace'
import { unset } from '../core/schema/unset'
import { visibilities } from '../core/schema/visibility'
import { containerExpirationPolicy } from './project-container-expiration-policy'
import { claims, problemOfConfigPath, topics } from './project-field-types'
import { newProjectFields } from './project-new-fields'

type Live = Readonly<Record<string, unknown>>

const level = () =>
  setting(
    choice(
      ['disabled', 'private', 'enabled'],
      {},
      {
        title: 'FeatureAccessLevel',
        description: 'Users of a feature of a project: none, its members, or all who can see the project.',
      },
    ),
  )
const openLevel = () =>
  setting(
    choice(
      ['disabled', 'private', 'enabled', 'public'],
      {},
      {
        title: 'OpenFeatureAccessLevel',
        description: 'Users of a feature of a project: none, its members, all who can see the project, or all users.',
      },
    ),
  )
const onOff = () => setting(flag())

// Responses contain these only while the feature is available.
const hasRepository = (live: Live) => live.repository_access_level !== 'disabled'
const hasIssues = (live: Live) => live.issues_access_level !== 'disabled'
const hasMergeRequests = (live: Live) => hasRepository(live) && live.merge_requests_access_level !== 'disabled'

/** The settings whose value `unset` can remove. */
export const unsettable = [
  'autoDevopsEnabled',
  'ciDefaultGitDepth',
  'ciDeletePipelinesInSeconds',
  'lfsEnabled',
  'maxArtifactsSize',
  'maxPipelinesPerMergeTrain',
] as const

/** Settings of which responses do not show whether they have a value of their own. */
export const effectiveOnly = ['autoDevopsEnabled', 'lfsEnabled'] as const

/** The settings of a project. Each is only managed if the program declares it. */
export const projectSettings = {
  /** Name, unique in the namespace, at most 255 characters. Whitespace at its start is removed. */
  name: setting(
    text({
      maxLength: 255,
      canonical: (name) => name.replace(/^\s+/, ''),
      problem: (name) => (name.trim() === '' ? 'must not be empty' : undefined),
    }),
  ),
  /**
   * Last part of the path, such as `"web"`. A new one moves the project: its former path still works until another
   * project uses it. Default for a new project: the last part of `project`.
   */
  path: setting(text({ maxLength: 255, problem: problemOfPath })),
  /**
   * The group or user that contains the project: its full path, such as `"acme"`, or the id of the namespace. A new one
   * transfers the project, which requires the Owner role. Default for a new project: the start of `project`.
   */
  namespace: setting(namespace('group or user')),
  /** Description, at most 2000 characters. `""`: none. */
  description: textSetting({ maxLength: 2000 }),
  /** Who can see the project. Not more than the visibility of its group. Only Owners can change it. */
  visibility: setting(choice(visibilities)),
  /** Default branch. It must exist, or be that of the first commit with `initializeWithReadme`. */
  defaultBranch: setting(text({ maxLength: 255, shownBy: hasRepository })),
  /** Topics, in any order and any case. `[]`: none. */
  topics: setting(topics()),
  /** Whether users can request access. */
  requestAccessEnabled: onOff(),
  /** Whether the project sends emails. Only Owners can change it. */
  emailsEnabled: onOff(),
  /** Whether emails about comments contain the code. A group above can disable it. */
  showDiffPreviewInEmail: effective('showDiffPreviewInEmail', flag()),
  /**
   * Whether issues and merge requests show the reactions thumbs up and thumbs down. The service never returns it, so
   * that changes by others are not noticed.
   */
  showDefaultAwardEmojis: setting(flag({ shownBy: () => false })),
  /** Whether the service warns about invisible characters in code. */
  warnAboutPotentiallyUnwantedCharacters: onOff(),
  /** Whether files in descriptions and comments are only visible to users who can read the project. */
  enforceAuthChecksOnUploads: onOff(),
  /** Whether the repository supports Git LFS. The group or the instance can disable it. */
  lfsEnabled: effective('lfsEnabled', flag()),
  /** Who can use issues. */
  issuesAccessLevel: level(),
  /** Who can use the repository. Not less than merge requests and pipelines. */
  repositoryAccessLevel: level(),
  /** Who can use merge requests. Not more than the repository. */
  mergeRequestsAccessLevel: level(),
  /** Who can fork the project. */
  forkingAccessLevel: level(),
  /** Who can use the wiki. */
  wikiAccessLevel: level(),
  /** Who can see pipelines and jobs. Not more than the repository. */
  buildsAccessLevel: level(),
  /** Who can use snippets. */
  snippetsAccessLevel: level(),
  /**
   * Who can see GitLab Pages. With access control of the instance, a private project cannot have `"enabled"`, and a
   * public project cannot have `"public"`.
   */
  pagesAccessLevel: openLevel(),
  /** Who can see analytics. */
  analyticsAccessLevel: level(),
  /** Who can use the container registry. */
  containerRegistryAccessLevel: level(),
  /** Who can use the package registry. GitLab 18.5 or later. */
  packageRegistryAccessLevel: openLevel(),
  /** Who can use security and compliance. */
  securityAndComplianceAccessLevel: level(),
  /** Who can see releases. */
  releasesAccessLevel: level(),
  /** Who can use environments. */
  environmentsAccessLevel: level(),
  /** Who can use feature flags. */
  featureFlagsAccessLevel: level(),
  /** Who can use infrastructure. */
  infrastructureAccessLevel: level(),
  /** Who can use monitoring. */
  monitorAccessLevel: level(),
  /** Who can use model experiments. */
  modelExperimentsAccessLevel: level(),
  /** Who can use the model registry. */
  modelRegistryAccessLevel: level(),
  /** Who can use requirements. Ultimate. */
  requirementsAccessLevel: level(),
  /** Whether Service Desk is enabled. Without incoming email on the instance it has no effect. */
  serviceDeskEnabled: effective('serviceDeskEnabled', flag()),
  /**
   * How merge requests are merged: `"merge"` with a merge commit, `"rebase_merge"` with a merge commit and a linear
   * history, `"ff"` only by fast-forward.
   */
  mergeMethod: setting(choice(['merge', 'rebase_merge', 'ff'])),
  /** Whether commits are squashed when merging. */
  squashOption: setting(choice(['never', 'always', 'default_on', 'default_off'])),
  /** Whether only merge requests with a successful pipeline can be merged. */
  onlyAllowMergeIfPipelineSucceeds: onOff(),
  /** Whether a skipped pipeline counts as successful. */
  allowMergeOnSkippedPipeline: onOff(),
  /** Whether only merge requests whose threads are all resolved can be merged. */
  onlyAllowMergeIfAllDiscussionsAreResolved: onOff(),
  /** Whether only merge requests whose status checks passed can be merged. Ultimate. */
  onlyAllowMergeIfAllStatusChecksPassed: onOff(),
  /** Whether new merge requests delete their source branch by default. */
  removeSourceBranchAfterMerge: onOff(),
  /** Whether a push prints a link to create a merge request. */
  printingMergeRequestLinkEnabled: onOff(),
  /** Whether threads on lines that a push changes are resolved. */
  resolveOutdatedDiffDiscussions: onOff(),
  /** Whether merging closes the issues that the merge request refers to. */
  autocloseReferencedIssues: onOff(),
  /** Template of merge commits, at most 500 characters. `""`: the default. */
  mergeCommitTemplate: textSetting({ maxLength: 500 }),
  /** Template of squash commits, at most 500 characters. `""`: the default. */
  squashCommitTemplate: textSetting({ maxLength: 500 }),
  /** Message of commits that apply suggestions, at most 255 characters. `""`: the default. */
  suggestionCommitMessage: textSetting({ maxLength: 255 }),
  /** Template of branches for issues, at most 255 characters. `""`: the default. */
  issueBranchTemplate: textSetting({ maxLength: 255 }),
  /**
   * RE2 expression that titles of merge requests must match, at most 255 characters. Declare it with
   * `mergeRequestTitleRegexDescription`. `""`: none.
   */
  mergeRequestTitleRegex: textSetting({ maxLength: 255 }),
  /** Describes `mergeRequestTitleRegex` for users, at most 255 characters. `""`: none. */
  mergeRequestTitleRegexDescription: textSetting({ maxLength: 255 }),
  /**
   * Template of titles of merge requests, at most 99 characters, such as `"Draft: %{first_commit}"`. `""`: none. GitLab
   * 19.3 or later.
   */
  mrDefaultTitleTemplate: textSetting({ maxLength: 99 }),
  /** Whether merge requests target the project itself instead of the project that it was forked from. Only forks. */
  mrDefaultTargetSelf: onOff(),
  /** Default description of issues. `""`: none. Premium or Ultimate. */
  issuesTemplate: textSetting({ shownBy: hasIssues }),
  /** Default description of merge requests. `""`: none. Premium or Ultimate. */
  mergeRequestsTemplate: textSetting({ shownBy: hasMergeRequests }),
  /** Whether pipelines run for the merged result. Premium or Ultimate. */
  mergePipelinesEnabled: onOff(),
  /** Whether merge requests are merged in trains. Requires `mergePipelinesEnabled`. Premium or Ultimate. */
  mergeTrainsEnabled: effective('mergeTrainsEnabled', flag()),
  /**
   * Whether merge requests can be merged without restarting the train. Requires `mergeTrainsEnabled`, and a
   * `mergeMethod` other than `"ff"`. Premium or Ultimate.
   */
  mergeTrainsSkipTrainAllowed: effective('mergeTrainsSkipTrainAllowed', flag()),
  /**
   * Who can merge without the train: everyone who can merge (`"allow_bypass"`), only Owners
   * (`"enforce_with_owner_override"`), or no one (`"enforce_for_all_users"`). Premium or Ultimate. GitLab 19.3 or later.
   */
  mergeTrainEnforcement: setting(choice(['allow_bypass', 'enforce_for_all_users', 'enforce_with_owner_override'])),
  /** How many pipelines of a train run at once. Premium or Ultimate. GitLab 19.3 or later. */
  maxPipelinesPerMergeTrain: setting(integer({ minimum: 1, maximum: 2_147_483_647 })),
  /**
   * How merge requests get reviewers: `"code_owners"`, or `"dap_powered"` by GitLab Duo. Premium or Ultimate. GitLab 19.3
   * or later.
   */
  reviewerAssignmentStrategy: setting(choice(['disabled', 'code_owners', 'dap_powered'])),
  /** How many approvals merge requests need to which no approval rule applies. Premium or Ultimate. */
  fallbackApprovalsRequired: setting(integer({ minimum: 0, maximum: 100 })),
  /** Whether pipelines of security policies must succeed before merging. Ultimate. GitLab 19.3 or later. */
  securityPolicyPipelineMustSucceed: onOff(),
  /** Whether merge requests need a Jira issue. Ultimate. */
  preventMergeWithoutJiraIssue: onOff(),
  /** Whether users who are not members can see the jobs of a public or internal project. */
  publicJobs: onOff(),
  /** Whether runners of the instance are used. The group can forbid it. */
  sharedRunnersEnabled: onOff(),
  /** Whether runners of the group are used. */
  groupRunnersEnabled: onOff(),
  /** Longest time of a job in seconds, from 600 to one month. */
  buildTimeout: setting(integer({ minimum: 600, maximum: 2_629_745 })),
  /** How jobs get the repository. */
  buildGitStrategy: setting(choice(['fetch', 'clone'])),
  /** Whether a new pipeline cancels older ones of the branch. */
  autoCancelPendingPipelines: setting(choice(['enabled', 'disabled'])),
  /**
   * Whether Auto DevOps runs. Enabling it in a project that is not public creates a deploy token named
   * `gitlab-deploy-token`.
   */
  autoDevopsEnabled: onOff(),
  /** How Auto DevOps deploys. */
  autoDevopsDeployStrategy: setting(choice(['continuous', 'manual', 'timed_incremental'])),
  /** Path of the CI/CD configuration file. `""`: `.gitlab-ci.yml`. */
  ciConfigPath: textSetting({ maxLength: 255, shownBy: hasRepository, problem: problemOfConfigPath }),
  /** How many commits jobs fetch, from 0 to 1000. 0: all. */
  ciDefaultGitDepth: setting(integer({ minimum: 0, maximum: 1000 })),
  /** Whether older deployments are skipped. */
  ciForwardDeploymentEnabled: onOff(),
  /** Whether an older deployment can run again. */
  ciForwardDeploymentRollbackAllowed: onOff(),
  /** Whether protected branches have caches of their own. */
  ciSeparatedCaches: onOff(),
  /** Whether pipelines of forks can run in the project. */
  ciAllowForkPipelinesToRunInParentProject: onOff(),
  /** Whether jobs can push with their token. */
  ciPushRepositoryForJobTokenAllowed: onOff(),
  /** Parts of the claim `sub` in ID tokens, in order. The first one is `"project_path"`. */
  ciIdTokenSubClaimComponents: setting(claims()),
  /** Age at which pipelines are deleted, in seconds: from one day to one year. Only Owners can change it. */
  ciDeletePipelinesInSeconds: setting(integer({ minimum: 86_400, maximum: 31_556_952 })),
  /**
   * Lowest role that can start pipelines with variables. Only Owners can change it to or from `"owner"`. GitLab 17.7 or
   * later.
   */
  ciPipelineVariablesMinimumOverrideRole: setting(choice(['no_one_allowed', 'developer', 'maintainer', 'owner'])),
  /** Whether pipelines of merge requests can use protected variables and runners. GitLab 19.3 or later. */
  protectMergeRequestPipelines: onOff(),
  /** Whether pages of pipelines show the variables with which they were started. GitLab 19.3 or later. */
  ciDisplayPipelineVariables: onOff(),
  /**
   * Whether the components of the project are in the CI/CD catalog. Requires a `description` of the project. Only Owners
   * can change it. GitLab 19.3 or later.
   */
  cicdCatalogEnabled: onOff(),
  /** Lowest role that can cancel pipelines. Premium or Ultimate. */
  ciRestrictPipelineCancellationRole: setting(choice(['developer', 'maintainer', 'no_one'])),
  /** Whether the latest artifacts of each branch are kept. The instance can disable it. */
  keepLatestArtifact: effective('keepLatestArtifact', flag()),
  /** Order of jobs of a resource group. */
  resourceGroupDefaultProcessMode: setting(choice(['unordered', 'oldest_first', 'newest_first', 'newest_ready_first'])),
  /** Largest size of artifacts in MB. Only administrators can change it. */
  maxArtifactsSize: setting(integer({ minimum: 1, maximum: 2_147_483_647 })),
  /** Whether the user who starts a pipeline can approve its deployments. Premium or Ultimate. */
  allowPipelineTriggerApproveDeployment: onOff(),
  /** Which tags of container images are deleted regularly. Only the settings in it are managed. */
  containerExpirationPolicy: setting(containerExpirationPolicy()),
  /** Label for external authorization. `""`: none. Premium or Ultimate. */
  externalAuthorizationClassificationLabel: textSetting(),
  /** Whether GitLab Duo flows can run in CI/CD. Premium or Ultimate. */
  duoRemoteFlowsEnabled: onOff(),
  /** Whether GitLab Duo reviews each merge request. Requires an add-on. */
  autoDuoCodeReviewEnabled: onOff(),
  /** Whether GitLab Duo recognizes false positives in SAST reports. Ultimate. */
  duoSastFpDetectionEnabled: onOff(),
  /** Whether GitLab Duo proposes fixes of vulnerabilities in SAST reports. Ultimate. */
  duoSastVrWorkflowEnabled: onOff(),
  /** Whether GitLab Duo recognizes false positives in reports of secrets. Ultimate. GitLab 19.3 or later. */
  duoSecretDetectionFpEnabled: onOff(),
  /** Whether GitLab Duo looks for breaking changes in updates of dependencies. Ultimate. GitLab 19.3 or later. */
  duoDependencyBumpBreakingChangesEnabled: onOff(),
  /** Whether the service signs commits that are made in the browser. Only GitLab.com. */
  webBasedCommitSigningEnabled: onOff(),
  /** Whether pipelines of the group's security policies can read the repository. Ultimate. */
  sppRepositoryPipelineAccess: onOff(),
  /**
   * Settings without a value of their own, such as `["lfsEnabled"]`: the value of the group or the instance applies, or
   * none.
   */
  unset: unset(unsettable, effectiveOnly),
}

/** The arguments of a project. */
export const projectFields = {
  /**
   * The project: its numeric id or its full path, such as `"acme/web"`. With `create`, the path of a new project.
   * Changing it to another project replaces the resource, and keeps the former project.
   */
  project: reference('project'),
  /** Whether to create the project if it does not exist. Default: false, so that a missing project is an error. */
  create: optional(flag({ local: true }), false),
  /**
   * Whether the project is kept when the resource is deleted. It is only deleted if an earlier update has set this to
   * `false`. Default: true.
   */
  deletionProtection: optional(flag({ local: true }), true),
  /**
   * Whether the project is archived: it is read-only, and not listed with the others. `false` unarchives it before other
   * changes of the project, and `true` archives it after them. Labels, trigger tokens and some other objects of an archived
   * project cannot be changed. Only Owners can change it. Not managed if the program does not declare it.
   */
  archived: onOff(),
  /** Whether to restore the project if it is scheduled for deletion. Default: false, so that this is an error. */
  restore: optional(flag({ fromWire: (isKept, like) => like === true && isKept === true }), false),
  /** Whether a new project gets a first commit with a README file. Later changes have no effect. Default: false. */
  initializeWithReadme: optional(flag({ local: true }), false),
  ...newProjectFields,
  ...projectSettings,
}
