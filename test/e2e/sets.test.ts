import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { expectOk, type Preview, PulumiStack } from '../support/pulumi'

jest.setTimeout(180_000)

/** Two sets of labels that are changed, and labels that are a set or single resources. */
const program = ({ bug = '#DC143C', exclusive = false, labels = 'LabelSet' } = {}) => `
const pulumi = require('@pulumi/pulumi')
const trueup = require('trueup')
const config = new pulumi.Config()
const items = { bug: { color: 'crimson' }, chore: { color: 'grey' }, docs: { color: 'blue' } }
const changed = { ...items, bug: { color: '${bug}' } }
new trueup.LabelSet('labels', { project: 'acme/web', items: changed, onConflict: 'adopt' })
new trueup.LabelSet('only', { project: 'acme/api', items, exclusive: ${exclusive}, onConflict: 'adopt' })
const project = 'acme/platform/infra'
${
  labels === 'LabelSet'
    ? `new trueup.LabelSet('moving', { project, items, onConflict: 'adopt' })`
    : `for (const [name, item] of Object.entries(items)) new trueup.Label(name, { project, name, ...item, onConflict: 'adopt' })`
}
const tokens = new trueup.TriggerTokenSet('triggers', { project: 'acme/web', items: { nightly: { description: 'nightly build' } } })
new trueup.RemoteMirrorSet('mirrors', {
  project: 'acme/web',
  items: { backup: { url: 'https://example.com/web.git', username: 'u', password: config.requireSecret('password') } },
})
exports.nightly = tokens.tokens.apply(({ nightly }) => nightly)
`

const [web, api, infra] = [1, 2, 3]

/** These tests run on one stack, in order. */
describe('sets under the real engine', () => {
  let emulator: Emulator
  let client: Client
  let stack: PulumiStack

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'spec' })
    client = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    stack = await PulumiStack.create({
      program: program(),
      secretConfig: { password: 'mirr0r-s3cret' },
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
    expectOk(await stack.up())
  })
  afterAll(async () => {
    await stack.close()
    await client.close()
    await emulator.close()
  })

  const labels = async (project: number) => (await client.labels.list(project).all()).map(({ id }) => id)
  /** The updates of a preview with their properties. */
  const updatesIn = ({ steps = [] }: Preview) =>
    Object.fromEntries(
      steps
        .filter(({ op }) => op === 'update')
        .map(({ urn, detailedDiff }) => [urn.split('::').at(-1), Object.keys(detailedDiff ?? {})]),
    )
  /** Writes in the project of the labels that move between a set and single resources, without refused creations. */
  const writes = () =>
    emulator
      .requests()
      .filter(({ method, path }) => method !== 'GET' && path.startsWith(`/api/v4/projects/${infra}/`))
      .filter(({ method, status }) => !(method === 'POST' && status >= 400))

  it('encrypts the secrets of sets, also after a refresh, which finds no changes', async () => {
    const [token] = await client.triggerTokens.list(web).all()
    const secrets = ['mirr0r-s3cret', token!.token]
    const opened = JSON.stringify(await stack.export({ showSecrets: true }))
    const stored = [JSON.stringify(await stack.export())]
    expectOk(await stack.refresh({ expectNoChanges: true }))
    stored.push(JSON.stringify(await stack.export()))
    for (const secret of secrets) {
      expect(opened).toContain(secret)
      for (const text of stored) expect(text).not.toContain(secret)
    }
    expect(expectOk(await stack.run('stack', 'output', '--json')).stdout).not.toContain(token!.token)
  })

  it('moves items to single resources without a write, and keeps unmanaged objects that no preview has shown', async () => {
    const before = await labels(infra)
    await client.labels.create(api, { name: 'stranger', color: '#123456' })
    emulator.clearRequests()
    await stack.setProgram(program({ exclusive: true, labels: 'Label' }))
    expectOk(await stack.up())
    expect(await labels(infra)).toEqual(before)
    expect(writes()).toEqual([])
    expect(await labels(api)).toHaveLength(4)
  })

  it('shows each change by item and property, and each unmanaged object before its deletion', async () => {
    await client.labels.update(web, 'docs', { color: '#0000FF', description: 'changed by hand' })
    await stack.setProgram(program({ bug: 'red', exclusive: true }))
    const { json } = await stack.preview({ json: true, refresh: true })
    expect(updatesIn(json)).toEqual({
      labels: ['items.bug.color', 'items.docs.description'],
      only: [expect.stringMatching(/^items(\[")?\.?#\d+/)],
    })
  })

  it('moves single resources into a set and repairs drift, after which there is no diff', async () => {
    const before = await labels(infra)
    emulator.clearRequests()
    expectOk(await stack.up({ refresh: true }))
    expect(await labels(infra)).toEqual(before)
    expect(writes()).toEqual([])
    expect(await labels(api)).toHaveLength(3)
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('destroys all sets', async () => {
    expectOk(await stack.destroy())
    expect(await Promise.all([web, api, infra].map(labels))).toEqual([[], [], []])
  })
})
