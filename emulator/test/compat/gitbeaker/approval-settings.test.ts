import { MergeRequestApprovals } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

describe.each<Flavor>(['spec', 'gitlab'])('approval settings by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const approvals = (as?: string | null) => new MergeRequestApprovals(access(emulator, as))

  it('reads the settings of a project', async () => {
    expect(await approvals().showConfiguration('acme/web')).toEqual({
      approvers: [],
      approver_groups: [],
      approvals_before_merge: 0,
      reset_approvals_on_push: true,
      selective_code_owner_removals: false,
      disable_overriding_approvers_per_merge_request: false,
      merge_requests_author_approval: false,
      merge_requests_disable_committers_approval: false,
      require_password_to_approve: false,
      require_reauthentication_to_approve: false,
    })
  })

  it('updates all settings of gitbeaker, and keeps the others', async () => {
    const old = await approvals().showConfiguration(1)
    const changed = await approvals().editConfiguration(1, {
      mergeRequestsAuthorApproval: true,
      mergeRequestsDisableCommittersApproval: true,
      disableOverridingApproversPerMergeRequest: true,
      requirePasswordToApprove: true,
      resetApprovalsOnPush: false,
      selectiveCodeOwnerRemovals: true,
    })
    expect(changed).toEqual({
      ...old,
      merge_requests_author_approval: true,
      merge_requests_disable_committers_approval: true,
      disable_overriding_approvers_per_merge_request: true,
      require_password_to_approve: true,
      require_reauthentication_to_approve: true,
      reset_approvals_on_push: false,
      selective_code_owner_removals: true,
    })
    expect(await approvals().editConfiguration(1, { mergeRequestsAuthorApproval: false })).toEqual({
      ...changed,
      merge_requests_author_approval: false,
    })
    expect(await approvals().showConfiguration(2)).toEqual(old)
  })

  it('refuses updates without a setting, and callers who are not maintainers', async () => {
    await expect(approvals().editConfiguration(1, {})).rejects.toThrow('at least one parameter must be provided')
    await expect(approvals('developer').showConfiguration(1)).rejects.toMatchObject(refused(403, '403 Forbidden'))
  })
})
