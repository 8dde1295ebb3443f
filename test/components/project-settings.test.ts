import { output, secret } from '@pulumi/pulumi/output'
import { ProjectSettings, type ProjectSettingsArgs, Provider } from '../../provider'
import { isSecret, valueOf } from '../support/output'
import { Program } from './support/program'

const program = new Program()
beforeEach(() => program.start())
afterAll(() => program.end())

const all: ProjectSettingsArgs = {
  project: 'acme/web',
  labels: { bug: { color: 'crimson' } },
  freezePeriods: { weekend: { freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon' } },
  protectedEnvironments: { production: { deployAccessLevels: [{ accessLevel: 'maintainer' }] } },
  triggerTokens: { nightly: { description: 'nightly build' } },
  remoteMirrors: { backup: { url: 'https://example.com/web.git', username: 'u', password: 'pässword-of-u' } },
}

const urnsOf = async ({
  labels,
  freezePeriods,
  protectedEnvironments,
  triggerTokens,
  remoteMirrors,
}: ProjectSettings) =>
  Promise.all(
    [labels, freezePeriods, protectedEnvironments, triggerTokens, remoteMirrors].map(
      async (set) => set && valueOf(set.urn),
    ),
  )

it('creates a component with a set for each key', async () => {
  const settings = new ProjectSettings('acme/web', all)
  const urn = await valueOf(settings.urn)
  expect(urn).toBe('urn:pulumi:stack::project::pulumi:pulumi:Stack$trueup:index:ProjectSettings::acme/web')
  const below = (type: string, name: string) =>
    `urn:pulumi:stack::project::trueup:index:ProjectSettings$pulumi-nodejs:dynamic/trueup:${type}::acme/web-${name}`
  expect(await urnsOf(settings)).toEqual([
    below('LabelSet', 'labels'),
    below('FreezePeriodSet', 'freeze-periods'),
    below('ProtectedEnvironmentSet', 'protected-environments'),
    below('TriggerTokenSet', 'trigger-tokens'),
    below('RemoteMirrorSet', 'remote-mirrors'),
  ])
  expect(await valueOf(settings.project)).toBe('acme/web')
})

it('creates no set for an omitted key, and an empty set for an empty object', async () => {
  const nothing = null as unknown as undefined
  const settings = new ProjectSettings('web', {
    project: 1,
    labels: {},
    freezePeriods: undefined,
    triggerTokens: nothing,
  })
  expect(await valueOf(settings.labels!.items)).toEqual({})
  expect(await urnsOf(settings)).toEqual([expect.any(String), undefined, undefined, undefined, undefined])
  expect(await valueOf(settings.tokens)).toEqual({})
  expect(program.registered.map(({ name }) => name).sort()).toEqual(['web', 'web-labels'])
})

it('returns the trigger tokens as a secret', async () => {
  const { tokens } = new ProjectSettings('acme/web', all)
  expect(await valueOf(tokens)).toEqual({ nightly: 'a-token-of-the-service' })
  expect(await isSecret(tokens)).toBe(true)
})

it('keeps the credentials of mirrors secret, and does not register them with the component', async () => {
  await urnsOf(new ProjectSettings('acme/web', all))
  const component = program.registered.find(({ type }) => type === 'trueup:index:ProjectSettings')
  expect(component?.inputs).toEqual({})
  const mirrors = program.registered.find(({ name }) => name === 'acme/web-remote-mirrors')
  const mark = '4dabf18193072939515e22adb298388d'
  expect(mirrors?.inputs.items).toMatchObject({ [mark]: expect.any(String) as string })
})

describe.each(['exclusive', 'retainOnRemove'] as const)('%s', (choice) => {
  const chosen = async (value: ProjectSettingsArgs['exclusive']) => {
    await urnsOf(new ProjectSettings('acme/web', { ...all, [choice]: value }))
    const sets = program.registered.filter(({ type }) => type.endsWith('Set'))
    return Object.fromEntries(
      sets.flatMap(({ name, inputs }) => (choice in inputs ? [[name.replace('acme/web-', ''), inputs[choice]]] : [])),
    )
  }
  const everywhere = (value: unknown) => ({
    labels: value,
    'freeze-periods': value,
    'protected-environments': value,
    'trigger-tokens': value,
    'remote-mirrors': value,
  })

  it('passes the choice to all sets', async () => expect(await chosen(true)).toEqual(everywhere(true)))

  it('passes the choice of an output to all sets', async () =>
    expect(await chosen(output(true))).toEqual(everywhere(true)))

  it('passes the choice of a promise to all sets', async () =>
    expect(await chosen(Promise.resolve(true))).toEqual(everywhere(true)))

  it('passes the choice to some sets', async () =>
    expect(await chosen({ labels: output(true), triggerTokens: true, remoteMirrors: false })).toEqual({
      labels: true,
      'trigger-tokens': true,
      'remote-mirrors': false,
    }))
})

it('passes exclusive: "all-owners" to the set of trigger tokens', async () => {
  await urnsOf(new ProjectSettings('acme/web', { ...all, exclusive: { triggerTokens: 'all-owners' } }))
  const said = program.registered.filter(({ inputs }) => 'exclusive' in inputs)
  expect(said.map(({ name, inputs }) => [name, inputs.exclusive])).toEqual([['acme/web-trigger-tokens', 'all-owners']])
})

it('passes onConflict to all sets', async () => {
  await urnsOf(new ProjectSettings('acme/web', { ...all, onConflict: 'adopt' }))
  const told = program.registered.filter(({ inputs }) => inputs.onConflict === 'adopt').map(({ name }) => name)
  expect(told.sort()).toEqual([
    'acme/web-freeze-periods',
    'acme/web-labels',
    'acme/web-protected-environments',
    'acme/web-remote-mirrors',
    'acme/web-trigger-tokens',
  ])
})

describe('an object that each project has once', () => {
  const approvals = () => program.registered.find(({ type }) => type.endsWith('ApprovalSettings'))
  const create = async (args: object) => {
    const { approvalSettings } = new ProjectSettings('acme/web', { project: 'acme/web', ...args })
    await valueOf(approvalSettings!.id)
    return approvals()!.inputs
  }

  it('creates a child with the arguments of its resource', async () => {
    const settings = new ProjectSettings('acme/web', {
      project: output('acme/web'),
      labels: {},
      approvalSettings: { mergeRequestsAuthorApproval: false, resetApprovalsOnPush: output(true) },
    })
    expect(await valueOf(settings.approvalSettings!.urn)).toBe(
      'urn:pulumi:stack::project::trueup:index:ProjectSettings$pulumi-nodejs:dynamic/trueup:ApprovalSettings::acme/web-approval-settings',
    )
    expect(await valueOf(settings.approvalSettings!.mergeRequestsAuthorApproval)).toBe(false)
    expect(approvals()!.inputs).toMatchObject({
      project: 'acme/web',
      mergeRequestsAuthorApproval: false,
      resetApprovalsOnPush: true,
    })
  })

  it('passes none of the choices for sets', async () => {
    const inputs = await create({ approvalSettings: {}, exclusive: true, retainOnRemove: true, onConflict: 'adopt' })
    expect(Object.keys(inputs).sort()).toEqual(['__provider', 'project'])
  })

  it.each([
    ['an output', (value: object) => output(value)],
    ['a promise', (value: object) => Promise.resolve(value)],
  ])('accepts %s as its arguments', async (_, given) => {
    const inputs = await create({ approvalSettings: given({ mergeRequestsAuthorApproval: false }) })
    expect(inputs).toMatchObject({ project: 'acme/web', mergeRequestsAuthorApproval: false })
    expect(inputs.resetApprovalsOnPush).toBeUndefined()
  })

  it('creates no child for null', async () => {
    const { approvalSettings, labels } = new ProjectSettings('web', {
      project: 1,
      labels: {},
      approvalSettings: null as never,
    })
    expect(approvalSettings).toBeUndefined()
    await valueOf(labels!.urn)
    expect(approvals()).toBeUndefined()
  })

  it.each([
    [
      { exclusive: { approvalSettings: true } },
      'exclusive applies only to sets, and approvalSettings is not a set: delete it there',
    ],
    [
      { retainOnRemove: { approvalSettings: true } },
      'retainOnRemove applies only to sets, and approvalSettings is not a set: delete it there',
    ],
    [
      { approvalSettings: { onConflict: 'adopt' } },
      'onConflict applies only to sets, and approvalSettings is not a set: delete it there',
    ],
    [{ approvalSettings: { project: 'acme/api' } }, 'project must be set on the component, not in approvalSettings'],
    [{ approvalSettings: true }, 'approvalSettings must be an object (got a Boolean)'],
    [{ approvalSettings: [] }, 'approvalSettings must be an object (got a list)'],
    [{ approvalSetting: {} }, 'approvalSetting is not an argument of ProjectSettings: did you mean approvalSettings?'],
  ])('rejects %j', (args, message) => {
    expect(() => new ProjectSettings('web', { project: 1, ...args } as never)).toThrow(new TypeError(message))
  })
})

it('accepts outputs for the project and for whole sets', async () => {
  const settings = new ProjectSettings('web', {
    project: output('acme/web'),
    labels: output({ bug: { color: 'red' } }),
    remoteMirrors: secret({ backup: { url: 'https://example.com/web.git' } }),
  })
  expect(await valueOf(settings.project)).toBe('acme/web')
  expect(await valueOf(settings.labels!.items)).toEqual({ bug: { color: 'red' } })
  expect(await isSecret(settings.remoteMirrors!.items)).toBe(true)
})

it.each([
  ['provider', (provider: Provider) => ({ provider })],
  ['providers', (provider: Provider) => ({ providers: [provider] })],
  ['parent', (provider: Provider) => ({ parent: new ProjectSettings('outer', { project: 1 }, { provider }) })],
])('passes the provider of the option %s to the sets', async (_, optionsOf) => {
  const provider = new Provider('other', { baseUrl: 'https://gitlab.example.org', token: 't' })
  await urnsOf(new ProjectSettings('acme/web', all, optionsOf(provider)))
  const sets = program.registered.filter(({ type }) => type.endsWith('Set'))
  expect(sets).toHaveLength(5)
  for (const set of sets) expect(set.provider).toMatch(/::other::other-id$/)
})

it('registers the component and its sets below their parent', async () => {
  const parent = new ProjectSettings('outer', { project: 1 })
  const settings = new ProjectSettings('acme/web', { project: 1, labels: {} }, { parent })
  expect(await valueOf(settings.labels!.urn)).toBe(
    'urn:pulumi:stack::project::trueup:index:ProjectSettings$pulumi-nodejs:dynamic/trueup:LabelSet::acme/web-labels',
  )
})

it('rejects unknown keys of a program without types', () => {
  const make = (args: object) => () => new ProjectSettings('acme/web', { project: 1, ...args })
  expect(make({ lables: {} })).toThrow('lables is not an argument of ProjectSettings: did you mean labels?')
  expect(make({ exclusive: { freezes: true } })).toThrow(
    /exclusive\.freezes is not a set of ProjectSettings: known are labels, /,
  )
  expect(make({ retainOnRemove: { label: true } })).toThrow('retainOnRemove.label is not a set of ProjectSettings: did')
  expect(make({ onConflict: 'overwrite' })).toThrow(
    'onConflict of ProjectSettings must be one of "fail", "adopt", "adopt-if-equal" (got "overwrite")',
  )
  expect(program.registered).toEqual([])
})
