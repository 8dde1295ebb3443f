import { optional } from '../core/schema/field'
import { choice, flag, integer, reference, text } from '../core/schema/fields'
import { effective, setting, textSetting } from '../core/schema/managed-setting'
import { namespace, problemOfPath } from '../core/schema/namespace'
import { unset } from '../core/schema/unset'
import { visibilities } from '../core/schema/visibility'
import { assistantSettings } from './group-assistant-fields'
import { defaultBranchProtection } from './group-default-branch-protection'
import { commaList, ids, names } from './group-field-types'
import { ofEnterprise } from './group-hidden-settings'

const onOff = () => setting(flag())
const count = () => setting(integer({ minimum: 0, maximum: 2_147_483_647 }))

/** The settings whose value `unset` can remove. */
export const unsettable = [
  'autoDevopsEnabled',
  'builtInProjectTemplatesEnabled',
  'duoCoreFeaturesEnabled',
  'extraSharedRunnersMinutesLimit',
  'fileTemplateProjectId',
  'lfsEnabled',
  'maxArtifactsSize',
  'resourceAccessTokenNotifyInherited',
  'sharedRunnersMinutesLimit',
] as const

/** Settings of which responses do not show whether they have a value of their own. */
export const effectiveOnly = [
  'builtInProjectTemplatesEnabled',
  'fileTemplateProjectId',
  'lfsEnabled',
  'resourceAccessTokenNotifyInherited',
] as const

/** The settings of a group. Each is only managed if the program declares it. */
export const groupSettings = {
  /**
   * Name, unique in the parent group, at most 255 characters. The service limits how often a group can be renamed.
   */
  name: setting(text({ maxLength: 255, problem: (name) => (name.trim() === '' ? 'must not be empty' : undefined) })),
  /**
   * Last part of the path, such as `"platform"`. A new one moves the group and all projects in it. The former path of the
   * group does not work any more: write the new path in `group` after the update. The service refuses it while projects
   * have container images. Default for a new group: the last part of `group`.
   */
  path: setting(
    text({
      maxLength: 255,
      problem: (path) => (path.length < 2 ? 'must have at least 2 characters' : problemOfPath(path)),
    }),
  ),
  /**
   * The group that contains the group: its full path, such as `"acme"`, or its id. `""`: none, so that it is a top-level
   * group. A new one transfers the group and all projects in it, which changes their paths, and lowers their visibility
   * to that of the parent: write the new path in `group` after the update. Default for a new group: the start of
   * `group`.
   */
  parent: setting(namespace('group', { orNone: true })),
  /** Description, at most 500 characters. `""`: none. */
  description: textSetting({ maxLength: 500 }),
  /**
   * Who can see the group. Not more than the visibility of its parent, and not less than that of a project or subgroup in
   * it.
   */
  visibility: setting(choice(visibilities)),
  /** Whether users can request access. */
  requestAccessEnabled: onOff(),
  /** Whether projects of the group cannot be shared with other groups. A lock of the parent cannot be removed. */
  shareWithGroupLock: onOff(),
  /** Whether groups of this hierarchy can only be shared inside it. Only top-level groups. */
  preventSharingGroupsOutsideHierarchy: onOff(),
  /** Whether projects cannot be forked outside the group. Only top-level groups. Premium or Ultimate. */
  preventForkingOutsideGroup: onOff(),
  /** Whether members cannot be added to projects of the group. Premium or Ultimate. */
  membershipLock: onOff(),
  /** Whether a comment cannot notify the whole group. */
  mentionsDisabled: onOff(),
  /** Whether the group and its projects send emails. */
  emailsEnabled: onOff(),
  /** Whether emails about comments contain the code. A group above can disable it. */
  showDiffPreviewInEmail: effective('showDiffPreviewInEmail', flag()),
  /** Whether members must use two-factor authentication. */
  requireTwoFactorAuthentication: onOff(),
  /** Hours until two-factor authentication is enforced. */
  twoFactorGracePeriod: count(),
  /** Lowest role that can create projects. `"noone"`: no role. */
  projectCreationLevel: setting(choice(['noone', 'owner', 'maintainer', 'developer', 'administrator'])),
  /** Lowest role that can create subgroups. */
  subgroupCreationLevel: setting(choice(['owner', 'maintainer'])),
  /** Default branch of new projects. `""`: that of the instance. The service ignores an invalid name. */
  defaultBranch: textSetting({ maxLength: 255 }),
  /**
   * How new projects protect their default branch. It is replaced as a whole: settings that are omitted are `false` or an
   * empty list.
   */
  defaultBranchProtectionDefaults: setting(defaultBranchProtection()),
  /**
   * Whether runners of the instance are used. A change also changes `sharedRunnersEnabled` of the projects in the group,
   * and disabling it also that of subgroups: the preview and the update say so.
   */
  sharedRunnersSetting: setting(choice(['enabled', 'disabled_and_overridable', 'disabled_and_unoverridable'])),
  /** Minutes of runners of the instance in a month. 0: no limit. Only administrators can change it. */
  sharedRunnersMinutesLimit: count(),
  /** Additional minutes of runners of the instance. Only administrators can change it. */
  extraSharedRunnersMinutesLimit: count(),
  /** Whether Auto DevOps runs in projects that do not set it. */
  autoDevopsEnabled: onOff(),
  /** Whether repositories support Git LFS. The instance can disable it. */
  lfsEnabled: effective('lfsEnabled', flag()),
  /** Largest size of artifacts in MB. Only administrators can change it. */
  maxArtifactsSize: setting(integer({ minimum: 1, maximum: 2_147_483_647 })),
  /** Whether only merge requests with a successful pipeline can be merged. True also applies to all projects. Premium or Ultimate. */
  onlyAllowMergeIfPipelineSucceeds: onOff(),
  /** Whether a skipped pipeline counts as successful. Requires `onlyAllowMergeIfPipelineSucceeds`. Premium or Ultimate. */
  allowMergeOnSkippedPipeline: onOff(),
  /**
   * Whether only merge requests whose threads are all resolved can be merged. True also applies to all projects. Premium
   * or Ultimate.
   */
  onlyAllowMergeIfAllDiscussionsAreResolved: onOff(),
  /** Who can use the wiki of the group. Premium or Ultimate. */
  wikiAccessLevel: setting(choice(['disabled', 'private', 'enabled'])),
  /**
   * Id of a project in the group with templates of files. The service never returns it, so that changes by others are not
   * noticed. Premium or Ultimate.
   */
  fileTemplateProjectId: setting(integer({ minimum: 1 }, ofEnterprise)),
  /** How Git can be used. Only top-level groups. */
  enabledGitAccessProtocol: setting(choice(['all', 'ssh', 'http'])),
  /**
   * IP addresses and ranges with access, in any order. `[]`: all. Other addresses lose access at once, also that of
   * Trueup. Only top-level groups. Premium or Ultimate.
   */
  ipRestrictionRanges: setting(commaList('ip_restriction_ranges', 'addresses or ranges')),
  /** Domains of the email addresses of members, in any order. `[]`: all. Only top-level groups. Premium or Ultimate. */
  allowedEmailDomains: setting(commaList('allowed_email_domains_list', 'domains')),
  /** Whether tokens of service accounts must expire. Only top-level groups. Premium or Ultimate. */
  serviceAccessTokensExpirationEnforced: onOff(),
  /**
   * Whether users can create snippets of their own, for users that the group manages. The service never returns it, so
   * that changes by others are not noticed. Premium or Ultimate.
   */
  allowPersonalSnippets: setting(flag(ofEnterprise)),
  /** Whether formulas with many elements are not rendered. */
  mathRenderingLimitsEnabled: onOff(),
  /** Whether subgroups cannot change `mathRenderingLimitsEnabled`. */
  lockMathRenderingLimitsEnabled: onOff(),
  /**
   * How many projects a user can download in an interval without being banned. 0: no limit. Only top-level groups, like
   * the other limits of downloads. Ultimate.
   */
  uniqueProjectDownloadLimit: count(),
  /** The interval in seconds. Ultimate. */
  uniqueProjectDownloadLimitIntervalInSeconds: count(),
  /** Usernames without the limit, in any order. `[]`: none. Ultimate. */
  uniqueProjectDownloadLimitAllowlist: setting(names()),
  /** Ids of users who get email when a user exceeds the limit, in any order. Ultimate. */
  uniqueProjectDownloadLimitAlertlist: setting(ids()),
  /** Whether a user who exceeds the limit is banned from the group. Ultimate. */
  autoBanUserOnExcessiveProjectsDownload: onOff(),
  /** Whether the group has contacts and organizations of customers. GitLab 19.3 or later. */
  crmEnabled: onOff(),
  /**
   * Whether members who inherit their membership are also notified of access tokens that expire soon. GitLab 19.3 or later.
   */
  resourceAccessTokenNotifyInherited: onOff(),
  /** Whether projects and subgroups cannot change `resourceAccessTokenNotifyInherited`. GitLab 19.3 or later. */
  lockResourceAccessTokenNotifyInherited: onOff(),
  /** Whether new projects can use the templates of GitLab. Premium or Ultimate. GitLab 19.3 or later. */
  builtInProjectTemplatesEnabled: onOff(),
  /** Whether subgroups cannot change `builtInProjectTemplatesEnabled`. Premium or Ultimate. GitLab 19.3 or later. */
  lockBuiltInProjectTemplatesEnabled: onOff(),
  /** Whether the service signs commits that are made in the browser. Only GitLab.com. */
  webBasedCommitSigningEnabled: onOff(),
  /**
   * Name of the OAuth provider of the instance with which users must authenticate again to see the group. `""`: none. Only
   * for instances with such a provider.
   */
  stepUpAuthRequiredOauthProvider: textSetting({ maxLength: 255 }),
  ...assistantSettings,
  /**
   * Settings without a value of their own, such as `["lfsEnabled"]`: the value of the parent or the instance applies, or
   * none.
   */
  unset: unset(unsettable, effectiveOnly),
}

/** The arguments of a group. */
export const groupFields = {
  /**
   * The group: its numeric id or its full path, such as `"acme/platform"`. With `create`, the path of a new group.
   * Changing it to another group replaces the resource, and keeps the former group.
   */
  group: reference('group'),
  /**
   * Whether to create the group if it does not exist. Default: false, so that a missing group is an error. GitLab.com does
   * not allow clients to create top-level groups.
   */
  create: optional(flag({ local: true }), false),
  /**
   * Whether the group is kept when the resource is deleted. It is only deleted if an earlier update has set this to
   * `false`, and all its projects and subgroups are deleted with it. Default: true.
   */
  deletionProtection: optional(flag({ local: true }), true),
  /** Whether to restore the group if it is scheduled for deletion. Default: false, so that this is an error. */
  restore: optional(flag({ fromWire: (isKept, like) => like === true && isKept === true }), false),
  ...groupSettings,
}
