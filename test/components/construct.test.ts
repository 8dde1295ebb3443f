import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Alias } from '@pulumi/pulumi/proto/alias_pb'
import { ConstructRequest, type ConstructResponse } from '@pulumi/pulumi/proto/provider_pb'
import { Struct } from 'google-protobuf/google/protobuf/struct_pb'
import { Cancellation } from '../../provider/native/cancellation'
import { construct } from '../../provider/native/construct'
import { dependenciesOf, FakeEngine } from './support/engine'

let engine: FakeEngine
beforeEach(async () => {
  engine = await FakeEngine.start()
})
afterEach(() => engine.close())

const mark = '4dabf18193072939515e22adb298388d'
const secret = (value: unknown) => ({ [mark]: '1b47061264138c4ac30d75fd1eb44270', value })
const unknown = '04da6b54-80e4-46f7-96ec-b56ff0331ba9'
const unknownNumber = '3eeb2bf0-c639-47a8-9e75-3b44932eb421'
const unknownObject = 'dd056dcd-154b-4c76-9bd3-c8f88648b5ff'

const request = (type: string, name: string, inputs: object): ConstructRequest =>
  new ConstructRequest()
    .setType(`trueup:index:${type}`)
    .setName(name)
    .setInputs(Struct.fromJavaScript(inputs as never))
    .setProject('project')
    .setStack('test')
    .setParallel(16)
    .setMonitorendpoint(engine.address)

const create = (of: ConstructRequest, operation = new Cancellation()): Promise<ConstructResponse> =>
  construct(of, engine.address, operation)

const settings = (inputs: object, name = 'web') => request('ProjectSettings', name, { project: 'acme/web', ...inputs })

const state = (response: ConstructResponse) => response.getState()?.toJavaScript() as Record<string, unknown>

it('registers a set of the plugin for each argument, and returns references to them', async () => {
  const args = {
    labels: { bug: { color: 'red' } },
    freezePeriods: {},
    triggerTokens: { nightly: { description: 'n' } },
  }
  const response = await create(settings({ ...args, exclusive: { labels: true }, remoteMirrors: null }))
  expect(engine.names).toEqual([
    'trueup:index:ProjectSettings$trueup:index:FreezePeriodSet::web-freeze-periods',
    'trueup:index:ProjectSettings$trueup:index:LabelSet::web-labels',
    'trueup:index:ProjectSettings$trueup:index:TriggerTokenSet::web-trigger-tokens',
    'trueup:index:ProjectSettings::web',
  ])
  expect(response.getUrn()).toBe('urn:pulumi:test::project::trueup:index:ProjectSettings::web')
  expect(engine.named('web-labels').inputs).toEqual({
    project: 'acme/web',
    items: { bug: { color: 'red' } },
    exclusive: true,
  })
  expect(state(response)).toEqual({
    project: 'acme/web',
    tokens: secret({ nightly: 'a-token' }),
    ...Object.fromEntries(
      [
        ['labels', 'labels'],
        ['freezePeriods', 'freeze-periods'],
        ['triggerTokens', 'trigger-tokens'],
      ].map(([name, ending]) => {
        const { urn } = engine.named(`web-${ending}`)
        return [name, { [mark]: '5cf8f73096256a8f31e491e813e4eb8e', urn, id: `id-of-web-${ending}` }]
      }),
    ),
  })
  expect(engine.named('web').outputs).toEqual(state(response))
})

it('keeps the keys of objects with secrets and values that are unknown in a preview', async () => {
  const labels = { bug: { color: secret('red'), priority: unknownNumber }, chore: unknownObject }
  const of = settings({ project: unknown, labels, retainOnRemove: { labels: unknown } }).setDryrun(true)
  const response = await create(of)
  expect(engine.named('web-labels').inputs).toEqual({
    project: unknown,
    items: { bug: { color: secret('red'), priority: unknown }, chore: unknown },
    retainOnRemove: unknown,
  })
  expect(state(response)).toMatchObject({ project: unknown })
})

it('registers a resource of the plugin for an object that each project has once', async () => {
  const response = await create(settings({ approvalSettings: { mergeRequestsAuthorApproval: false } }))
  const { inputs, urn } = engine.named('web-approval-settings')
  expect(inputs).toEqual({ project: 'acme/web', mergeRequestsAuthorApproval: false })
  expect(urn).toContain('trueup:index:ProjectSettings$trueup:index:ApprovalSettings::web-approval-settings')
  expect(state(response)).toMatchObject({ approvalSettings: { urn, id: 'id-of-web-approval-settings' } })
})

it('registers such an object in a preview in which its arguments are not known yet', async () => {
  await create(settings({ approvalSettings: unknownObject }).setDryrun(true))
  expect(engine.named('web-approval-settings').inputs).toMatchObject({
    project: 'acme/web',
    mergeRequestsAuthorApproval: unknown,
  })
})

it.each([
  [{ exclusive: { approvalSettings: true } }, /exclusive applies only to sets/],
  [{ approvalSettings: { onConflict: 'adopt' } }, /onConflict applies only to sets/],
  [{ approvalSettings: { project: 2 } }, /project must be set on the component/],
])('rejects %j of an object that each project has once', async (args, message) => {
  await expect(create(settings(args))).rejects.toThrow(message)
})

it('passes the dependencies of an argument to the sets that use it', async () => {
  const of = settings({ labels: { bug: { color: 'red' } }, freezePeriods: { weekend: { freezeStart: '0 0 * * 6' } } })
  const urn = 'urn:pulumi:test::project::trueup:index:Label::first'
  of.getInputdependenciesMap().set('labels', new ConstructRequest.PropertyDependencies().setUrnsList([urn]))
  await create(of)
  const labels = engine.named('web-labels')
  expect(labels.inputs.items).toEqual({ bug: { color: 'red' } })
  expect(dependenciesOf(labels, 'items')).toEqual([urn])
  expect(dependenciesOf(labels, 'project')).toEqual([])
  expect(dependenciesOf(engine.named('web-freeze-periods'), 'items')).toEqual([])
})

it('passes the parent, the providers, and the options that the engine passes to children', async () => {
  const of = settings({ labels: {} })
    .setParent('urn:pulumi:test::project::my:index:Team::team')
    .setProtect(true)
    .setRetainondelete(true)
    .setDeletedwith('urn:pulumi:test::project::my:index:Team::team')
    .setDependenciesList(['urn:pulumi:test::project::trueup:index:Label::first'])
  const provider = 'urn:pulumi:test::project::pulumi:providers:trueup::other::some-id'
  of.getProvidersMap().set('trueup', provider)
  await create(of)
  const [component, labels] = [engine.named('web').request, engine.named('web-labels').request]
  expect(engine.named('web').urn).toBe('urn:pulumi:test::project::my:index:Team$trueup:index:ProjectSettings::web')
  expect(component.getDependenciesList()).toEqual(['urn:pulumi:test::project::trueup:index:Label::first'])
  expect(component.getProvidersMap().get('trueup')).toBe(provider)
  expect(labels.getProvider()).toBe(provider)
  expect([component, labels].map((one) => one.getProtect())).toEqual([true, true])
  expect([component, labels].map((one) => one.hasRetainondelete())).toEqual([true, false])
  expect(component.getDeletedwith()).toBe('urn:pulumi:test::project::my:index:Team::team')
})

it('takes over the sets of renamed, moved and dynamic components', async () => {
  const renamed = new Alias().setSpec(new Alias.Spec().setName('old'))
  const moved = new Alias().setSpec(new Alias.Spec().setNoparent(true))
  await create(
    settings({ labels: {} })
      .setParent('urn:pulumi:test::project::my:index:Team::team')
      .setAliasesList([renamed, moved]),
  )
  const aliases = engine.named('web-labels').request.getAliasesList()
  const dynamic = 'pulumi-nodejs:dynamic/trueup:LabelSet'
  const former = 'urn:pulumi:test::project::trueup:index:ProjectSettings::web'
  const parent = engine.named('web').urn
  const shown = aliases.map((alias) => {
    const { name, type, parenturn } = alias.getSpec()!.toObject()
    return [name, type, parenturn]
  })
  expect(shown).toEqual([
    ['old-labels', '', parent],
    ['web-labels', '', former],
    ['old-labels', dynamic, parent],
    ['web-labels', dynamic, former],
    ['', dynamic, parent],
  ])
})

it.each([
  [{ labesl: {} }, 'labesl is not an argument of ProjectSettings: did you mean labels?'],
  [{ exclusive: { label: true } }, 'exclusive.label is not a set of ProjectSettings: did you mean labels?'],
  [{ onConflict: 'take' }, 'onConflict of ProjectSettings must be one of'],
])('rejects the arguments %j before it registers a resource', async (inputs, message) => {
  await expect(create(settings(inputs))).rejects.toThrow(message)
  expect(engine.names).toEqual([])
})

it('rejects an unknown component', () => {
  expect(() => create(request('Groups', 'all', {}))).toThrow(
    'unknown type of component "trueup:index:Groups": install a later release of trueup-plugin.',
  )
})

it('ends when the operation is canceled while the engine registers a resource', async () => {
  engine.refused.set('web-labels', 'pending')
  const operation = new Cancellation()
  const created = create(settings({ labels: {}, freezePeriods: {} }), operation)
  const others = create(settings({ labels: {} }, 'api'))
  await others
  operation.cancel()
  await expect(created).rejects.toThrow('The operation ended before all of its resources were registered.')
})

describe('Projects', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trueup-projects-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  beforeAll(() => {
    const mirror = "{ url: 'https://example.com/web.git', username: u, password: { secret: mirror } }"
    writeFileSync(
      join(folder, 'a.yaml'),
      `projects:\n  acme/Web: { remoteMirrors: { backup: ${mirror} } }\n  acme/api: { formerly: acme/old, labels: {} }\n` +
        'groupSettings: { Acme: { variables: { token: { key: TOKEN, value: { secret: mirror } } } } }\n',
    )
    writeFileSync(join(folder, 'wrong.yml'), 'projects: { acme/web: { label: {} } }\n')
  })

  const projects = (inputs: object, password = 's3cret') => {
    const of = request('Projects', 'all', { files: ['*.yaml'], folder, ...inputs })
    of.getConfigMap().set('project:mirror', password)
    return of.setConfigsecretkeysList(['project:mirror'])
  }

  it('registers the projects and groups of files below it, and returns references to them', async () => {
    const response = await create(projects({}))
    const below = 'trueup:index:Projects$trueup:index:ProjectSettings'
    const ofGroup = 'trueup:index:Projects$trueup:index:GroupSettings'
    expect(engine.names).toEqual([
      `${ofGroup}$trueup:index:GroupVariableSet::acme-variables`,
      `${ofGroup}::acme`,
      `${below}$trueup:index:LabelSet::acme/api-labels`,
      `${below}$trueup:index:RemoteMirrorSet::acme/web-remote-mirrors`,
      `${below}::acme/api`,
      `${below}::acme/web`,
      'trueup:index:Projects::all',
    ])
    const to = (name: string) => ({ [mark]: '5cf8f73096256a8f31e491e813e4eb8e', urn: engine.named(name).urn })
    expect(state(response)).toEqual({
      projects: { 'acme/Web': to('acme/web'), 'acme/api': to('acme/api') },
      groups: { Acme: to('acme') },
    })
    const { group, items } = engine.named('acme-variables').inputs as { group: string; items: object }
    expect({ group, items }).toEqual({ group: 'Acme', items: { token: { key: 'TOKEN', value: secret('s3cret') } } })
  })

  it('creates several components at the same time, each with its own configuration', async () => {
    const other = await FakeEngine.start()
    const second = projects({}, 'other-s3cret').setMonitorendpoint(other.address)
    await Promise.all([create(projects({})), create(second), create(settings({ labels: {} }))])
    const passwords = [engine, other].map((one) => {
      const { items } = one.named('acme/web-remote-mirrors').inputs as { items: { backup: { password: unknown } } }
      return items.backup.password
    })
    expect(passwords).toEqual([secret('s3cret'), secret('other-s3cret')])
    expect(engine.named('web-labels').inputs).toEqual({ project: 'acme/web', items: {} })
    other.close()
  })

  it('takes over the sets of a project that had another path in fromYaml', async () => {
    await create(projects({}))
    const specs = engine.named('acme/api-labels').request.getAliasesList()
    const dynamic = specs.flatMap((alias) => {
      const { name, type, parenturn } = alias.getSpec()!.toObject()
      return type !== '' && !parenturn.includes('index:Projects$') ? [[name, parenturn]] : []
    })
    const former = 'urn:pulumi:test::project::trueup:index:ProjectSettings'
    expect(dynamic).toEqual([
      ['acme/api-labels', `${former}::acme/api`],
      ['acme/old-labels', `${former}::acme/old`],
    ])
  })

  it.each([
    [{ files: ['*.yml'] }, "The projects' files have 1 error, so no project is declared:"],
    [{ files: ['*.json'] }, 'Projects found no file that matches "*.json" in'],
    [{ files: [] }, 'Projects requires a pattern of files, such as "projects/**/*.yaml".'],
    [{ files: '*.yaml' }, 'files of Projects must be a list of strings (got "*.yaml")'],
    [{ folder: 1 }, 'folder of Projects must be a string (got 1)'],
    [{ cwd: '.' }, 'cwd is not an argument of Projects'],
    [{ files: [unknown] }, 'The arguments of Projects must be known in a preview'],
  ])('rejects %j before it registers a resource', async (inputs, message) => {
    await expect(create(projects(inputs).setDryrun(true))).rejects.toThrow(message)
    expect(engine.names).toEqual([])
  })
})
