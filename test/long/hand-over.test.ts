import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { costlyFlavors } from '../shared/test-run'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(180_000)

const [web, api, infra] = [1, 2, 3]

/** A program whose objects move to other resources in one update or stay. `phase` selects its declarations. */
const program = (phase: 'before' | 'after') => `
const trueup = require('trueup')
const after = ${phase === 'after'}
const color = 'crimson'
const same = new trueup.Provider('same', { baseUrl: process.env.TRUEUP_BASE_URL, tokenEnv: 'TRUEUP_TOKEN' })

// Single resources become sets of another provider.
const level = [{ accessLevel: 40 }]
if (!after) {
  const adopt = { project: 'acme/web', onConflict: 'adopt' }
  new trueup.Label('one', { ...adopt, name: 'one', color })
  new trueup.Label('two', { ...adopt, name: 'two', color })
  new trueup.ProtectedEnvironment('production', { ...adopt, name: 'production', deployAccessLevels: level })
} else {
  const adopt = { project: 1, onConflict: 'adopt' }
  new trueup.LabelSet('labels', { ...adopt, items: { one: { color }, two: { color } } }, { provider: same })
  new trueup.ProtectedEnvironmentSet('environments', { ...adopt, items: { production: { deployAccessLevels: level } } }, { provider: same })
}

// Items move to another set, and to a single resource; one gets another key.
const key = after ? 'renamed' : 'x'
const first = { project: 'acme/api', onConflict: 'adopt' }
new trueup.LabelSet('from', { ...first, items: { [key]: { name: 'x', color }, ...(after ? {} : { y: { color }, z: { color } }) } })
new trueup.LabelSet('to', { ...first, items: { k: { color }, ...(after ? { y: { color } } : {}) } })
if (after) new trueup.Label('z', { ...first, name: 'z', color })

// Exclusive sets beside single resources and other sets of the same project.
const project = 'acme/platform/infra'
new trueup.LabelSet('exclusive', { project, exclusive: true, items: { own: { color } } })
new trueup.LabelSet('beside', { project, items: { also: { color } } })
new trueup.Label('single', { project: 3, name: 'single', color })
new trueup.TriggerTokenSet('exclusive-tokens', { project, exclusive: true, items: { own: { description: 'own' } } })
exports.token = new trueup.TriggerToken('token', { project, description: 'single' }).token
`

describe.each(costlyFlavors)('objects that move between resources on flavor %s', (flavor) => {
  let emulator: Emulator
  let client: Client
  let stack: PulumiStack
  let before: Record<string, number>

  beforeAll(async () => {
    emulator = await startEmulator({ flavor })
    client = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    stack = await PulumiStack.create({
      program: program('before'),
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
    expectOk(await stack.up())
    before = await everything()
  })
  afterAll(async () => {
    await stack.close()
    await client.close()
    await emulator.close()
  })

  /** The id of each object, which a new one would not have. */
  const everything = async () => {
    const labels = await Promise.all([web, api, infra].map((project) => client.labels.list(project).all()))
    const environments = await client.protectedEnvironments.list(web).all()
    const tokens = await client.triggerTokens.list(infra).all()
    return Object.fromEntries([
      ...labels.flat().map(({ name, id }) => [name, id]),
      ...environments.map(({ name, deploy_access_levels: [level] }) => [name, level?.id]),
      ...tokens.map(({ description, id }) => [`token ${description}`, id]),
    ]) as Record<string, number>
  }
  const writes = () =>
    emulator.requests().filter(({ method, status }) => method !== 'GET' && !(method === 'POST' && status >= 400))

  it('keeps objects that move to other providers and sets', async () => {
    emulator.clearRequests()
    await stack.setProgram(program('after'))
    const { stdout } = expectOk(await stack.up())
    expect(writes()).toEqual([])
    expect(await everything()).toEqual(before)
    expect(stdout).toMatch(/label "one" of acme\/web \(id 1\/\d+\) is kept: LabelSet "labels" owns it/)
  })

  it('keeps objects of other resources in updates of an exclusive set', async () => {
    expectOk(await stack.up({ refresh: true }))
    expectOk(await stack.up({ refresh: true }))
    expect(writes()).toEqual([])
    expect(await everything()).toEqual(before)
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('keeps objects that move back, also if a provider only has deletions', async () => {
    await stack.setProgram(program('before'))
    const { stdout } = expectOk(await stack.up())
    expect(writes()).toEqual([])
    expect(await everything()).toEqual(before)
    expect(stdout).toMatch(/label "one" of 1 \(id 1\/\d+\) is kept: Label "one" owns it/)
  })

  it('deletes all objects in a destroy that runs the program', async () => {
    expectOk(await stack.destroy({ runProgram: true }))
    expect(await everything()).toEqual({})
  })
})
