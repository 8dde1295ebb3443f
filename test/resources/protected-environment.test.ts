import type { Json } from '../../provider/core/schema/json'
import { UNKNOWN } from '../../provider/core/schema/unknown'
import { protectedEnvironment } from '../../provider/resources/protected-environment'
import type { ProtectedEnvironment as Live } from '../../sdk'
import { conforms } from '../support/conforms'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { warningsOfPreview } from '../support/warnings-of-preview'

conforms(protectedEnvironment, (flavor) => ({
  args: { requiredApprovalCount: flavor === 'spec' ? 1 : 0 },
  changes: flavor === 'spec' ? { requiredApprovalCount: 2 } : {},
  spellings: {
    project: [1, '/acme/web'],
    deployAccessLevels: [
      [{ user: 'maintainer' }, { accessLevel: 'maintainer' }],
      [{ accessLevel: 40, groupInheritanceType: 0 }, { user: 'maintainer' }],
    ],
  },
  refused: [
    ['name', '', /name of an environment/],
    ['name', '..', /name of an environment/],
    ['deployAccessLevels', [], /at least 1 entry/],
    [
      'deployAccessLevels',
      [{}],
      /exactly one of accessLevel, userId, user, groupId and group in each entry .*: see entry 0/,
    ],
    ['deployAccessLevels', [{ accessLevel: 40 }, { userId: 3, groupId: 12 }], /see entry 1/],
    ['deployAccessLevels', [{ accessLevel: 40 }, { accessLevel: 'maintainer' }], /accessLevel 40 is duplicated/],
    ['deployAccessLevels', [{ accessLevel: 50 }], /deployAccessLevels\[0\]\.accessLevel must be one of 20, 30, 40, 60/],
    ['deployAccessLevels', [{ acessLevel: 40 }], /did you mean accessLevel/],
    ['approvalRules', [{ userId: 3, requiredApprovals: 6 }], /an integer from 1 to 5/],
    ['approvalRules', [{ groupId: 12, groupInheritanceType: 2 }], /one of 0, 1/],
  ],
}))

describe.each(['spec', 'gitlab'] as const)('a protected environment on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })
  const args = {
    project: 'acme/web',
    name: 'production',
    deployAccessLevels: [{ accessLevel: 40 }, { userId: 3 }],
    approvalRules: [{ userId: 4, requiredApprovals: 2 }, { groupId: 12 }],
  }
  const path = '/projects/1/protected_environments/production'
  const made = async (values: Json = args) => {
    const stack = new Engine('protected-environment', { url: emulator.url })
    await stack.up(values)
    emulator.clearRequests()
    return stack
  }
  const sent = () => emulator.requests().find(({ method }) => method === 'PUT')?.body
  const live = async () => (await emulator.get(path)).body as Live

  it('sends only the entries that change, so that the others keep their ids', async () => {
    const stack = await made()
    const before = await live()
    const [maintainers, user] = before.deploy_access_levels
    await stack.up({ ...args, deployAccessLevels: [{ groupId: 12 }, { accessLevel: 'maintainer' }] })
    expect(sent()).toEqual({
      deploy_access_levels: [{ group_id: 12 }, { id: user?.id, user_id: 3, _destroy: true }],
    })
    const after = await live()
    expect(after.deploy_access_levels[0]).toEqual(maintainers)
    expect(after.approval_rules).toEqual(before.approval_rules)
    expect(stack.state?.outputs.deployAccessLevelIds).toEqual({
      'accessLevel 40': maintainers?.id,
      'groupId 12': after.deploy_access_levels[1]?.id,
    })
    expect(stack.state?.outputs.approvalRuleIds).toEqual({
      'userId 4': before.approval_rules[0]?.id,
      'groupId 12': before.approval_rules[1]?.id,
    })
  })

  it('changes a rule in place, always with its number of approvals, and keeps the others', async () => {
    const stack = await made()
    const before = await live()
    const approvalRules = [{ groupId: 12, groupInheritanceType: 1, requiredApprovals: 1 }, args.approvalRules[0]]
    await stack.up({ ...args, approvalRules })
    expect(sent()).toEqual({
      approval_rules: [
        { id: before.approval_rules[1]?.id, group_id: 12, group_inheritance_type: 1, required_approvals: 1 },
      ],
    })
    expect((await live()).approval_rules.map(({ id, required_approvals }) => [id, required_approvals])).toEqual([
      [before.approval_rules[0]?.id, 2],
      [before.approval_rules[1]?.id, 1],
    ])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('keeps the entries of users and groups that the program names from now on', async () => {
    const stack = await made()
    const before = await live()
    const declared = {
      ...args,
      deployAccessLevels: [{ accessLevel: 40 }, { user: 'maintainer' }],
      approvalRules: [{ user: 'developer', requiredApprovals: 3 }, { group: 'deployers' }],
    }
    await stack.up(declared)
    expect(sent()).toEqual({
      approval_rules: [
        { id: before.approval_rules[0]?.id, user_id: 4, group_inheritance_type: 0, required_approvals: 3 },
      ],
    })
    expect(stack.state?.outputs).toMatchObject({
      subjectIds: { 'user maintainer': 3, 'user developer': 4, 'group deployers': 12 },
      deployAccessLevelIds: { 'userId 3': before.deploy_access_levels[1]?.id },
    })
    expect(await stack.preview(declared)).toEqual({ step: 'same', changed: [] })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('reports an access level that another user changed at its position', async () => {
    const stack = await made()
    const { deploy_access_levels } = await live()
    const [maintainers, user] = deploy_access_levels
    await emulator.put(path, { deploy_access_levels: [{ id: maintainers?.id, access_level: 30 }] })
    const before = stack.state!.inputs.deployAccessLevels as object[]
    expect(await stack.refresh()).toEqual({ gone: false, drifted: ['deployAccessLevels'] })
    expect(stack.state!.inputs.deployAccessLevels).toEqual([{ ...before[0], accessLevel: 30 }, before[1]])
    expect(stack.state!.outputs.deployAccessLevelIds).toEqual({
      'accessLevel 30': maintainers?.id,
      'userId 3': user?.id,
    })
  })

  it('deletes all rules when the program omits them', async () => {
    const stack = await made()
    const { approvalRules: _, ...rest } = args
    await stack.up(rest)
    expect((await live()).approval_rules).toEqual([])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it.each([
    ['a rule that was added', { approval_rules: [{ access_level: 30, required_approvals: 1 }] }, 'approvalRules'],
    ['a level that was added', { deploy_access_levels: [{ access_level: 30 }] }, 'deployAccessLevels'],
  ])('reports %s by another user as drift, and removes it', async (_, body, property) => {
    const stack = await made()
    const before = await live()
    await emulator.put(path, body)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [property] })
    await stack.up(args)
    expect(await live()).toEqual(before)
  })

  it('ignores the order of entries in the program and in responses', async () => {
    const stack = await made()
    const reversed = {
      ...args,
      deployAccessLevels: [...args.deployAccessLevels].reverse(),
      approvalRules: [...args.approvalRules].reverse(),
    }
    expect(await stack.preview(reversed)).toEqual({ step: 'same', changed: [] })
    await stack.up(reversed)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it.each([
    ['create', undefined],
    ['update', args],
  ])('fails and names the subject if the service drops it on %s', async (_, first) => {
    const stack = first ? await made(first) : new Engine('protected-environment', { url: emulator.url })
    const guest = { ...args, deployAccessLevels: [{ accessLevel: 40 }, { userId: 6 }] }
    await expect(stack.up(guest)).rejects.toThrow(
      /did not apply deployAccessLevels: user 6 is missing \(a user needs at least the Developer role/,
    )
    expect(stack.state?.id).toBe('1/production')
    await stack.up(args)
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('fails if the service accepts none of the deployers', async () => {
    const error: unknown = await made({ ...args, deployAccessLevels: [{ userId: 6 }] }).catch((error: unknown) => error)
    expect(String(error)).toMatch(
      /422 .*ignored every entry of deployAccessLevels: a user needs at least the Developer role/,
    )
    expect(String(error)).not.toMatch(/requiredApprovalCount/)
  })

  it('names requiredApprovalCount in an error only if the service refuses it', async () => {
    const count = made({ ...args, requiredApprovalCount: 2 })
    if (flavor === 'spec') await count
    else await expect(count).rejects.toThrow(/422 .*Newer services do not accept requiredApprovalCount/)
  })

  it('adds no entry twice when the response to an update is lost', async () => {
    const stack = await made()
    emulator.fault({ method: 'PUT', drop: 'after' })
    await stack.up({ ...args, deployAccessLevels: [...args.deployAccessLevels, { groupId: 12 }] })
    expect(emulator.requests().filter(({ method }) => method === 'PUT')).toHaveLength(1)
    expect((await live()).deploy_access_levels).toHaveLength(3)
  })

  it('manages an environment with any valid name', async () => {
    const names = ['review/feature 1', '100%', 'ü ✓', '?x&y#z', '17']
    for (const name of names) {
      const stack = await made({ ...args, name })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      await stack.up({ ...args, name, deployAccessLevels: [{ accessLevel: 40 }] })
      await stack.destroy()
    }
    expect((await emulator.get('/projects/1/protected_environments')).body).toEqual([])
  })

  it('names the required role and tier when a developer is refused', async () => {
    const stack = new Engine('protected-environment', { url: emulator.url, token: 'emulator-developer' })
    await expect(stack.up(args)).rejects.toThrow(/403 .*requires the Maintainer role.*Premium/)
  })

  it('keeps the other entries canonical if one entry is unknown in a preview', async () => {
    const stack = await made({ ...args, deployAccessLevels: [{ accessLevel: 'maintainer' }, { userId: 4 }] })
    const inputs = await stack.checked(stack.state!.inputs, {
      ...args,
      deployAccessLevels: [{ accessLevel: 'maintainer' }, { groupId: UNKNOWN }],
    })
    expect(inputs.deployAccessLevels).toEqual([{ accessLevel: 40, groupInheritanceType: 0 }, { groupId: UNKNOWN }])
  })
})

describe.each(['spec', 'gitlab'] as const)('a duplicate rule on flavor %s', (flavor) => {
  const emulator = useEmulator({ flavor })

  it('reports a duplicate rule, which a late update can leave, as drift and repairs it', async () => {
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

describe('an approval rule of an environment that requires several approvals of one user', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const deployAccessLevels = [{ accessLevel: 'maintainer' }]
  const withRules = (...approvalRules: object[]) => ({
    ...{ project: 'acme/web', name: 'production', deployAccessLevels, approvalRules },
  })
  const warning =
    /^protected environment "production" of acme\/web .*requires 2 approvals of user \w+, who can only approve/

  it.each<[string, object]>([
    ['id', { userId: 3, requiredApprovals: 2 }],
    ['name', { user: 'maintainer', requiredApprovals: 2 }],
  ])('warns in the preview and the update if the program names the user by %s', async (_, rule) => {
    const options = { url: emulator.url }
    const before = withRules({ accessLevel: 'maintainer', requiredApprovals: 2 })
    expect(await warningsOfPreview('protected-environment', options, {}, before)).toEqual([])
    expect(await warningsOfPreview('protected-environment', options, {}, withRules(rule))).toEqual([
      expect.stringMatching(warning),
    ])
    const stack = new Engine('protected-environment', options)
    await stack.up(before)
    expect(stack.warnings).toEqual([])
    await stack.up(withRules(rule))
    expect(stack.warnings).toEqual([expect.stringMatching(warning)])
  })
})
