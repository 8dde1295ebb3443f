import { useEmulator } from '../support/emulator'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(180_000)

const program = ({ bug = '#DC143C', exclusive = false, labels = 'LabelSet' } = {}) => `
const pulumi = require('@pulumi/pulumi')
const trueup = require('trueup')
const config = new pulumi.Config()
const project = 'acme/web'
const items = { bug: { color: '${bug}' }, chore: { color: 'grey' }, docs: { color: 'blue' } }
${
  labels === 'LabelSet'
    ? `new trueup.LabelSet('labels', { project, items, exclusive: ${exclusive}, onConflict: 'adopt' })`
    : `for (const [name, item] of Object.entries(items)) new trueup.Label(name, { project, name, ...item, onConflict: 'adopt' })`
}
const tokens = new trueup.TriggerTokenSet('triggers', { project, items: { nightly: { description: 'nightly build' } } })
new trueup.RemoteMirrorSet('mirrors', {
  project,
  items: { backup: { url: 'https://example.com/web.git', username: 'u', password: config.requireSecret('password') } },
})
exports.nightly = tokens.tokens.apply(({ nightly }) => nightly)
`

describe('sets under the real engine', () => {
  const emulator = useEmulator()
  let stack: PulumiStack

  beforeEach(async () => {
    stack = await PulumiStack.create({
      program: program(),
      secretConfig: { password: 'mirr0r-s3cret' },
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
    expectOk(await stack.up())
  })
  afterEach(() => stack.close())

  const labels = async () =>
    ((await emulator.get('/projects/1/labels')).body as { id: number; name: string }[]).map(({ id }) => id)
  const diffOf = async (name: string, options: { refresh?: boolean } = {}) => {
    const { steps = [] } = (await stack.preview({ json: true, ...options })).json
    return Object.keys(steps.find(({ op, urn }) => op === 'update' && urn.endsWith(`::${name}`))?.detailedDiff ?? {})
  }

  it('go up, stay quiet, show each change by item and property, and come down', async () => {
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    await stack.setProgram(program({ bug: 'red' }))
    expect(await diffOf('labels')).toEqual(['items.bug.color'])
    await stack.setProgram(program())
    await emulator.put('/projects/1/labels/docs', { color: '#0000FF', description: 'changed by hand' })
    expect(await diffOf('labels', { refresh: true })).toEqual(['items.docs.description'])
    expectOk(await stack.up({ refresh: true }))
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    expectOk(await stack.destroy())
    expect(await labels()).toEqual([])
  })

  it('name each stranger in the preview before it goes', async () => {
    await emulator.post('/projects/1/labels', { name: 'stranger', color: '#123456' })
    await stack.setProgram(program({ exclusive: true }))
    expectOk(await stack.up())
    expect(await labels()).toHaveLength(4)
    expect(await diffOf('labels', { refresh: true })).toEqual([expect.stringMatching(/^items(\[")?\.?#\d+/)])
    expectOk(await stack.up({ refresh: true }))
    expect(await labels()).toHaveLength(3)
  })

  it('hold their secrets encrypted, also after a refresh', async () => {
    const [{ token }] = (await emulator.get('/projects/1/triggers')).body as [{ token: string }]
    for (const secret of ['mirr0r-s3cret', token]) {
      expect(JSON.stringify(await stack.export({ showSecrets: true }))).toContain(secret)
      expect(JSON.stringify(await stack.export())).not.toContain(secret)
    }
    expectOk(await stack.refresh())
    for (const secret of ['mirr0r-s3cret', token]) expect(JSON.stringify(await stack.export())).not.toContain(secret)
    expect((await stack.run('stack', 'output', '--json')).stdout).not.toContain(token)
  })

  it('take over from single resources and give back to them, without a touch on the service', async () => {
    const before = await labels()
    emulator.clearRequests()
    await stack.setProgram(program({ labels: 'Label' }))
    expectOk(await stack.up())
    await stack.setProgram(program())
    expectOk(await stack.up())
    expect(await labels()).toEqual(before)
    expect(
      emulator.requests().filter(({ method, path }) => method !== 'GET' && !(method === 'POST' && /labels/.test(path))),
    ).toEqual([])
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })
})
