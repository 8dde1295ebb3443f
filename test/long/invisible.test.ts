import { type Emulator, startEmulator } from '../../emulator'
import { costlyFlavors } from '../shared/test-run'
import { expectOk, PulumiStack, type Result, said } from '../support/pulumi'

jest.setTimeout(180_000)

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

const operations = ['refresh', 'refreshing update', 'update of what changed in the program'] as const
type Operation = (typeof operations)[number]

interface Refused {
  token: string
  /** The errors of operations that read the state, and of those that change objects. */
  read: RegExp
  change: RegExp
}

const refused: Refused[] = [
  { token: 'expired', read: /401 .*expired/, change: /401 .*expired/ },
  { token: 'revoked', read: /401 .*revoked/, change: /401 .*revoked/ },
  {
    token: 'outsider',
    read: /TRUEUP_GONE_PARENTS=acme\/platform/,
    change: /label "bug" .* was not updated\. .* 404 .*cannot see it/,
  },
]

describe.each(costlyFlavors)('a state whose objects cannot be seen on flavor %s', (flavor) => {
  let emulator: Emulator
  let stack: PulumiStack
  let before: Record<string, object>
  const setToken = (name: string) => stack.setEnv({ TRUEUP_TOKEN: `emulator-${name}` })

  beforeAll(async () => {
    emulator = await startEmulator({ flavor })
    stack = await PulumiStack.create({ program: program('crimson'), env: { TRUEUP_BASE_URL: emulator.url } })
    setToken('root')
    expectOk(await stack.up())
    before = await stateOf()
  })
  afterAll(async () => {
    await stack?.close()
    await emulator.close()
  })

  /** The decrypted state of each resource, without timestamps and source positions. */
  const stateOf = async () => {
    const { deployment } = await stack.export({ showSecrets: true })
    const all = deployment.resources?.map(({ urn, id, inputs, outputs }) => [urn, { id, inputs, outputs }])
    return Object.fromEntries(all ?? []) as Record<string, object>
  }

  const run: Record<Operation, () => Promise<Result>> = {
    refresh: () => stack.refresh(),
    'refreshing update': () => stack.up({ refresh: true }),
    'update of what changed in the program': async () => {
      await stack.setProgram(program('#00FF00'))
      const result = await stack.up()
      await stack.setProgram(program('crimson'))
      return result
    },
  }

  describe.each(refused)('with the token "$token"', ({ token, read, change }) => {
    beforeAll(() => {
      setToken(token)
      emulator.clearRequests()
    })

    it.each(operations)('fails with the reason: %s', async (operation) => {
      const result = await run[operation]()
      expect(result.code).not.toBe(0)
      expect(said(result)).toMatch(operation === 'update of what changed in the program' ? change : read)
    })

    it('keeps the state and sends no write', async () => {
      expect(emulator.requests()).not.toEqual([])
      expect(emulator.requests().filter(({ method, status }) => method !== 'GET' && (status ?? 0) < 400)).toEqual([])
      // Once is enough: no operation with this token can restore what another one lost.
      expect(await stateOf()).toEqual(before)
    })
  })

  it('drops the resources from state if TRUEUP_GONE_PARENTS confirms the deletion of the project and the group', async () => {
    setToken('outsider')
    stack.setEnv({ TRUEUP_GONE_PARENTS: 'acme/platform/infra,acme/platform' })
    expectOk(await stack.refresh())
    const { deployment } = await stack.export()
    expect(deployment.resources?.filter(({ type }) => type.includes('trueup'))).toEqual([])
  })
})
