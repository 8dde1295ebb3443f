import { MergeRequestApprovals, ProtectedBranches } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const ids = (found: unknown) => (found as { id: number }[]).map(({ id }) => id)

describe.each<Flavor>(['spec', 'gitlab'])('approval rules by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const approvals = (as?: string | null) => new MergeRequestApprovals(access(emulator, as))

  it('creates, reads and lists a rule for users and groups', async () => {
    const made = await approvals('owner').createApprovalRule(1, 'Security', 2, { userIds: [3], groupIds: [12] })
    expect(made).toMatchObject({
      id: 1,
      name: 'Security',
      rule_type: 'regular',
      approvals_required: 2,
      users: [{ id: 3, username: 'maintainer' }],
      groups: [{ id: 12, full_path: 'deployers' }],
      contains_hidden_groups: false,
      protected_branches: [],
      applies_to_all_protected_branches: false,
    })
    expect(ids(made.eligible_approvers)).toEqual([2, 3, 4])
    expect(await approvals('owner').showApprovalRule('acme/web', 1)).toEqual(made)
    expect(await approvals('owner').allApprovalRules(1)).toEqual([made])
    expect(await approvals('owner').allApprovalRules(2)).toEqual([])
  })

  it('creates rules for usernames and protected branches', async () => {
    const branch = await new ProtectedBranches(access(emulator)).protect(1, 'main')
    const options = { usernames: ['developer'], protectedBranchIds: [branch.id] }
    expect(await approvals().createApprovalRule(1, 'Main', 1, options)).toMatchObject({
      users: [{ id: 4 }],
      protected_branches: [{ id: branch.id, name: 'main' }],
    })
    const everywhere = { appliesToAllProtectedBranches: true }
    expect(await approvals().createApprovalRule(1, 'Everywhere', 0, { ...everywhere, userIds: [3] })).toMatchObject({
      rule_type: 'regular',
      approvals_required: 0,
      applies_to_all_protected_branches: true,
    })
  })

  it('replaces the users of a rule, and keeps them in updates without users', async () => {
    await approvals().createApprovalRule(1, 'Security', 2, { userIds: [3, 4] })
    const renamed = await approvals().editApprovalRule(1, 1, 'Safety', 1)
    expect(renamed).toMatchObject({ id: 1, name: 'Safety', approvals_required: 1 })
    expect(ids(renamed.users)).toEqual([3, 4])
    const changed = await approvals().editApprovalRule(1, 1, 'Safety', 1, { userIds: [4] })
    expect(ids(changed.users)).toEqual([4])
    expect(await approvals().showApprovalRule(1, 1)).toEqual(changed)
  })

  it('removes a rule once', async () => {
    await approvals().createApprovalRule(1, 'Security', 2)
    expect(await approvals().removeApprovalRule(1, 1)).toBeNull()
    await expect(approvals().removeApprovalRule(1, 1)).rejects.toMatchObject(refused(404, '404 Not found'))
    await expect(approvals().showApprovalRule(1, 1)).rejects.toMatchObject(refused(404, '404 Not found'))
  })

  it('creates one rule without users and groups, which all users can approve', async () => {
    expect(await approvals().createApprovalRule(1, 'Anyone', 1)).toMatchObject({ rule_type: 'any_approver', users: [] })
    await expect(approvals().createApprovalRule(1, 'All', 1)).rejects.toMatchObject(
      refused(400, { rule_type: ['any-approver for the project already exists'] }),
    )
  })

  it('refuses a name twice, and callers who are not maintainers', async () => {
    const security = () => approvals().createApprovalRule(1, 'Security', 1, { userIds: [3] })
    await security()
    await expect(security()).rejects.toMatchObject(refused(400, { name: ['has already been taken'] }))
    await expect(approvals('developer').createApprovalRule(1, 'Mine', 1)).rejects.toMatchObject(
      refused(403, '403 Forbidden'),
    )
    expect(await approvals('developer').allApprovalRules(1)).toMatchObject([{ name: 'Security' }])
  })
})
