import type { ApprovalSettingsUpdate } from '../../sdk'
import { resource } from '../core/pulumi/resource'
import { number } from '../core/schema/computed'
import { define } from '../core/schema/define'
import type { ArgsOf } from '../core/schema/field'
import { flag, reference } from '../core/schema/fields'
import { setting } from '../core/schema/managed-setting'
import { initialApprovalSettings } from './approval-settings-initial'
import { refuseLocked } from './approval-settings-locks'
import { type Live, ofProject } from './approval-settings-responses'

const onOff = () => setting(flag())

const pair = ['resetApprovalsOnPush', 'selectiveCodeOwnerRemovals'] as const

export const approvalSettings = define<Live, ApprovalSettingsUpdate>()({
  kind: 'approval-settings',
  plural: 'approval settings',
  single: {
    argument: 'approvalSettings',
    title: 'The approval settings of merge requests',
    initialValues: initialApprovalSettings,
  },
  exported: true,
  otherTools: {
    terraform: 'States with approval settings are not read: ApprovalSettings adopts the settings of the project.',
    pulumiGitlab: 'States with approval settings are not read: ApprovalSettings adopts the settings of the project.',
  },
  page: () => '-/settings/merge_requests',
  access: { read: 'maintainer', write: 'maintainer', tier: 'Premium or Ultimate' },
  // Each project has its settings, so that the natural key has no further argument.
  identity: {
    parent: 'project',
    key: 'approvalSettingsId',
    naturalKey: [],
    adoption: 'never',
    isSingle: () => true,
  },
  input: {
    /**
     * The project: its numeric id or its full path, such as `"acme/web"`. Changing it replaces the resource, and keeps the
     * settings of the former project.
     */
    project: reference('project'),
    /**
     * Whether new commits remove all approvals of a merge request. Declare it with `selectiveCodeOwnerRemovals`: both are
     * sent together. Default: not managed.
     */
    resetApprovalsOnPush: onOff(),
    /**
     * Whether new commits only remove the approvals of the code owners of changed files. Cannot be `true` together with
     * `resetApprovalsOnPush`. Default: not managed.
     */
    selectiveCodeOwnerRemovals: onOff(),
    /** Whether users cannot change the approvers of a merge request. Default: not managed. */
    disableOverridingApproversPerMergeRequest: onOff(),
    /** Whether the author of a merge request can approve it: `true` means that authors can. Default: not managed. */
    mergeRequestsAuthorApproval: onOff(),
    /** Whether users who added commits to a merge request cannot approve it. Default: not managed. */
    mergeRequestsDisableCommittersApproval: onOff(),
    /** Whether users must authenticate again to approve. Default: not managed. */
    requireReauthenticationToApprove: onOff(),
  },
  output: {
    /** Id of the settings: that of the project. */
    approvalSettingsId: number('id'),
  },
  replaceOn: ['project'],
  check: ({ resetApprovalsOnPush, selectiveCodeOwnerRemovals }) =>
    resetApprovalsOnPush && selectiveCodeOwnerRemovals
      ? [
          {
            property: 'selectiveCodeOwnerRemovals' as const,
            reason: 'selectiveCodeOwnerRemovals must be false if resetApprovalsOnPush is true',
          },
        ]
      : [],
  hints: {
    byArgument: Object.fromEntries(
      [...pair, 'disableOverridingApproversPerMergeRequest', 'mergeRequestsAuthorApproval'].map((name) => [
        name,
        'the group or the instance can lock it, and it can require Premium or Ultimate',
      ]),
    ),
    byStatus: { 403: 'Only Maintainers of the project can read and change its approval settings.' },
    byError: ({ serverMessage }) =>
      serverMessage.includes('selective_code_owner_removals can only be enabled')
        ? 'The project has the other setting enabled: declare resetApprovalsOnPush and selectiveCodeOwnerRemovals.'
        : undefined,
  },
  api: {
    // Only some settings are managed, and responses contain the effective values of all.
    fetchFirst: true,
    list: (api, at) => ({
      all: async () => [ofProject(at.project, await api.projectApprovalSettings.get(at.project))],
    }),
    read: async (api, at) => ofProject(at.project, await api.projectApprovalSettings.get(at.project)),
    sendWith: (_operation, changed) => (pair.some((name) => changed.has(name)) ? pair : []),
    update: async (api, at, body, { live }) => {
      const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
      if (Object.keys(sent).length === 0) return live
      await refuseLocked(api, at.project, sent)
      return ofProject(at.project, await api.projectApprovalSettings.update(at.project, sent))
    },
  },
})

/** Arguments of {@link ApprovalSettings}. */
export type ApprovalSettingsArgs = ArgsOf<typeof approvalSettings.input>

/**
 * How the merge requests of a project are approved. Each project has these settings: the resource adopts them, changes the
 * ones that the program declares, and reports each change. Settings that it does not declare are not managed. Deleting the
 * resource keeps all settings as they are.
 *
 * ```ts
 * new trueup.ApprovalSettings("web", { project: "acme/web", mergeRequestsAuthorApproval: false })
 * ```
 */
export class ApprovalSettings extends resource<ApprovalSettingsArgs>()(approvalSettings) {}
