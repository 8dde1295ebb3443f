import { load } from '../../provider/core/engine/load'
import type { Json } from '../../provider/core/schema/json'
import { nativeTypeOf } from '../../provider/core/schema/provider-text'
import { Connection } from '../../provider/core/service/connection'
import { EngineOperation } from '../../provider/core/service/engine-operation'
import { settings } from '../../provider/core/service/settings'
import { kinds } from '../../provider/kinds'
import { ResourceProvider } from '../../provider/native/resource-provider'
import { received } from '../../provider/native/values'
import { provider as dynamicProvider } from '../../provider/runtime'
import { Client } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { type FormerResource, formerResources } from '../support/pulumi-gitlab-states'
import { useTestNow } from '../support/test-now'

/* The states are built from the schema of `@pulumi/gitlab`. They are not recorded. */

const emulator = useEmulator({ flavor: 'spec' })
const clock = useTestNow()
const token = 'emulator-root'
let api: Client
let formers: FormerResource[]

beforeAll(() => {
  api = new Client({ baseUrl: emulator.url, token })
})
afterAll(() => api.close())
beforeEach(async () => {
  formers = await formerResources(api)
  emulator.clearRequests()
})

const connections: Connection[] = []
const warnings: string[] = []
beforeEach(() => warnings.splice(0))
afterEach(() => Promise.all(connections.splice(0).map((connection) => connection.api.close())))

/** A process of the plugin, which an engine calls for one resource. */
function processFor({ kind, name }: FormerResource) {
  const operation = new EngineOperation()
  const reporter = { warn: (text: string) => warnings.push(text), inform: () => {}, status: () => {} }
  const connection = new Connection(settings({ get: settingsOf }, {}), reporter, {}, operation)
  connections.push(connection)
  const provider = new ResourceProvider(() => connection, operation)
  provider.configure('default', {})
  return { provider, urn: `urn:pulumi:test::test::${nativeTypeOf(kind)}::${name}` }
}
const settingsOf = (key: string) => ({ 'trueup:baseUrl': emulator.url, 'trueup:token': token })[key]

const formerOf = (kind: string): FormerResource => formers.find((one) => one.kind === kind)!

/** The resource after another package has stored the state. */
const withState = (former: FormerResource, outputs: Json, inputs: Json = {}, id = former.id): FormerResource => ({
  ...former,
  id,
  inputs: { ...former.inputs, ...inputs },
  outputs: { ...former.outputs, ...outputs },
})

/** What the engine does in `pulumi up` for a resource of a state. */
async function up(former: FormerResource, args: Json = former.args) {
  const { provider, urn } = processFor(former)
  const { inputs, failures } = provider.check(urn, former.inputs, args)
  expect(failures).toEqual([])
  const difference = await provider.diff(urn, former.id, former.outputs, inputs, former.inputs)
  if ('replaces' in difference && difference.replaces.length > 0) return { difference, outputs: former.outputs }
  const isSame = 'changes' in difference && !difference.changes
  const outputs = isSame
    ? former.outputs
    : await provider.update(urn, former.id, former.outputs, inputs, false, former.inputs)
  return { difference, outputs, plain: received(outputs).values, inputs }
}

const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

/** The kinds whose states are converted. */
const converted = kinds.filter((kind) => {
  const definition = load(kind)
  return 'otherTools' in definition && typeof definition.otherTools.pulumiGitlab !== 'string'
})

describe.each(converted)('a %s that pulumi-gitlab created', (kind) => {
  it('gets a state of this package without a request that changes anything', async () => {
    const former = formerOf(kind)
    const { difference, plain } = await up(former)
    expect(difference).toEqual({ changes: true, displayed: [] })
    expect(plain).toMatchObject({ ...former.kept, instance: emulator.url, __trueup: { name: expect.any(String) } })
    for (const name of ['id', '__meta', '__defaults']) expect(plain).not.toHaveProperty([name])
    expect(writes()).toEqual([])
  })

  it('has no further changes, keeps its id until a refresh, and then gets one of this package', async () => {
    const former = formerOf(kind)
    const { outputs, inputs } = await up(former)
    const moved = { ...former, outputs, inputs: inputs! }
    expect(await up(moved)).toMatchObject({ difference: { changes: false } })
    const { provider, urn } = processFor(former)
    const read = await provider.read(urn, former.id, outputs, inputs!)
    expect(read!.id).toBe(former.ownId)
    expect(received(read!.outs).values).toMatchObject(former.kept)
    expect(await up({ ...moved, id: read!.id, outputs: read!.outs, inputs: read!.inputs })).toMatchObject({
      difference: { changes: false },
    })
    expect(writes()).toEqual([])
  })

  it('deletes its object, by its old id, and no other one', async () => {
    const former = formerOf(kind)
    const { outputs } = await up(former)
    const { provider, urn } = processFor(former)
    await provider.delete(urn, former.id, outputs)
    expect(writes()).toHaveLength(1)
    expect(writes()[0]).toMatchObject({
      method: 'DELETE',
      // The scope of a variable is a parameter.
      path: expect.stringContaining(`/${former.ownId.split(/[/~]/)[1]}`),
    })
  })

  it('reads and deletes its object also before the first update', async () => {
    const former = formerOf(kind)
    const { provider, urn } = processFor(former)
    const read = await provider.read(urn, former.id, former.outputs, former.inputs)
    expect(read).toMatchObject({ id: former.ownId, outs: { instance: emulator.url } })
    await provider.delete(urn, former.id, former.outputs)
    expect(writes()).toHaveLength(1)
  })

  it('creates its object if it was deleted in the meantime', async () => {
    const former = formerOf(kind)
    await deleteObject(former)
    emulator.clearRequests()
    const { provider, urn } = processFor(former)
    expect(await provider.read(urn, former.id, former.outputs, former.inputs)).toBeUndefined()
    const { difference, outputs, inputs } = await up(former)
    expect(difference).toEqual({ changes: true, displayed: [] })
    expect(writes()).toMatchObject([{ method: 'POST', status: 201 }])
    // Tokens have no descriptions in the specification.
    const ignored = kind.endsWith('-access-token') ? [expect.stringContaining('did not apply description: ')] : []
    expect(warnings).toEqual([expect.stringMatching(/ does not exist on http.*: the update creates it\.$/), ...ignored])
    expect(await up({ ...former, outputs, inputs: inputs! })).toMatchObject({ difference: { changes: false } })
  })

  it('continues in the dynamic provider with its old id', async () => {
    const former = formerOf(kind)
    const { plain = {}, inputs } = await up(former)
    process.env.TRUEUP_BASE_URL = emulator.url
    process.env.TRUEUP_TOKEN = token
    try {
      const dynamic = dynamicProvider(kind)
      expect(await dynamic.diff!(former.id, plain, received(inputs!).values)).toEqual({ changes: false })
      expect(await dynamic.read!(former.id, plain)).toMatchObject({ id: former.id, props: former.kept })
    } finally {
      delete process.env.TRUEUP_BASE_URL
      delete process.env.TRUEUP_TOKEN
    }
    expect(writes()).toEqual([])
  })
})

async function deleteObject({ kind, ownId }: FormerResource) {
  const { provider, urn } = processFor({ kind, name: 'other' } as FormerResource)
  const read = await provider.read(urn, ownId, {}, {})
  await provider.delete(urn, ownId, read!.outs)
}

const drifts: [kind: string, drift: () => Promise<unknown>, displayed: string[]][] = [
  ['label', () => api.labels.update(1, 1, { color: '#00FF00' }), ['color']],
  ['freeze-period', () => api.freezePeriods.update(1, 1, { freeze_end: '0 8 * * 1' }), ['freezeEnd']],
  ['protected-environment', () => addApprover(), ['approvalRules']],
  ['trigger-token', () => api.triggerTokens.update(1, 1, { description: 'other' }), ['description']],
  ['remote-mirror', () => api.remoteMirrors.update(1, 1, { enabled: false }), ['enabled']],
]
const addApprover = () => api.protectedEnvironments.update(1, 'eu:live/web', { approval_rules: [{ user_id: 2 }] })

it.each(drifts)('displays and corrects the drift of a %s, and nothing else', async (kind, drift, displayed) => {
  await drift()
  emulator.clearRequests()
  const former = formerOf(kind)
  expect((await up(former)).difference).toEqual({ changes: true, displayed })
  expect(writes()).toMatchObject([{ method: 'PUT' }])
})

const replacements: [kind: string, args: Json, replaces: string[]][] = [
  ['label', { project: 'acme/api' }, ['project']],
  ['freeze-period', { project: 2 }, ['project']],
  ['protected-environment', { name: 'other' }, ['name']],
  ['trigger-token', { project: 2 }, ['project']],
  ['remote-mirror', { password: 'other' }, ['password']],
  ['group-access-token', { scopes: ['api'] }, ['scopes']],
]
it.each(replacements)('replaces a %s if the program declares another object', async (kind, args, replaces) => {
  const former = formerOf(kind)
  expect((await up(former, { ...former.args, ...args })).difference).toMatchObject({ replaces })
})

describe('a label of an old release of pulumi-gitlab', () => {
  it.each(['bug::old', '7'])('finds the label by its name %s', async (name) => {
    const { id } = await api.labels.create(1, { name: '7', color: '#DC143C' })
    const former = formerOf('label')
    const { labelId, ...outputs } = former.outputs
    const old = { ...former, outputs: { ...outputs, id: name, name }, id: name, args: { ...former.args, name } }
    const { plain } = await up(old)
    expect(plain).toMatchObject({ labelId: name === '7' ? id : labelId, name })
  })

  it('does not recreate the label if it has another name in the meantime', async () => {
    const former = withState(formerOf('label'), { labelId: undefined, id: 'acme/web:gone', name: 'gone' })
    await expect(up(former)).rejects.toThrow(
      /label "gone" does not exist, or has another name\..*Remove the alias, and run "pulumi refresh" with pulumi-gitlab/,
    )
  })
})

it('finds a label by the number in its id', async () => {
  const former = withState(formerOf('label'), { labelId: undefined, id: 'acme/web:1' })
  expect((await up(former)).plain).toMatchObject({ labelId: 1, name: 'bug::old' })
})

it('accepts the argument projectId of old freeze periods, and ids of trigger tokens without a project', async () => {
  const freeze = withState(formerOf('freeze-period'), { project: undefined, projectId: 'acme/web' })
  expect((await up(freeze)).plain).toMatchObject({ project: 1, projectId: 1 })
  const trigger = withState(formerOf('trigger-token'), { pipelineTriggerId: undefined, id: '1' }, {}, '1')
  expect((await up(trigger)).plain).toMatchObject({ triggerId: 1, ...trigger.kept })
})

it('accepts the argument deployAccessLevelsAttributes of environments, the only one in pulumi-gitlab 10', async () => {
  const of9 = formerOf('protected-environment')
  const renamed = ({ deployAccessLevels, ...others }: Json): Json => ({
    ...others,
    deployAccessLevelsAttributes: deployAccessLevels,
  })
  const of10 = { ...of9, inputs: renamed(of9.inputs), outputs: renamed(of9.outputs) }
  const { difference, plain, outputs, inputs } = await up(of10)
  expect(difference).toEqual({ changes: true, displayed: [] })
  expect(plain!.deployAccessLevels).toMatchObject([{ accessLevel: 40 }, { userId: 3 }])
  expect(await up({ ...of10, outputs, inputs: inputs! })).toMatchObject({ difference: { changes: false } })
  expect(writes()).toEqual([])
})

it('keeps only complete tokens', async () => {
  const { kept, ...former } = formerOf('trigger-token')
  const other = { ...former, kept, outputs: { ...former.outputs, token: 'abcd' } }
  const { provider, urn } = processFor(other)
  const read = await provider.read(urn, other.id, other.outputs, other.inputs)
  expect(read!.outs.token).toBeNull()
})

describe('the credentials of a mirror', () => {
  const url = 'https://user:pa%25ss@example.com/acme/web.git'

  it('takes the credentials from the outputs if these are not masked', async () => {
    const { plain } = await up(withState(formerOf('remote-mirror'), { url }), {
      ...formerOf('remote-mirror').args,
      username: 'user',
      password: 'pa%ss',
    })
    expect(plain).toMatchObject({ url: 'https://example.com/acme/web.git', username: 'user', password: 'pa%ss' })
  })

  it('assumes that masked credentials are as declared', async () => {
    const masked = 'https://*****:*****@example.com/acme/web.git'
    const { plain } = await up(withState(formerOf('remote-mirror'), { url: masked }, { url: masked }))
    expect(plain).toMatchObject({ username: 'mirror', password: 'p@ss-w0rd' })
    expect(writes()).toEqual([])
  })

  it('stores the credentials as secrets, and no URL that contains them', async () => {
    const { outputs } = await up(formerOf('remote-mirror'))
    expect(received(outputs).secrets).toEqual(expect.arrayContaining([['username'], ['password']]))
    const { username, password, ...rest } = outputs
    expect(JSON.stringify(rest)).not.toContain('ss-w0rd')
  })
})

describe('the rotation of a token', () => {
  it('begins with the first update if it is due, and not before', async () => {
    const former = formerOf('group-access-token')
    clock.set('2026-08-03T00:00:00Z')
    const { difference, plain } = await up(former)
    expect(difference).toEqual({ changes: true, displayed: ['expiresAt'] })
    expect(plain).toMatchObject({ expiresAt: '2026-11-01' })
    expect(writes()).toMatchObject([{ path: expect.stringMatching(/rotate$/) }])
  })

  it('keeps a token with an expiration date, and its value, also if it is expired', async () => {
    const { rotation, ...args } = formerOf('group-access-token').args
    const former = withState(
      formerOf('group-access-token'),
      { rotationConfiguration: null },
      { rotationConfiguration: undefined, expiresAt: '2026-09-01' },
    )
    for (const now of ['2026-06-15T12:00:00Z', '2026-10-01T12:00:00Z']) {
      clock.set(now)
      expect((await up(former, { ...args, expiresAt: '2026-09-01' })).plain).toMatchObject(former.kept)
    }
    expect(writes()).toEqual([])
  })

  it('accepts a token whose value pulumi-gitlab does not have', async () => {
    const former = withState(formerOf('group-access-token'), { token: undefined })
    expect((await up(former)).plain?.token).toBeNull()
    expect(writes()).toEqual([])
  })
})
