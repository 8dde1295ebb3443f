import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack, said, type StackOptions } from '../support/pulumi'

jest.setTimeout(240_000)

const web = 1

/** A resource of a program, with its arguments and options. */
type Resource = [name: string, type: string, args: object, options?: object]

const javascript = (resources: readonly Resource[]) => `
const trueup = require('trueup')
${resources.map(([name, type, args, options = {}]) => `new trueup.${type}('${name}', ${JSON.stringify(args)}, ${JSON.stringify(options)})`).join('\n')}
`

const yaml = (resources: readonly Resource[]) => {
  const entries = resources.map(([name, type, properties, options = {}]) => [
    name,
    { type: `trueup:${type}`, properties, options },
  ])
  return `resources: ${JSON.stringify(Object.fromEntries(entries))}\n`
}

const fronts: [front: string, programOf: (resources: readonly Resource[]) => string, Partial<StackOptions>][] = [
  ['a program in JavaScript', javascript, {}],
  ['a program in YAML with the plugin', yaml, { language: 'yaml', plugins }],
]

const label = (name: string, key = name, options?: object): Resource => [
  key,
  'Label',
  { project: 'acme/web', name, color: '#112233' },
  options ?? {},
]
const mirror = (password: string): Resource => [
  'mirror',
  'RemoteMirror',
  { project: 'acme/web', url: 'https://example.com/web.git', username: 'git', password },
]
const tag = (name: string): Resource => ['tag', 'ProtectedTag', { project: 'acme/web', name }]
const replaced = (color: string): Resource => [
  'replaced',
  'Label',
  { project: 'acme/web', name: 'replaced', color },
  { replaceOnChanges: ['color'], deleteBeforeReplace: true },
]

describe.each(fronts)('the preview of %s with onConflict "fail"', (_, programOf, options) => {
  let emulator: Emulator
  let stack: PulumiStack

  beforeAll(async () => {
    emulator = await startEmulator({ flavor: 'gitlab' })
    stack = await PulumiStack.create({
      program: programOf([]),
      waitSpeed: 50,
      ...options,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
    const api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    await api.labels.create(web, { name: 'taken', color: '#808080' })
    await api.protectedTags.create(web, { name: 'v*' })
    await api.close()
  })
  afterAll(async () => {
    await stack?.close()
    await emulator?.close()
  })

  /** Whether the preview says that the update would fail, and whether it fails. */
  const foreseen = async (before: readonly Resource[], after: readonly Resource[], refresh = false) => {
    await stack.setProgram(programOf([]))
    expectOk(await stack.up())
    await stack.setProgram(programOf(before))
    expectOk(await stack.up())
    await stack.setProgram(programOf(after))
    const preview = expectOk(await stack.preview({ refresh }))
    const update = await stack.up()
    return { preview: said(preview).includes('would fail'), update: update.code !== 0, said: said(preview) }
  }

  it('says that an update would fail because an object already exists', async () => {
    const result = await foreseen([], [label('taken'), tag('v*')])
    expect(result).toMatchObject({ preview: true, update: true })
    expect(result.said).toMatch(/The update would fail: label "taken" of acme\/web already exists \(id 1\/\d+\)/)
    expect(result.said).toMatch(/The update would fail: protected tag "v\*" of acme\/web already exists \(id 1\/v\*\)/)
  })

  it.each([
    ['after', [label('own'), label('taken')]],
    ['before', [label('taken'), label('own')]],
  ])('says it for a label declared %s one that already has an object', async (_, after) => {
    expect(await foreseen([label('own')], after)).toMatchObject({ preview: true, update: true })
  })

  it('does not say it if two labels swap their names', async () => {
    const result = await foreseen([label('a'), label('b')], [label('b', 'a'), label('a', 'b')])
    expect(result).toMatchObject({ preview: false, update: false })
  })

  it('does not say it for replacements', async () => {
    const result = await foreseen(
      [mirror('one-passw0rd'), replaced('#112233')],
      [mirror('two-passw0rd'), replaced('#445566')],
    )
    expect(result).toMatchObject({ preview: false, update: false })
  })

  it.each([
    ['first', [label('x', 'new'), label('y', 'old')]],
    ['last', [label('y', 'old'), label('x', 'new')]],
  ])('does not say it if a new label, declared %s, gets a name that another one gives up', async (_, after) => {
    expect(await foreseen([label('x', 'old')], after)).toMatchObject({ preview: false, update: false })
  })

  it('does not say it if the label that gives up the name is the last one of many', async () => {
    const many = Array.from({ length: 60 }, (_, n) => label(`n${n}`))
    const result = await foreseen([...many, label('w', 'old')], [label('w', 'new'), ...many, label('v', 'old')])
    expect(result).toMatchObject({ preview: false, update: false })
  })

  it.each([[false], [true]])(
    'says it for a name that only the end of the update frees, with refresh %s',
    async (refresh) => {
      const result = await foreseen([label('z', 'old')], [label('z', 'new')], refresh)
      expect(result).toMatchObject({ preview: true, update: true })
    },
  )
})
