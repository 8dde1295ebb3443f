import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(120_000)

const program = (changed: Partial<Record<string, object>> = {}) => {
  const declared: Record<string, [string, object]> = {
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
  const lines = Object.entries(declared).map(([name, [type, args]]) => {
    const values = JSON.stringify({ ...args, ...changed[name] })
    return `exports.${name} = new trueup.${type}('${name}', ${values}).id`
  })
  return `const trueup = require('trueup')\n${lines.join('\n')}`
}

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

describe.each(['seed', 'gitlab'] as const)('all six kinds under the real engine, on flavor %s', (flavor) => {
  let emulator: Emulator
  let stack: PulumiStack
  let api: Client

  beforeAll(async () => {
    emulator = await startEmulator({ flavor })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    stack = await PulumiStack.create({
      program: program(),
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-owner' },
    })
  })

  afterAll(async () => {
    await stack?.close()
    await api.close()
    await emulator.close()
  })

  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

  it('go up by one write each, and a preview then shows nothing', async () => {
    expectOk(await stack.up())
    expect(writes().map(({ method }) => method)).toEqual(Array(6).fill('POST'))
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    const texts = (await stack.export()).deployment.resources?.flatMap(({ inputs }) => inputs?.__provider ?? [])
    expect(texts).toHaveLength(6)
    for (const text of texts ?? []) expect(Buffer.byteLength(String(text))).toBeLessThan(100)
  })

  it('show what was changed by hand, each with its property, and repair it', async () => {
    const [freeze] = await api.freezePeriods.list(1).all()
    const [trigger] = await api.triggerTokens.list(1).all()
    const [mirror] = await api.remoteMirrors.list(1).all()
    const [token] = await api.groupAccessTokens.list(10, { state: 'active' }).all()
    await api.labels.update(1, 'bug', { color: '#DC143C', description: 'Changed' })
    await api.freezePeriods.update(1, freeze!.id, { cron_timezone: 'Asia/Tokyo' })
    await api.protectedEnvironments.update(1, 'production', { approval_rules: [{ user_id: 2 }] })
    await api.triggerTokens.update(1, trigger!.id, { description: 'changed' })
    await api.remoteMirrors.update(1, mirror!.id, { keep_divergent_refs: true })
    await api.groupAccessTokens.rotate(10, token!.id, { expires_at: inDays(30) })

    const preview = await stack.preview({ refresh: true, json: true })
    const updates = preview.json.steps?.filter(({ op }) => op === 'update') ?? []
    const properties = updates.map(({ urn, detailedDiff }) => [urn.split('::').pop(), Object.keys(detailedDiff ?? {})])
    expect(Object.fromEntries(properties)).toEqual({
      label: ['description'],
      freeze: ['cronTimezone'],
      environment: ['approvalRules[1]'],
      trigger: ['description'],
      mirror: ['keepDivergentRefs'],
      token: ['expiresAt'],
    })
    expect((await stack.preview({ refresh: true, expectNoChanges: true })).code).not.toBe(0)
    expectOk(await stack.up({ refresh: true }))
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('are replaced by what cannot be changed, and the preview says why', async () => {
    await stack.setProgram(
      program({
        trigger: { expiresAt: inDays(60) },
        mirror: { password: 'another' },
        token: { scopes: ['api'] },
        environment: { name: 'staging' },
      }),
    )
    const preview = await stack.preview({ json: true })
    const replaced = preview.json.steps?.filter(({ op }) => op === 'replace') ?? []
    expect(
      Object.fromEntries(replaced.map(({ urn, replaceReasons }) => [urn.split('::').pop(), replaceReasons])),
    ).toEqual({
      trigger: ['expiresAt'],
      mirror: ['password'],
      token: ['scopes'],
      environment: ['name'],
    })
    expectOk(await stack.up())
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    expect((await api.remoteMirrors.list(1).all()).length).toBe(1)
  })

  it('are destroyed, and the service holds nothing of them', async () => {
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
