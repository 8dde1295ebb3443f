import type { Json } from '../../provider/core/schema/json'
import type { ObjectParams } from '../../provider/core/schema/params'
import { approvalRule } from '../../provider/resources/approval-rule'
import { Client, type ProjectApprovalRuleUpdate } from '../../sdk'
import { conforms } from '../support/conforms'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'

const drift = (change: ProjectApprovalRuleUpdate) => (api: Client, at: ObjectParams) =>
  api.approvalRules.update(Number(at.project), Number(at.approvalRuleId), change)

conforms(approvalRule, {
  spellings: {
    project: [1, '/acme/web'],
    name: [],
    approvalsRequired: [],
    approvers: [[{ group: '/deployers' }, { user: 'maintainer' }, { userId: 4 }]],
    appliesToAllProtectedBranches: [],
  },
  sends: {
    name: ['name', 'user_ids', 'group_ids', 'protected_branch_ids'],
    approvalsRequired: ['approvals_required', 'user_ids', 'group_ids', 'protected_branch_ids'],
    approvers: ['user_ids', 'group_ids', 'protected_branch_ids'],
    appliesToAllProtectedBranches: [
      'applies_to_all_protected_branches',
      'user_ids',
      'group_ids',
      'protected_branch_ids',
    ],
  },
  drift: {
    name: drift({ name: 'compliance' }),
    approvalsRequired: drift({ approvals_required: 0 }),
    approvers: drift({ user_ids: [3], group_ids: [10] }),
    appliesToAllProtectedBranches: drift({ applies_to_all_protected_branches: false }),
  },
  refused: [
    ['project', 'web', /the group is missing/],
    ['name', ' ', /must not be empty/],
    ['name', 'All Members', /must not be "All Members"/],
    ['approvalsRequired', 101, /an integer from 0 to 100/],
    ['approvers', [], /must have at least 1 entry.*ruleType: "anyApprover"/],
    ['approvers', [{ userId: 4, groupId: 12 }], /exactly one of userId, user, groupId and group in each entry/],
    ['approvers', [{ groupId: 12 }, { groupId: 12 }], /groupId 12 is duplicated/],
    ['protectedBranches', ['main'], /must be empty if appliesToAllProtectedBranches is true/],
    ['ruleType', 'report_approver', /one of "regular", "anyApprover", "report"/],
    ['ruleType', 'anyApprover', /name must be "All Members"/],
    ['ruleType', 'report', /reportType is required for ruleType "report"\nname must be "Coverage-Check"/],
    ['reportType', 'codeCoverage', /reportType requires ruleType "report"/],
    ['coverageMinimumThreshold', 80, /coverageMinimumThreshold requires ruleType "report"/],
    ['coverageMinimumThreshold', 100.5, /a number from 0 to 100/],
  ],
  skipped: {
    protectedBranches: 'below, because no branch of the seed world is protected',
    reportType: 'below, because only rules of reports have it',
    coverageMinimumThreshold: 'below, because only rules of reports have it',
  },
})

const collection = '/projects/1/approval_rules'
const args = { project: 'acme/web', name: 'security', approvalsRequired: 1, approvers: [{ user: 'developer' }] }
const coverage = { name: 'Coverage-Check', rule_type: 'report_approver', report_type: 'code_coverage' }
const any = { project: 'acme/web', ruleType: 'anyApprover', approvalsRequired: 2 }

describe('an approval rule', () => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const engine = (kind = 'approval-rule') => new Engine(kind, { url: emulator.url })
  const api = () => new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
  const rules = async (as = 'root') => (await emulator.get(collection, { as })).body as Json[]
  const create = (more: Json, as = 'maintainer') =>
    emulator.post(collection, { name: 'other', approvals_required: 1, ...more }, { as })
  const writes = () => emulator.requests().flatMap(({ method, body }) => (method === 'GET' ? [] : [{ method, body }]))
  const protect = (name: string) => emulator.post('/projects/1/protected_branches', { name }, { as: 'maintainer' })

  it('always sends its type and all lists', async () => {
    const stack = engine()
    await stack.up(args)
    const lists = { user_ids: [4], group_ids: [], protected_branch_ids: [] }
    const body = { name: 'security', approvals_required: 1, rule_type: 'regular', ...lists }
    expect(writes()).toEqual([{ method: 'POST', body }])
    emulator.clearRequests()
    await stack.up({ ...args, approvalsRequired: 2 })
    expect(writes()).toEqual([{ method: 'PUT', body: { approvals_required: 2, ...lists } }])
  })

  it('names approvers that the service drops, and the next run repairs the rule', async () => {
    const stack = engine()
    const declared = { ...args, approvers: [{ user: 'developer' }, { user: 'outsider' }, { groupId: 99 }] }
    await expect(stack.up(declared)).rejects.toThrow(
      /"security" of acme\/web exists \(id 1\/1\), but .* approvers: user outsider, group 99 is missing \(the service silently/,
    )
    expect(stack.state?.outputs).toMatchObject({ approvers: [{ user: 'developer' }] })
    await emulator.post('/projects/1/members', { user_id: 7, access_level: 30 }, { as: 'owner' })
    const corrected = { ...args, approvers: [{ user: 'developer' }, { user: 'outsider' }] }
    expect(await stack.up(corrected)).toEqual({ step: 'update', changed: ['approvers'] })
    expect(await rules()).toMatchObject([{ users: [{ id: 4 }, { id: 7 }] }])
  })

  it('names approvers that the service drops in an update of another argument', async () => {
    await emulator.post('/projects/1/members', { user_id: 7, access_level: 30 }, { as: 'owner' })
    const stack = engine()
    const declared = { ...args, approvers: [{ user: 'developer' }, { user: 'outsider' }] }
    await stack.up(declared)
    await emulator.delete('/projects/1/members/7', { as: 'owner' })
    await expect(stack.up({ ...declared, approvalsRequired: 2 })).rejects.toThrow(/user outsider is missing/)
  })

  it('adopts the rule for any approver, whatever its name is, and says what it changes', async () => {
    await create({ name: 'Any name', approvals_required: 0 })
    const stack = engine()
    emulator.clearRequests()
    await stack.up(any)
    expect(writes().map(({ method }) => method)).toEqual(['POST', 'PUT'])
    expect(stack.warnings.join()).toMatch(/"All Members" of acme\/web .* was adopted: approvalsRequired 0 → 2\.$/)
    expect(await rules()).toMatchObject([{ name: 'Any name', approvals_required: 2 }])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview(any)).toEqual({ step: 'same', changed: [] })
  })

  it('does not adopt the rule for any approver if the program forbids it', async () => {
    await create({ approvals_required: 0 })
    await expect(engine().up({ ...any, onConflict: 'fail' })).rejects.toThrow(/already exists.*onConflict: "adopt"/)
  })

  it('adopts a regular rule only with onConflict', async () => {
    await create({ name: 'security', user_ids: [3] })
    await expect(engine().up(args)).rejects.toThrow(/already exists.*approvers user 3 → user developer/)
  })

  it('applies to protected branches by name', async () => {
    await Promise.all([protect('main'), protect('release/*')])
    const stack = engine()
    const declared = { ...args, protectedBranches: ['release/*', 'main'] }
    await stack.up(declared)
    expect(await rules()).toMatchObject([{ protected_branches: [{ name: 'main' }, { name: 'release/*' }] }])
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await stack.preview({ ...args, protectedBranches: ['main', 'release/*'] })).toMatchObject({ step: 'same' })
    await stack.up({ ...args, protectedBranches: ['main'] })
    expect(await rules()).toMatchObject([{ protected_branches: [{ name: 'main' }] }])
    await stack.up(args)
    expect(await rules()).toMatchObject([{ protected_branches: [] }])
  })

  it('names branches that are not protected, before it sends anything', async () => {
    await protect('main')
    const stack = engine()
    emulator.clearRequests()
    const declared = { ...args, protectedBranches: ['main', 'mian'] }
    await expect(stack.up(declared)).rejects.toThrow(
      /"security" of acme\/web was not created\. protectedBranches contains "mian", but .*nothing was sent/,
    )
    expect(writes()).toEqual([])
  })

  it('shows no branches of a rule that applies to all protected branches', async () => {
    await protect('main')
    const stack = engine()
    await stack.up({ ...args, appliesToAllProtectedBranches: true })
    await protect('stable')
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
  })

  it('keeps hidden groups, and warns of them without a diff', async () => {
    const stack = engine()
    await stack.up(args)
    const { body } = await emulator.post(
      '/groups',
      { name: 'H', path: 'hidden', visibility: 'private' },
      { as: 'root' },
    )
    const { id } = body as { id: number }
    await emulator.put(`${collection}/1`, { group_ids: [id] }, { as: 'root' })
    expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    expect(stack.warnings.join()).toMatch(
      /"security" of acme\/web \(id 1\/1\) also has groups that the user .* cannot see/,
    )
    await stack.up({ ...args, approvers: [{ group: 'deployers' }] })
    expect(await rules()).toMatchObject([{ groups: [{ id }, { id: 12 }] }])
  })

  it('warns of a rule that no one, or not enough users, can satisfy', async () => {
    const stack = engine()
    await stack.up({ ...args, approvers: [{ group: 'acme/platform' }] })
    expect(stack.warnings.join()).toMatch(/requires 1 approval, but no one can approve/)
    await stack.up({ ...args, approvalsRequired: 3, approvers: [{ group: 'deployers' }] })
    expect(stack.warnings.join()).toMatch(/requires 3 approvals, but only 2 users can approve/)
  })

  it('leaves alone the rules of other reports and code owners', async () => {
    const { id } = (await create({ name: 'CODEOWNERS', rule_type: 'code_owner', user_ids: [3] })).body as { id: number }
    const set = engine('approval-rule-set')
    await set.up({ project: args.project, exclusive: true, items: {} })
    await set.refresh()
    expect(set.state?.outputs.items).toEqual({})
    await expect(engine().process().read?.(`1/${id}`, {})).rejects.toThrow(/is a rule of the service itself/)
  })

  it('keeps a rule of the coverage that an exclusive set does not declare, beside a regular rule of its name', async () => {
    await create(coverage)
    const set = engine('approval-rule-set')
    const { project, name: _, ...rule } = args
    await set.up({ project, exclusive: true, items: { 'Coverage-Check': rule } })
    expect(await set.refresh()).toEqual({ gone: false, drifted: [] })
    expect(await rules()).toMatchObject([{ rule_type: 'regular' }, { rule_type: 'report_approver' }])
    await set.up({ project, exclusive: true, items: {} })
    expect(await rules()).toMatchObject([{ rule_type: 'report_approver' }])
  })

  it('names the items of a set by their keys, and the rule for any approver by its name', async () => {
    const set = engine('approval-rule-set')
    const { project, name: _, ...rule } = args
    const items = { security: rule, 'All Members': { ruleType: 'anyApprover', approvalsRequired: 1 } }
    await set.up({ project, items })
    expect(await rules()).toMatchObject([{ rule_type: 'any_approver' }, { name: 'security' }])
    expect(await set.refresh()).toEqual({ gone: false, drifted: [] })
    const renamed = { compliance: { ...rule, name: 'compliance' }, ...items }
    await expect(
      set.up({ project, items: { ...renamed, everyone: { ruleType: 'anyApprover', approvalsRequired: 1 } } }),
    ).rejects.toThrow('items All Members and everyone declare the same approval rule: keep one of them')
  })

  it('finds the rule again if the response to its creation was lost', async () => {
    emulator.fault({ method: 'POST', path: /approval_rules$/, drop: 'after' })
    const stack = engine()
    await stack.up(args)
    expect(await api().approvalRules.list(1).all()).toHaveLength(1)
  })
})

describe('an approval rule of the coverage', () => {
  const report = { ...args, name: 'Coverage-Check', ruleType: 'report', reportType: 'codeCoverage' }

  describe.each(['18.9', '19.3'] as const)('on GitLab %s', (release) => {
    const emulator = useEmulator({ flavor: 'gitlab', release })
    const engine = () => new Engine('approval-rule', { url: emulator.url })
    const live = async () => ((await emulator.get(collection, { as: 'root' })).body as Json[])[0]

    it('creates, changes and reads it without a difference', async () => {
      const stack = engine()
      await stack.up(report)
      expect(emulator.requests().flatMap(({ method, body }) => (method === 'POST' ? [body] : []))).toEqual([
        {
          ...coverage,
          approvals_required: 1,
          user_ids: [4],
          group_ids: [],
          protected_branch_ids: [],
        },
      ])
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
      await stack.up({ ...report, approvalsRequired: 2 })
      expect(await live()).toMatchObject({ ...coverage, approvals_required: 2 })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    })
  })

  describe('with a minimum', () => {
    const emulator = useEmulator({ flavor: 'gitlab' })

    it('sets, changes and removes the minimum, and notices its drift', async () => {
      const stack = new Engine('approval-rule', { url: emulator.url })
      const minimum = async () =>
        ((await emulator.get(collection, { as: 'root' })).body as Json[])[0]!.coverage_minimum_threshold
      await stack.up({ ...report, coverageMinimumThreshold: 82.5 })
      expect(await minimum()).toBe(82.5)
      await stack.up({ ...report, coverageMinimumThreshold: 90 })
      expect(await minimum()).toBe(90)
      const [{ id }] = (await emulator.get(collection, { as: 'root' })).body as [{ id: number }]
      await emulator.put(`${collection}/${id}`, { coverage_minimum_threshold: 10 }, { as: 'maintainer' })
      expect(await stack.refresh()).toEqual({ gone: false, drifted: ['coverageMinimumThreshold'] })
      await stack.up(report)
      expect(await minimum()).toBeNull()
    })
  })

  describe('with a minimum on an older service', () => {
    const older = useEmulator({ flavor: 'gitlab', release: '18.9' })

    it('names the release that has a minimum, if the service ignores it', async () => {
      const stack = new Engine('approval-rule', { url: older.url })
      await expect(stack.up({ ...report, coverageMinimumThreshold: 80 })).rejects.toThrow(
        'coverageMinimumThreshold: requested 80, got null (not known to this service; GitLab 19.3 has it)',
      )
      await stack.up(report)
      expect(await stack.refresh()).toEqual({ gone: false, drifted: [] })
    })
  })
})

describe.each([
  ['free', /need Premium or Ultimate/],
  ['ce', /GitLab Community Edition, which has no approval rules/],
] as const)('an approval rule on a service of the tier %s', (tier, message) => {
  const emulator = useEmulator({ flavor: 'gitlab', tier })

  it('fails with an error that names the tier', async () => {
    await expect(new Engine('approval-rule', { url: emulator.url }).up(args)).rejects.toThrow(message)
  })
})
