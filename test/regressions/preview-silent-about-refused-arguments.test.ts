import type { Json } from '../../provider/core/schema/json'
import { useEmulator } from '../support/emulator'
import { Engine } from '../support/engine'
import { type NewResource, previewOfProgram } from '../support/program-preview'
import { warningsOfPreview } from '../support/warnings-of-preview'

const project = 'acme/web'

describe.each(['dynamic', 'native'] as const)('a preview of arguments that the service refuses, %s', (front) => {
  const emulator = useEmulator({ flavor: 'gitlab' })
  const options = (token = 'emulator-owner') => ({ url: emulator.url, token, front })
  const preview = async (resources: readonly NewResource[], token?: string) =>
    (await previewOfProgram(resources, options(token))).warnings

  beforeEach(() => emulator.post('/projects/1/protected_branches', { name: 'main' }))
  const approvers = { project, name: 'security', approvalsRequired: 1 }
  const push = { project, name: 'release/*' }
  const refused: readonly [string, string, Json, RegExp, RegExp][] = [
    [
      'a role below an inherited one',
      'project-member',
      { project, user: 'maintainer', accessLevel: 'guest' },
      /member "maintainer".*: accessLevel must be at least "maintainer", which the user has in group acme\.$/,
      /should be greater than or equal to Maintainer inherited membership/,
    ],
    [
      'a role in a subgroup below the one in the group above',
      'group-member',
      { group: 'acme/platform', user: 'developer', accessLevel: 'reporter' },
      /member "developer".*: accessLevel must be at least "developer", which the user has in group acme\.$/,
      /should be greater than or equal to Developer inherited membership/,
    ],
    [
      'an approver who is not a member',
      'approval-rule',
      { ...approvers, approvers: [{ user: 'outsider' }, { user: 'developer' }] },
      /approval rule "security".*: approvers contains user outsider, who is not a member of the project\.$/,
      /did not apply approvers/,
    ],
    [
      'an approver with the id of a user who is not a member',
      'approval-rule',
      { ...approvers, approvers: [{ userId: 7 }] },
      /: approvers contains userId 7, who is not a member of the project\.$/,
      /approvers/,
    ],
    [
      'a rule for a branch that is not protected',
      'approval-rule',
      { ...approvers, approvers: [{ user: 'developer' }], protectedBranches: ['main', 'relaese/*'] },
      /: protectedBranches contains "relaese\/\*", but the project does not protect a branch of this name\.$/,
      /the project does not protect a branch of this name/,
    ],
    [
      'a user who is not a member, in a protected branch',
      'protected-branch',
      { ...push, allowedToPush: [{ user: 'outsider' }] },
      /protected branch "release\/\*".*: allowedToPush: user outsider \(userId 7\) is not a member of the project: add the user, or remove the entry\.$/,
      /422/,
    ],
    [
      'a group that is not invited, in a protected branch',
      'protected-branch',
      { ...push, allowedToMerge: [{ accessLevel: 'maintainer' }, { group: 'acme/platform' }] },
      /: allowedToMerge: group acme\/platform \(groupId 11\) is not invited to the project itself with at least the Developer role: invite it, or remove the entry\.$/,
      /422/,
    ],
    [
      'a user who is not a member, in a protected tag',
      'protected-tag',
      { project, name: 'v*', allowedToCreate: [{ userId: 7 }] },
      /protected tag "v\*".*: allowedToCreate: userId 7 is not a member of the project: add the user, or remove the entry\.$/,
      /422/,
    ],
    [
      'a user without the role, in a protected environment',
      'protected-environment',
      { project, name: 'production', deployAccessLevels: [{ user: 'reporter' }] },
      /protected environment "production".*: deployAccessLevels: user reporter \(userId 5\) is not a member of the project with at least the Developer role: add the user, or remove the entry\.$/,
      /./,
    ],
    [
      'an approval rule of an environment for a group that is not invited',
      'protected-environment',
      {
        project,
        name: 'production',
        deployAccessLevels: [{ accessLevel: 'maintainer' }],
        approvalRules: [{ group: 'acme/platform', requiredApprovals: 1 }],
      },
      /: approvalRules: group acme\/platform \(groupId 11\) is not invited to the project itself/,
      /./,
    ],
  ]

  it.each(refused)('warns of %s', async (_, kind, args, warning, error) => {
    const warnings = await preview([[kind, args]])
    expect(warnings).toEqual([expect.stringMatching(warning)])
    expect(warnings[0]).toMatch(/^The update would fail, unless another resource changes this before: /)
    await expect(new Engine(kind, options()).up(args)).rejects.toThrow(error)
  })

  it.each(refused)('warns of %s as an item of a set', async (_, kind, args, warning) => {
    const { project: inProject, group, user, name, ...item } = args
    const parent = group === undefined ? { project: inProject } : { group }
    const items = { [String(user ?? name)]: item }
    expect(await preview([[`${kind}-set`, { ...parent, items }]])).toEqual([expect.stringMatching(warning)])
  })

  it.each([
    ['project-member', { project, user: 'developer', accessLevel: 'maintainer' }],
    ['project-member', { project, user: 'outsider', accessLevel: 'guest' }],
    ['group-member', { group: 'acme', user: 'outsider', accessLevel: 'guest' }],
    ['approval-rule', { ...approvers, approvers: [{ user: 'developer' }], protectedBranches: ['main'] }],
    ['protected-branch', { ...push, allowedToPush: [{ user: 'developer' }, { group: 'deployers' }] }],
    ['protected-environment', { project, name: 'x', deployAccessLevels: [{ user: 'developer' }] }],
    ['project-hook', { project, url: 'https://example.com/hook' }],
  ])('does not warn of arguments that the service accepts, %s', async (kind, args) => {
    expect(await preview([[kind, args]])).toEqual([])
    expect(await new Engine(kind, options()).up(args)).toMatchObject({ step: 'create' })
  })

  it('does not warn of members and branches that the same program declares', async () => {
    const rule = { ...approvers, approvers: [{ user: 'outsider' }], protectedBranches: ['release/*'] }
    expect(
      await preview([
        ['project-member', { project, user: 'outsider', accessLevel: 'developer' }],
        ['protected-branch', push],
        ['approval-rule', rule],
        ['protected-environment', { project, name: 'production', deployAccessLevels: [{ user: 'outsider' }] }],
      ]),
    ).toEqual([])
  })

  it('reads the members of a group above once for many projects', async () => {
    emulator.clearRequests()
    const guests = ['acme/web', 'acme/api', 'acme/platform/infra'].map((one): NewResource => [
      'project-member',
      { project: one, user: 'maintainer', accessLevel: 'guest' },
    ])
    expect(await preview(guests)).toHaveLength(3)
    const lists = emulator.requests().filter(({ path }) => /^\/api\/v4\/groups\/.*\/members/.test(path))
    expect(lists.map(({ path }) => path.replace(/\?.*/, '')).sort()).toEqual([
      '/api/v4/groups/acme%2Fplatform/members',
      '/api/v4/groups/acme/members',
    ])
  })

  it.each([
    ['project-member', 'maintainer', 'developer'],
    ['project-member-set', 'maintainer', 'developer'],
  ])('warns of a lower role of the own user, %s', async (kind, before, after) => {
    await emulator.post('/projects/1/members', { user_id: 7, access_level: 40 }, { as: 'owner' })
    const argsOf = (accessLevel: string) =>
      kind === 'project-member'
        ? { project, user: 'outsider', accessLevel, onConflict: 'adopt' }
        : { project, items: { outsider: { accessLevel } }, onConflict: 'adopt' }
    const own = options('emulator-outsider')
    const warning =
      /^The update would fail: project member "outsider".*: accessLevel would be lower than the present one of the user who owns the access token: use the token of another user\.$/
    expect(await warningsOfPreview(kind, own, argsOf(before), argsOf(after))).toEqual([expect.stringMatching(warning)])
    const adopted = await preview([[kind, argsOf(after)]], own.token)
    expect(adopted).toEqual([expect.stringMatching(warning)])
    await expect(new Engine(kind, own).up(argsOf(after))).rejects.toThrow(/would get a lower role/)
  })

  it('warns of a changed list of approvers, whose others are members', async () => {
    const args = { ...approvers, approvers: [{ user: 'developer' }] }
    const changed = { ...approvers, approvers: [{ user: 'developer' }, { user: 'outsider' }] }
    expect(await warningsOfPreview('approval-rule', options(), args, { ...args, approvalsRequired: 2 })).toEqual([])
    expect(await warningsOfPreview('approval-rule', options(), args, changed)).toEqual([
      expect.stringMatching(/approvers contains user outsider, who is not a member/),
    ])
  })

  it.each([
    ['project', { project }, { mergeTrainsEnabled: true }],
    ['group', { group: 'acme/platform' }, { parent: 'misspelled' }],
  ])('checks changed settings of an existing %s', async (kind, args, refusedSettings) => {
    expect(await warningsOfPreview(kind, options(), args, { ...args, description: 'changed' })).toEqual([])
    expect(await warningsOfPreview(kind, options(), args, { ...args, ...refusedSettings })).toEqual([
      expect.stringMatching(/^The update would fail/),
    ])
  })

  it('warns of a default branch of a new project without a README', async () => {
    const args = { project: 'acme/bare', create: true, defaultBranch: 'trunk' }
    expect(await preview([['project', args]])).toEqual([
      expect.stringMatching(
        /^The update would fail: .*acme\/bare.*: defaultBranch "trunk" does not exist in a new project, unless the service gives first branches this name: set initializeWithReadme: true, or declare defaultBranch after the first push\.$/,
      ),
    ])
    expect(await preview([['project', { ...args, initializeWithReadme: true }]])).toEqual([])
    expect(await preview([['project', { ...args, defaultBranch: 'main' }]])).toEqual([])
    await expect(new Engine('project', options()).up(args)).rejects.toThrow(
      /created, but its settings were not.*defaultBranch "trunk" does not exist, because the repository is empty/,
    )
  })

  it('warns of a default branch of an empty repository', async () => {
    await emulator.post('/projects', { path: 'bare', namespace_id: 10 }, { as: 'owner' })
    const args = { project: 'acme/bare', defaultBranch: 'trunk' }
    expect(await preview([['project', args]])).toEqual([
      expect.stringMatching(
        /^The update would fail: .*: defaultBranch "trunk" does not exist, because the repository is empty: push it first\.$/,
      ),
    ])
    await expect(new Engine('project', options()).up(args)).rejects.toThrow(
      /because the repository is empty: push it first\. Nothing was sent/,
    )
  })

  it.each([
    ['protected-branch', '/release.*/', 'branch'],
    ['protected-branch', '^main$', 'branch'],
    ['protected-tag', 'v[0-9]*', 'tag'],
  ])('warns of a regular expression as a name, %s %s', async (kind, name, noun) => {
    expect(await preview([[kind, { project, name }]])).toEqual([
      expect.stringMatching(
        new RegExp(`protects no ${noun}, because Git does not allow this name\\. A wildcard is written with \\*`),
      ),
    ])
    expect(await new Engine(kind, options()).up({ project, name })).toMatchObject({ step: 'create' })
  })

  it.each(['project-hook', 'project-hook-set'])('warns of a hook without an event, %s', async (kind) => {
    const url = 'https://example.com/hook'
    const hook = (more: Json) =>
      kind === 'project-hook' ? { project, url, ...more } : { project, items: { ci: { url, ...more } } }
    const warning = expect.stringMatching(
      /^project hook of acme\/web is never called, because no event is enabled\.$/,
    ) as string
    expect(await preview([[kind, hook({ pushEvents: false })]])).toEqual([warning])
    expect(await preview([[kind, hook({ pushEvents: false, tagPushEvents: true })]])).toEqual([])
    expect(await warningsOfPreview(kind, options(), hook({}), hook({ pushEvents: false }))).toEqual([warning])
  })
})
