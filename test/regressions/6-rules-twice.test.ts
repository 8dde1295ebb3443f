import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

describe.each(['spec', 'gitlab'] as const)('a rule that is there twice, on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })

  it('as a late update may leave it, is drift that the next update repairs', async () => {
    const stack = new Engine('protected-environment', { url: emulator.url })
    const args = {
      project: 1,
      name: 'production',
      deployAccessLevels: [{ accessLevel: 40 }, { userId: 3 }],
      approvalRules: [{ groupId: 12, requiredApprovals: 2 }],
    }
    await stack.up(args)
    const path = '/projects/1/protected_environments/production'
    await emulator.put(path, {
      deploy_access_levels: [{ access_level: 40 }],
      approval_rules: [{ group_id: 12, required_approvals: 1 }],
    })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['approvalRules', 'deployAccessLevels'] })
    await stack.up(args)
    expect((await emulator.get(path)).body).toMatchObject({
      deploy_access_levels: [{ user_id: 3 }, { access_level: 40 }],
      approval_rules: [{ group_id: 12, required_approvals: 2 }],
    })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })
})
