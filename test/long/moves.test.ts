import { type Emulator, startEmulator } from '../../emulator'
import { classNameOf } from '../../provider/core/schema/provider-text'
import { Client } from '../../sdk'
import { testNow } from '../support/emulator'
import { frozenStates } from '../support/frozen-states'
import { movedBack, movedToPlugin } from '../support/moved-program'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, type StateResource } from '../support/pulumi'
import { type FormerResource, formerResources, stateWith } from '../support/pulumi-gitlab-states'

jest.setTimeout(180_000)

/** A program with each kind and set. */
const { program: everyKind } = frozenStates.find(({ release }) => release === '0.1.0')!

/** These tests run on one stack, in order. The resources of pulumi-gitlab are not recorded: see the support module. */
describe('a stack that moves to the plugin and back', () => {
  let emulator: Emulator
  let api: Client
  let stack: PulumiStack
  let formers: FormerResource[]

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'spec', now: testNow })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    stack = await PulumiStack.create({
      program: everyKind,
      config: { endpoint: `${emulator.url}/acme/web/alerts/notify.json` },
      secretConfig: { password: 's3cret', key: 'emulator-alert-key' },
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-root', TRUEUP_TEST_NOW: testNow },
      plugins,
    })
    expectOk(await stack.up())
    formers = await formerResources(api)
    await stack.write('stack.json', JSON.stringify(stateWith(await stack.export(), formers)))
    expectOk(await stack.run('stack', 'import', '--file', 'stack.json'))
    emulator.clearRequests()
  })
  afterAll(async () => {
    await stack?.close()
    await api.close()
    await emulator.close()
  })

  /** The program, which also declares the resources of pulumi-gitlab. */
  const program = () => {
    const own = formers.map(({ name, kind, args }) => {
      const given = [name, args].map((one) => JSON.stringify(one)).join(', ')
      return `new trueup.${classNameOf(kind)}(${given})\n`
    })
    return everyKind + own.join('')
  }
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')
  const resources = async (): Promise<StateResource[]> => {
    const { deployment } = await stack.export({ showSecrets: true })
    return (deployment.resources ?? []).filter(({ type }) => !type.startsWith('pulumi:'))
  }

  it('gets only new states for resources of pulumi-gitlab, and requires no plugin of pulumi-gitlab', async () => {
    await stack.setProgram(movedToPlugin(program(), formers))
    const { stdout } = expectOk(await stack.up())
    expect(stdout).toContain(`~ ${formers.length} updated`)
    expect(stdout).toMatch(/Resources:\n\s+~ \d+ updated\n\s+\d+ unchanged\n/)
    expect(writes()).toEqual([])
    const all = await resources()
    expect(new Set(all.map(({ type }) => type.replace(/:\w+$/, '')))).toEqual(new Set(['trueup:index']))
    for (const { name, kept } of formers) {
      const { outputs } = all.find(({ urn }) => urn.endsWith(`::${name}`))!
      const values = Object.values(kept).flatMap((value) =>
        typeof value === 'object' && value !== null ? Object.values(value) : [value],
      )
      for (const value of values) expect(JSON.stringify(outputs)).toContain(String(value))
    }
  })

  it('refreshes without changes, and gets ids of this package', async () => {
    expectOk(await stack.refresh({ expectNoChanges: true }))
    expectOk(await stack.up({ expectNoChanges: true }))
    expect(writes()).toEqual([])
    const all = await resources()
    for (const { name, ownId } of formers) expect(all.find(({ urn }) => urn.endsWith(`::${name}`))?.id).toBe(ownId)
  })

  it('moves back to dynamic resources without a request', async () => {
    emulator.clearRequests()
    await stack.setProgram(movedBack(program()))
    expectOk(await stack.up({ expectNoChanges: true }))
    expect(emulator.requests()).toEqual([])
  })

  it('destroys all objects', async () => {
    expectOk(await stack.destroy())
    const lists = [api.labels, api.freezePeriods, api.protectedEnvironments, api.triggerTokens, api.remoteMirrors]
    for (const project of [1, 2]) for (const list of lists) expect(await list.list(project).all()).toEqual([])
    for (const group of [10, 11]) {
      expect(await api.groupAccessTokens.list(group, { state: 'active' }).all()).toEqual([])
    }
  })
})
