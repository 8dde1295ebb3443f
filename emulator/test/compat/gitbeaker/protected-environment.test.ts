import { AccessLevel, ProjectProtectedEnvironments } from '@gitbeaker/rest'
import type { Flavor } from '../../..'
import { useEmulator } from '../../support/emulator'
import { access, refused } from './support/gitbeaker'

const maintainers = { accessLevel: AccessLevel.MAINTAINER } as const
const entry = { user_id: null, group_id: null, access_level: null, group_inheritance_type: 0 }
const maintainerEntry = { ...entry, access_level: 40, access_level_description: 'Maintainers' }

describe.each<Flavor>(['spec', 'gitlab'])('protected environments by gitbeaker, flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const spec = flavor === 'spec'
  const environments = (as?: string | null) => new ProjectProtectedEnvironments(access(emulator, as))

  it('creates, reads and lists protected environments', async () => {
    const made = await environments().create(1, 'production', [maintainers, { userId: 4 }, { groupId: 12 }], {
      approvalRules: [maintainers, { userId: 4 }],
    })
    expect(made).toEqual({
      name: 'production',
      deploy_access_levels: [
        { ...maintainerEntry, id: 1 },
        { ...entry, id: 2, user_id: 4, access_level_description: 'Developer' },
        { ...entry, id: 3, group_id: 12, access_level_description: 'Deployers' },
      ],
      required_approval_count: 0,
      approval_rules: [
        { ...maintainerEntry, id: 1, required_approvals: 1 },
        { ...entry, id: 2, user_id: 4, access_level_description: 'Developer', required_approvals: 1 },
      ],
    })
    expect(await environments().show(1, 'production')).toEqual(made)
    expect(await environments().all(1)).toEqual([made])
  })

  it(`updates single entries, and returns ${spec ? 'the sent fields' : 'all fields'}`, async () => {
    await environments().create(1, 'production', [maintainers, { userId: 4 }], { approvalRules: [maintainers] })
    // Other than gitbeaker's types, it takes and sends what else an entry holds.
    const removed = { userId: 4, id: 2, _destroy: true }
    const changed = await environments().edit(1, 'production', { deployAccessLevels: [{ userId: 3 }, removed] })
    const levels = [
      { ...maintainerEntry, id: 1 },
      { ...entry, id: 3, user_id: 3, access_level_description: 'Maintainer' },
    ]
    const rest = {
      required_approval_count: 0,
      approval_rules: [{ ...maintainerEntry, id: 1, required_approvals: 1 }],
    }
    expect(changed).toEqual({ name: 'production', deploy_access_levels: levels, ...(!spec && rest) })
    expect(await environments().show(1, 'production')).toEqual({
      name: 'production',
      deploy_access_levels: levels,
      ...rest,
    })
  })

  it('keeps rules whose number of approvals is sent, and deletes rules on request', async () => {
    const rule = { ...maintainers, requiredApprovals: 2 }
    await environments().create(1, 'production', [maintainers], { approvalRules: [rule] })
    const shown = { approval_rules: [{ id: 1, required_approvals: 2 }] }
    expect(await environments().show(1, 'production')).toMatchObject(shown)
    const changed = { ...maintainers, id: 1, requiredApprovals: 3 }
    expect(await environments().edit(1, 'production', { approvalRules: [changed] })).toMatchObject({
      approval_rules: [{ id: 1, required_approvals: 3 }],
    })
    const removed = { ...maintainers, id: 1, _destroy: true }
    expect(await environments().edit(1, 'production', { approvalRules: [removed] })).toMatchObject({
      approval_rules: [],
    })
  })

  it('deletes a protected environment once', async () => {
    await environments().create(1, 'production', [maintainers])
    expect(await environments().remove(1, 'production')).toBeNull()
    const gone = refused(404, '404 Not found')
    await expect(environments().remove(1, 'production')).rejects.toMatchObject(gone)
    await expect(environments().show(1, 'production')).rejects.toMatchObject(gone)
  })

  it('finds names and projects with a slash only if the caller encodes it, because gitbeaker does not', async () => {
    const made = await environments().create(1, 'review/one', [maintainers])
    const noRoute = refused(404, '404 Not Found')
    await expect(environments().show(1, 'review/one')).rejects.toMatchObject(noRoute)
    await expect(environments().all('acme/web')).rejects.toMatchObject(noRoute)
    expect(await environments().show('acme%2Fweb', 'review%2Fone')).toEqual(made)
  })
})
