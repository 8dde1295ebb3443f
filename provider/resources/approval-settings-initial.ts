import type { Project } from '../../sdk'
import { isUnlicensed } from '../core/service/obstacle'
import type { Live } from './approval-settings-responses'

/** The approval settings of a new project. Without a license, the service shows no project that resets approvals. */
export async function initialApprovalSettings(live: Live, readProject: () => Promise<Project>) {
  const resets = live.reset_approvals_on_push === true || !isUnlicensed(await readProject())
  return {
    resetApprovalsOnPush: resets,
    selectiveCodeOwnerRemovals: false,
    disableOverridingApproversPerMergeRequest: false,
    mergeRequestsAuthorApproval: false,
    mergeRequestsDisableCommittersApproval: false,
    requireReauthenticationToApprove: false,
  }
}
