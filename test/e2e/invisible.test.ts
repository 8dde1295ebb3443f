import { useEmulator } from '../support/emulator'
import { expectOk, PulumiStack, type Result } from '../support/pulumi'

jest.setTimeout(180_000)

const said = ({ stdout, stderr }: Result) => stdout + stderr

/** One of every kind of object, in a project and a group that outsiders cannot see. */
const program = (color: string) => `
const trueup = require('trueup')
const project = 'acme/platform/infra'
const label = new trueup.Label('label', { project, name: 'bug', color: '${color}' })
new trueup.LabelSubscription('subscription', { project, label: label.id })
new trueup.FreezePeriod('freeze', { project, freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon' })
new trueup.ProtectedEnvironment('environment', {
  project, name: 'production', deployAccessLevels: [{ accessLevel: 'maintainer' }],
})
new trueup.TriggerToken('trigger', { project, description: 'nightly' })
new trueup.RemoteMirror('mirror', { project, url: 'https://example.com/web.git' })
new trueup.GroupAccessToken('token', {
  group: 'acme/platform', name: 'deploy', scopes: ['read_api'], rotation: { lifetimeDays: 90, rotateDaysBefore: 30 },
})
new trueup.IssueLink('link', { project, issueIid: 1, targetProject: 'acme/api', targetIssueIid: 2 })
new trueup.Vulnerability('vulnerability', { project, findingId: 303 })
`

describe.each(['seed', 'gitlab'] as const)('a state whose objects cannot be seen, on flavor %s,', (flavor) => {
  const emulator = useEmulator({ flavor })
  let stack: PulumiStack
  const setToken = (name: string) => stack.setEnv({ TRUEUP_TOKEN: `emulator-${name}` })

  beforeAll(async () => {
    stack = await PulumiStack.create({ program: program('crimson') })
  })
  afterAll(() => stack?.close())

  beforeEach(async () => {
    stack.setEnv({ TRUEUP_BASE_URL: emulator.url })
    setToken('root')
    await stack.setProgram(program('crimson'))
    expectOk(await stack.up())
  })
  afterEach(async () => {
    // The state goes without the objects: each test begins with the seed world.
    emulator.clearFaults()
    setToken('root')
    expectOk(await stack.destroy())
  })

  /** What the state says of each resource, in plain: the engine encrypts anew, and keeps moments and positions beside that. */
  const stateOf = async () => {
    const { deployment } = await stack.export({ showSecrets: true })
    const all = deployment.resources?.map(({ urn, id, inputs, outputs }) => [urn, { id, inputs, outputs }])
    return Object.fromEntries(all ?? []) as Record<string, object>
  }

  it('stays as it was, whoever asks: each failure says why, and nothing is written', async () => {
    const before = await stateOf()
    for (const [token, reason] of [
      ['expired', /401 .*expired/],
      ['revoked', /401 .*revoked/],
      ['outsider', /TRUEUP_GONE_PARENTS=acme\/platform/],
    ] as const) {
      setToken(token)
      emulator.clearRequests()
      const refresh = await stack.refresh()
      expect(refresh.code).not.toBe(0)
      expect(said(refresh)).toMatch(reason)
      expect(await stateOf()).toEqual(before)
      const up = await stack.up({ refresh: true })
      expect(up.code).not.toBe(0)
      expect(await stateOf()).toEqual(before)
      await stack.setProgram(program('#00FF00'))
      expect((await stack.up()).code).not.toBe(0)
      await stack.setProgram(program('crimson'))
      expect(await stateOf()).toEqual(before)
      expect(emulator.requests().filter(({ method, status }) => method !== 'GET' && (status ?? 0) < 400)).toEqual([])
    }
  })

  it('is let go for one run once a person says that the project and the group are gone for good', async () => {
    setToken('outsider')
    stack.setEnv({ TRUEUP_GONE_PARENTS: 'acme/platform/infra,acme/platform' })
    try {
      expectOk(await stack.refresh())
    } finally {
      stack.setEnv({ TRUEUP_GONE_PARENTS: '' })
    }
    const { deployment } = await stack.export()
    expect(deployment.resources?.filter(({ type }) => type.includes('trueup'))).toEqual([])
  })
})
