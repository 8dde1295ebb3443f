import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, said } from '../support/pulumi'

jest.setTimeout(120_000)

describe('objects of a program in YAML that change hands', () => {
  let emulator: Emulator
  let api: Client
  let stack: PulumiStack

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'gitlab' })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    stack = await PulumiStack.create({
      language: 'yaml',
      plugins,
      program: '',
      config: { 'trueup:baseUrl': emulator.url },
      secretConfig: { 'trueup:token': 'emulator-maintainer' },
      env: { OTHER_TOKEN: 'emulator-maintainer' },
    })
  })

  afterAll(async () => {
    await stack?.close()
    await api?.close()
    await emulator?.close()
  })

  const provider = (name: string, settings: string) =>
    `  ${name}: { type: pulumi:providers:trueup, properties: { ${settings} } }\n`
  const label = (name: string, project: string, options = '') =>
    `  ${name}: { type: trueup:Label, properties: { project: ${project}, name: ${name}, color: red }${options} }\n`
  const other = () => provider('other', `baseUrl: "${emulator.url}/", tokenEnv: OTHER_TOKEN`)
  const ofOther = ', options: { provider: "${other}" }'

  it('finds out that the resources of two providers declare the same object', async () => {
    const twin = `  twin: { type: trueup:Label, properties: { project: acme/web, name: bug, color: red }${ofOther} }\n`
    await stack.setProgram(`resources:\n${other()}${label('bug', 'acme/web')}${twin}`)
    const preview = await stack.preview()
    expect(said(preview)).toMatch(
      /label "bug" of acme\/web is declared twice, by Label "\w+" and Label "\w+": keep one/,
    )
    expect(preview.code).not.toBe(0)
  })

  it('keeps the labels of single resources that a set adopts, and reports their number', async () => {
    await stack.setProgram(`resources:\n${other()}${label('bug', 'acme/web')}${label('help', 'acme/web', ofOther)}`)
    expectOk(await stack.up())
    const before = await api.labels.list(1).all()
    expect(before.map(({ name }) => name).sort()).toEqual(['bug', 'help'])
    await stack.setProgram(`resources:
${other()}  all:
    type: trueup:LabelSet
    properties:
      project: acme/web
      onConflict: adopt
      items: { bug: { color: red }, help: { color: blue } }
`)
    const preview = said(expectOk(await stack.preview()))
    expect(preview).toContain('2 labels that already exist would be adopted: 1 unchanged, 1 changed.')
    expect(preview).toMatch(
      /label "help" of acme\/web \(id 1\/\d+\) already exists and would be adopted: color "#FF0000" → "#0000FF"/,
    )
    expect(said(expectOk(await stack.up()))).toContain('Adopted 2 labels: 1 unchanged, 1 changed.')
    const after = await api.labels.list(1).all()
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expectOk(await stack.preview({ expectNoChanges: true, refresh: true }))
  })

  it('reads an object of another program by its id, and never changes it', async () => {
    const { id } = await api.labels.create(2, { name: 'foreign', color: '#123456' })
    await stack.setProgram(
      `resources:\n  foreign: { type: trueup:Label, get: { id: 2/${id} } }\noutputs: { color: "\${foreign.color}" }\n`,
    )
    expectOk(await stack.up())
    const outputs = expectOk(await stack.run('stack', 'output', '--json')).stdout
    expect(JSON.parse(outputs)).toEqual({ color: '#123456' })
    expectOk(await stack.destroy())
    expect(await api.labels.list(2).all()).toHaveLength(1)
    expect(await api.labels.list(1).all()).toEqual([])
  })
})
