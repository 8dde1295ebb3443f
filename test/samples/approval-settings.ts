import type { Sample } from './sample'

const project = 'acme/web'

// The settings are a part of their project: they are adopted, and not deleted.
export const approvalSettings: Sample = {
  kind: 'approval-settings',
  collection: 'projects',
  as: 'maintainer',
  args: {
    project,
    resetApprovalsOnPush: false,
    selectiveCodeOwnerRemovals: true,
    disableOverridingApproversPerMergeRequest: true,
    mergeRequestsAuthorApproval: true,
    mergeRequestsDisableCommittersApproval: true,
    requireReauthenticationToApprove: true,
  },
  changes: {
    selectiveCodeOwnerRemovals: false,
    disableOverridingApproversPerMergeRequest: false,
    mergeRequestsAuthorApproval: false,
    mergeRequestsDisableCommittersApproval: false,
    requireReauthenticationToApprove: false,
  },
  replaces: { project: 'acme/api' },
  naturalKey: ['project'],
  object: ['/projects/1/approvals', { merge_requests_author_approval: true }],
  get: { project: 1 },
  others: [],
}
