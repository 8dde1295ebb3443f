import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, said } from '../support/pulumi'

jest.setTimeout(120_000)

describe('a program with dynamic resources and resources of the plugin', () => {
  let emulator: Emulator
  let api: Client
  let stack: PulumiStack

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'gitlab' })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    stack = await PulumiStack.create({
      plugins,
      program: '',
      config: { 'trueup:baseUrl': emulator.url },
      secretConfig: { 'trueup:token': 'emulator-maintainer' },
    })
  })

  afterAll(async () => {
    await stack?.close()
    await api?.close()
    await emulator?.close()
  })

  const program = (resources: string) => `
const dynamic = require('trueup')
const native = require('trueup/native')
${resources}`

  it('rejects an object that both declare', async () => {
    await stack.setProgram(
      program(`
new dynamic.Label('one', { project: 'acme/web', name: 'bug', color: 'red' })
new native.LabelSet('two', { project: 'acme/web', items: { bug: { color: 'red' } } })`),
    )
    expect(said(await stack.preview())).toMatch(
      /label "bug" of acme\/web is declared twice, by \w+ "\w+" and \w+ "\w+"/,
    )
  })

  it('creates the objects of both, and reads their outputs with functions', async () => {
    await stack.setProgram(
      program(`
const other = new native.Provider('other', { baseUrl: '${emulator.url}', token: 'emulator-maintainer' })
new dynamic.Label('bug', { project: 'acme/web', name: 'bug', color: 'red' })
const help = new native.Label('help', { project: 'acme/web', name: 'help', color: 'blue' }, { provider: other })
exports.color = native.getLabel({ project: 'acme/web', label: help.labelId }, { provider: other }).color`),
    )
    expectOk(await stack.up())
    const outputs = expectOk(await stack.run('stack', 'output', '--json')).stdout
    expect(JSON.parse(outputs)).toEqual({ color: '#0000FF' })
    expectOk(await stack.preview({ expectNoChanges: true, refresh: true }))
    expect(JSON.stringify(await stack.export())).not.toContain('emulator-maintainer')
  })

  it('keeps the objects that resources of the other one adopt', async () => {
    const before = (await api.labels.list(1).all()).map(({ id, name }) => ({ id, name }))
    await stack.setProgram(
      program(`
new native.Label('new bug', { project: 'acme/web', name: 'bug', color: 'red', onConflict: 'adopt' })
new dynamic.LabelSet('all', { project: 'acme/web', onConflict: 'adopt', items: { help: { color: 'blue' } } })`),
    )
    expect(said(expectOk(await stack.up()))).toContain('Adopted 2 labels: 2 unchanged.')
    expect((await api.labels.list(1).all()).map(({ id, name }) => ({ id, name }))).toEqual(before)
    expectOk(await stack.preview({ expectNoChanges: true }))
    expectOk(await stack.destroy())
    expect(await api.labels.list(1).all()).toEqual([])
  })
})
