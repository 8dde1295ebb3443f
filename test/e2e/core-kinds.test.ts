import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { costlyFlavors } from '../shared/test-run'
import { expectOk, PulumiStack, type Result } from '../support/pulumi'

jest.setTimeout(120_000)

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** One of each kind, to be changed by hand. */
const kinds: Record<string, [string, object]> = {
  label: ['Label', { project: 'acme/web', name: 'bug', color: 'crimson', description: 'Broken', priority: 1 }],
  freeze: ['FreezePeriod', { project: 'acme/web', freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon' }],
  environment: [
    'ProtectedEnvironment',
    {
      project: 'acme/web',
      name: 'production',
      deployAccessLevels: [{ accessLevel: 'maintainer' }, { userId: 3 }],
      approvalRules: [{ groupId: 12, requiredApprovals: 2 }],
    },
  ],
  trigger: ['TriggerToken', { project: 'acme/web', description: 'nightly' }],
  mirror: [
    'RemoteMirror',
    { project: 'acme/web', url: 'https://example.com/web.git', username: 'u', password: 'p', enabled: true },
  ],
  token: [
    'GroupAccessToken',
    { group: 'acme', name: 'deploy', scopes: ['read_api'], accessLevel: 'reporter', expiresAt: inDays(90) },
  ],
}
const names = Object.keys(kinds)

/** Further objects, which a change of the program replaces, with their own arguments and the change. */
const replaced: Record<string, { kind: string; own: object; change: Record<string, unknown> }> = {
  trigger2: { kind: 'trigger', own: { description: 'weekly' }, change: { expiresAt: inDays(60) } },
  mirror2: { kind: 'mirror', own: { url: 'https://example.com/copy.git' }, change: { password: 'another' } },
  token2: {
    kind: 'token',
    own: { name: 'read', expiresAt: undefined, rotation: { lifetimeDays: 90, rotateDaysBefore: 30 } },
    change: { scopes: ['api'] },
  },
  environment2: { kind: 'environment', own: { name: 'staging' }, change: { name: 'canary' } },
}

const program = ({ isChanged }: { isChanged: boolean }) => {
  const duplicates = Object.entries(replaced).map(([name, { kind, own, change }]): [string, [string, object]] => {
    const [type, args] = kinds[kind]!
    return [name, [type, { ...args, ...own, ...(isChanged && change) }]]
  })
  const lines = [...Object.entries(kinds), ...duplicates].map(
    ([name, [type, args]]) => `const ${name} = new trueup.${type}('${name}', ${JSON.stringify(args)})`,
  )
  const leftOut = 'exports.leftOut = [mirror.authMethod, freeze.cronTimezone, token2.expiresAt]'
  return ["const trueup = require('trueup')", ...lines, leftOut].join('\n')
}

describe.each(costlyFlavors)('all six kinds under the real engine, on flavor %s', (flavor) => {
  let emulator: Emulator
  let stack: PulumiStack
  let api: Client

  beforeAll(async () => {
    emulator = await startEmulator({ flavor })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    stack = await PulumiStack.create({
      program: program({ isChanged: false }),
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' },
    })
  })

  afterAll(async () => {
    await stack?.close()
    await api.close()
    await emulator.close()
  })

  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

  it('creates each resource with one write', async () => {
    expectOk(await stack.up())
    const count = names.length + Object.keys(replaced).length
    expect(writes().map(({ method }) => method)).toEqual(Array(count).fill('POST'))
    const { resources } = (await stack.export()).deployment
    // Omitted arguments are available as outputs.
    expect(resources?.find(({ type }) => type === 'pulumi:pulumi:Stack')?.outputs).toEqual({
      leftOut: ['password', 'UTC', inDays(90)],
    })
    const texts = resources?.flatMap(({ inputs }) => inputs?.__provider ?? [])
    expect(texts).toHaveLength(count)
    for (const text of texts ?? []) expect(Buffer.byteLength(String(text))).toBeLessThan(100)
  })

  describe('in a later preview', () => {
    let preview: Result

    beforeAll(async () => {
      await stack.setProgram(program({ isChanged: true }))
      preview = await stack.preview({ refresh: true, json: true })
    })

    it('shows no diff for an unchanged program', () => {
      expect(stepsOf(preview).filter(({ urn }) => names.includes(nameOf(urn)))).toEqual([])
      // The stack is the other one.
      expect(preview.json.changeSummary).toMatchObject({ same: names.length + 1 })
    })

    it('shows replacements with the properties that cause them', () => {
      const reasons = stepsOf(preview).flatMap(({ op, urn, replaceReasons }) =>
        op === 'replace' ? [[nameOf(urn), replaceReasons]] : [],
      )
      const expected = Object.entries(replaced).map(([name, { change }]) => [name, Object.keys(change)])
      expect(Object.fromEntries(reasons)).toEqual(Object.fromEntries(expected))
    })
  })

  it('shows each change by another user with its property', async () => {
    const [freeze] = await api.freezePeriods.list(1).all()
    const trigger = (await api.triggerTokens.list(1).all()).find(({ description }) => description === 'nightly')
    const mirror = (await api.remoteMirrors.list(1).all()).find(({ url }) => url?.endsWith('/web.git'))
    const tokens = await api.groupAccessTokens.list(10, { state: 'active' }).all()
    const token = tokens.find(({ name }) => name === 'deploy')
    await api.labels.update(1, 'bug', { color: '#DC143C', description: 'Changed' })
    await api.freezePeriods.update(1, freeze!.id, { cron_timezone: 'Asia/Tokyo' })
    await api.protectedEnvironments.update(1, 'production', { approval_rules: [{ user_id: 2 }] })
    await api.triggerTokens.update(1, trigger!.id, { description: 'changed' })
    await api.remoteMirrors.update(1, mirror!.id, { keep_divergent_refs: true })
    await api.groupAccessTokens.rotate(10, token!.id, { expires_at: inDays(30) })

    await stack.setProgram(program({ isChanged: false }))
    const preview = await stack.preview({ refresh: true, json: true, expectNoChanges: true })
    const updates = stepsOf(preview).filter(({ op }) => op === 'update')
    const properties = updates.map(({ urn, detailedDiff }) => [nameOf(urn), Object.keys(detailedDiff ?? {})])
    expect(Object.fromEntries(properties)).toEqual({
      label: ['description'],
      freeze: ['cronTimezone'],
      environment: ['approvalRules[1]'],
      trigger: ['description'],
      mirror: ['keepDivergentRefs'],
      token: ['expiresAt'],
    })
    expect(preview.code).not.toBe(0)
  })

  it('repairs and replaces resources, after which there is no diff', async () => {
    await stack.setProgram(program({ isChanged: true }))
    expectOk(await stack.up({ refresh: true }))
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    expect(await api.remoteMirrors.list(1).all()).toHaveLength(2)
  })

  it('deletes all resources from the service', async () => {
    expectOk(await stack.destroy())
    const left = await Promise.all([
      api.labels.list(1).all(),
      api.freezePeriods.list(1).all(),
      api.protectedEnvironments.list(1).all(),
      api.triggerTokens.list(1).all(),
      api.remoteMirrors.list(1).all(),
      api.groupAccessTokens.list(10, { state: 'active' }).all(),
    ])
    expect(left).toEqual([[], [], [], [], [], []])
  })
})

const nameOf = (urn: string) => urn.split('::').pop() ?? ''
/** The steps of a preview without reads. */
const stepsOf = ({ json }: Result) => (json.steps ?? []).filter(({ op }) => op !== 'refresh')
