import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(120_000)

const program = (labels: Record<string, object>, more = '') => `
const trueup = require('trueup')
${Object.entries(labels)
  .map(
    ([name, args]) =>
      `exports[${JSON.stringify(name)}] = new trueup.Label(${JSON.stringify(name)}, ${JSON.stringify(args)}).id`,
  )
  .join('\n')}
${more}`

const bug = { project: 'acme/web', name: 'bug', color: 'crimson', description: 'Broken', priority: 1 }
const feature = { project: 'acme/web', name: 'feature', color: '#2E8B57' }

describe('labels under the real engine', () => {
  let emulator: Emulator
  let stack: PulumiStack
  let api: Client

  beforeAll(async () => {
    emulator = await startEmulator()
    api = new Client({ baseUrl: emulator.url, token: 'emulator-root' })
    stack = await PulumiStack.create({
      program: program({ bug, feature }),
      config: { 'trueup:baseUrl': emulator.url },
      secretConfig: { 'trueup:token': 'emulator-maintainer' },
    })
  })

  afterAll(async () => {
    await stack?.close()
    await api.close()
    await emulator.close()
  })

  const names = async () => (await api.labels.list(1).all()).map(({ name }) => name)
  const writes = () => emulator.requests().filter(({ method }) => method !== 'GET')

  it('go up, and a preview then shows nothing', async () => {
    expectOk(await stack.up())
    expect(await names()).toEqual(['bug', 'feature'])
    expectOk(await stack.preview({ expectNoChanges: true }))
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('have one short constant line of code in the state, and no token', async () => {
    const state = await stack.export({ showSecrets: true })
    const labels = state.deployment.resources?.filter(({ type }) => type === 'pulumi-nodejs:dynamic/trueup:Label') ?? []
    expect(labels).toHaveLength(2)
    for (const { inputs, outputs, id } of labels) {
      const text = String(inputs?.__provider)
      expect(text).toBe('exports.handler=()=>require("trueup/runtime").provider("label")')
      expect(Buffer.byteLength(text)).toBeLessThan(100)
      expect(outputs).toMatchObject({ __provider: text, projectId: 1, instance: emulator.url })
      expect(Object.keys(inputs ?? {}).sort()).toEqual([
        '__provider',
        'color',
        'description',
        'name',
        'priority',
        'project',
      ])
      expect(id).toBe(`1/${String(outputs?.labelId)}`)
      expect(JSON.stringify({ inputs, outputs })).not.toContain('emulator-maintainer')
    }
  })

  it.each([
    ['name', { new_name: 'kaputt' }],
    ['color', { color: '#000000' }],
    ['description', { color: '#DC143C', description: 'Changed by hand' }],
    ['priority', { color: '#DC143C', priority: 9 }],
  ])('whose %s was changed by hand are previewed with that property, and repaired', async (property, change) => {
    const before = await api.labels.get(1, 'bug')
    await api.labels.update(1, before.id, change)
    const preview = await stack.preview({ refresh: true, json: true })
    const update = preview.json.steps?.find(({ op }) => op === 'update')
    expect(update?.detailedDiff).toEqual({ [property]: { kind: 'update', inputDiff: true } })
    expect((await stack.preview({ refresh: true, expectNoChanges: true })).code).not.toBe(0)
    expectOk(await stack.up({ refresh: true }))
    expect(await api.labels.get(1, before.id)).toEqual(before)
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('that were deleted by hand are made anew', async () => {
    await api.labels.delete(1, 'feature')
    const drift = await stack.refresh({ previewOnly: true })
    expect(drift.stdout).toMatch(/- 1 to delete|-1 .*delete|feature.*delete/)
    expectOk(await stack.up({ refresh: true }))
    expect(await names()).toEqual(['bug', 'feature'])
  })

  it('are renamed in place', async () => {
    const before = await api.labels.get(1, 'bug')
    await stack.setProgram(program({ bug: { ...bug, name: 'defect' }, feature }))
    emulator.clearRequests()
    expectOk(await stack.up())
    expect(writes()).toEqual([expect.objectContaining({ method: 'PUT', body: { new_name: 'defect' } })])
    expect((await api.labels.get(1, 'defect')).id).toBe(before.id)
  })

  it('stay what they are when their project is written another way', async () => {
    await stack.setProgram(program({ bug: { ...bug, name: 'defect', project: 1 }, feature }))
    emulator.clearRequests()
    expectOk(await stack.up({ expectNoChanges: true }))
    expectOk(await stack.refresh())
    expectOk(await stack.up({ expectNoChanges: true }))
    expect(writes()).toEqual([])
  })

  it('are replaced when they move to another project', async () => {
    await stack.setProgram(program({ bug: { ...bug, name: 'defect', project: 'acme/api' }, feature }))
    const preview = await stack.preview({ json: true })
    expect(preview.json.steps?.map(({ op }) => op)).toContain('replace')
    expectOk(await stack.up())
    expect(await names()).toEqual(['feature'])
    expect((await api.labels.list(2).all()).map(({ name }) => name)).toEqual(['defect'])
  })

  it('are refused before anything is sent when the program is wrong', async () => {
    await stack.setProgram(program({ bug: { ...bug, color: 'reddish', prority: 1 } }))
    emulator.clearRequests()
    const result = await stack.up()
    expect(result.code).not.toBe(0)
    expect(result.stdout + result.stderr).toMatch(/color must be a colour like .*but is "reddish"/)
    expect(result.stdout + result.stderr).toMatch(/prority is no argument of a label: did you mean priority\?/)
    expect(emulator.requests()).toEqual([])
  })

  it('that are declared twice are refused in the preview, with both names', async () => {
    await stack.setProgram(program({ bug, twin: { ...bug, project: '/acme/web/', name: ' bug' } }))
    const result = await stack.preview()
    expect(result.code).not.toBe(0)
    expect(result.stdout + result.stderr).toMatch(
      /label "bug" of acme\/web is declared twice, by the resources "bug" and "twin"/,
    )
  })

  it('are destroyed, and nothing is left', async () => {
    await stack.setProgram(program({ bug, feature }))
    expectOk(await stack.destroy())
    expect(await names()).toEqual([])
    expect(await api.labels.list(2).all()).toEqual([])
  })
})
