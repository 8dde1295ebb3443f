import { cp, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Label } from '../../sdk'
import { useEmulator } from '../support/emulator'
import { expectOk, PulumiStack, type State, type StateResource } from '../support/pulumi'

jest.setTimeout(240_000)

const program = `
const pulumi = require('@pulumi/pulumi')
const trueup = require('trueup')
const projects = trueup.fromYaml(['data-*.yaml'])
exports.managed = Object.keys(projects)
exports.tokens = pulumi.all(Object.fromEntries(Object.entries(projects).map(([path, { tokens }]) => [path, tokens])))
`

const files = {
  'data-1.yaml': `
defaults:
  labels:
    bug: { color: crimson, priority: 0 }
    chore: { color: grey }
groups:
  acme:
    freezePeriods:
      weekend: { freezeStart: 0 18 * * fri, freezeEnd: 0 7 * * mon, cronTimezone: Europe/Berlin }
projects:
  acme/platform/infra: { freezePeriods: null }
`,
  'data-2.yaml': `
projects:
  acme/web:
    labels: { bug: { color: red }, chore: null }
    triggerTokens: { nightly: { description: nightly build } }
    remoteMirrors:
      backup: { url: 'https://backup.example.com/web.git', username: mirror, password: { secret: mirrorPassword } }
  acme/api:
`,
}

/** The same in other files, in another order and with an anchor. */
const rearranged = {
  'data-z.yaml': `
projects:
  acme/api:
  acme/platform/infra: { freezePeriods: null }
groups:
  acme:
    freezePeriods: { weekend: { cronTimezone: Europe/Berlin, freezeEnd: 0 7 * * mon, freezeStart: 0 18 * * fri } }
`,
  'data-a.yaml': `
x-colours: { bug: &bug crimson }
projects:
  acme/web:
    remoteMirrors:
      backup: { password: { secret: mirrorPassword }, username: mirror, url: 'https://backup.example.com/web.git' }
    triggerTokens: { nightly: { description: nightly build } }
    labels: { chore: null, bug: { color: red } }
defaults: { labels: { chore: { color: grey }, bug: { priority: 0, color: *bug } } }
`,
}

describe('projects as data under the real engine', () => {
  const emulator = useEmulator()
  let stack: PulumiStack

  const start = async (text = program) => {
    stack = await PulumiStack.create({
      program: text,
      secretConfig: { mirrorPassword: 'mirr0r-s3cret' },
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
  }
  afterEach(() => stack.close())

  const write = async (texts: Record<string, string>) => {
    for (const [file, text] of Object.entries(texts)) await stack.write(file, text)
  }
  const labels = async (project: number) =>
    Object.fromEntries(
      ((await emulator.get(`/projects/${project}/labels`)).body as Label[]).map(({ name, color }) => [name, color]),
    )
  const count = async (project: number, collection: string) =>
    ((await emulator.get(`/projects/${project}/${collection}`)).body as unknown[]).length
  const urnsOf = ({ deployment }: State) =>
    (deployment.resources ?? []).map(({ urn }: StateResource) => urn.replace(/^urn:pulumi:test::test::/, '')).sort()

  it('go up from several files, stay quiet, and do not mind how files are named and ordered', async () => {
    await start()
    await write(files)
    expectOk(await stack.up())
    expect(await labels(1)).toEqual({ bug: '#FF0000' })
    expect(await labels(2)).toEqual({ bug: '#DC143C', chore: '#808080' })
    expect(await labels(3)).toEqual({ bug: '#DC143C', chore: '#808080' })
    expect(await Promise.all([1, 2, 3].map((project) => count(project, 'freeze_periods')))).toEqual([1, 1, 0])
    expectOk(await stack.preview({ expectNoChanges: true }))
    const before = urnsOf(await stack.export())
    expect(before).toContain('trueup:index:ProjectSettings::acme/platform/infra')
    expect(before).toContain(
      'trueup:index:ProjectSettings$pulumi-nodejs:dynamic/trueup:RemoteMirrorSet::acme/web-remote-mirrors',
    )

    for (const file of Object.keys(files)) await rm(join(stack.folder, file))
    await write(rearranged)
    emulator.clearRequests()
    expectOk(await stack.preview({ expectNoChanges: true }))
    expectOk(await stack.up({ expectNoChanges: true }))
    expect(emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([])
    expect(urnsOf(await stack.export())).toEqual(before)
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('show what an override and a null change, item by item, and nothing else', async () => {
    await start()
    await write(files)
    expectOk(await stack.up())
    const other = '  acme/api:\n    labels: { chore: null, bug: { priority: null, description: mine } }\n'
    await write({ 'data-2.yaml': files['data-2.yaml'].replace('  acme/api:\n', other) })
    const { steps = [] } = (await stack.preview({ json: true })).json
    const changed = steps.filter(({ op }) => op !== 'same')
    expect(changed.map(({ op, urn }) => [op, urn.split('::').at(-1)])).toEqual([['update', 'acme/api-labels']])
    expect(Object.keys(changed[0]?.detailedDiff ?? {}).sort()).toEqual([
      'items.bug.description',
      'items.bug.priority',
      'items.chore',
    ])
    expectOk(await stack.up())
    expect(await labels(2)).toEqual({ bug: '#DC143C' })
    expect(await labels(3)).toHaveProperty('chore')
    expectOk(await stack.destroy())
    expect(await Promise.all([1, 2, 3].map(labels))).toEqual([{}, {}, {}])
  })

  it('keep secrets encrypted: what files name, and what the service makes', async () => {
    await start()
    await write(files)
    expectOk(await stack.up())
    const [{ token }] = (await emulator.get('/projects/1/triggers')).body as [{ token: string }]
    const state = JSON.stringify(await stack.export())
    const open = JSON.stringify(await stack.export({ showSecrets: true }))
    for (const secret of ['mirr0r-s3cret', token]) {
      expect(open).toContain(secret)
      expect(state).not.toContain(secret)
    }
    const shown = await stack.run('stack', 'output', '--json', '--show-secrets')
    expect(JSON.parse(shown.stdout)).toMatchObject({ tokens: { 'acme/api': {}, 'acme/web': { nightly: token } } })
  })

  it('make nothing where anything is wrong, and say all of it without a stack trace', async () => {
    await start()
    await write({
      ...files,
      'data-3.yaml': 'projects:\n  acme/web: {}\n  acme/new: { labels: { bug: { colour: red } } }\n',
    })
    emulator.clearRequests()
    const { code, stdout, stderr } = await stack.up()
    expect(code).not.toBe(0)
    const said = stdout + stderr
    expect(said).toContain("There are 2 errors in the projects' files, so nothing is made of them:")
    expect(said).toContain(
      'data-3.yaml:2:3: projects."acme/web": project acme/web is declared twice, first at data-2.yaml:3:3',
    )
    expect(said).toContain(
      'data-3.yaml:3:32: projects."acme/new".labels.bug.colour: colour is no argument of a label: did you mean color?',
    )
    expect(said).not.toMatch(/\n\s+at .*make-projects/)
    expect(emulator.requests()).toEqual([])
  })

  it('hand their options on: the provider, protection, and the names they had before', async () => {
    const settings = (name: string, options: string) => `
      const trueup = require('trueup')
      const provider = new trueup.Provider('other', { baseUrl: '${emulator.url}', tokenEnv: 'OTHER_TOKEN' })
      const args = { project: 'acme/web', labels: { bug: { color: 'red' } }, triggerTokens: { n: { description: 'n' } } }
      new trueup.ProjectSettings('${name}', args, { provider, ${options} })`
    await start(settings('old', 'protect: true'))
    stack.setEnv({ TRUEUP_BASE_URL: 'http://127.0.0.1:9', TRUEUP_TOKEN: '', OTHER_TOKEN: 'emulator-owner' })
    expectOk(await stack.up())
    const resources = ((await stack.export()).deployment.resources ?? []) as (StateResource & { protect?: boolean })[]
    const sets = resources.filter(({ type }) => type.endsWith('Set'))
    expect(sets.map(({ protect }) => protect)).toEqual([true, true])
    for (const { provider } of sets) expect(provider).toContain('::other::')
    expect((await emulator.get('/projects/1/triggers')).body).toMatchObject([{ owner: { username: 'owner' } }])

    await stack.setProgram(settings('new', "protect: false, aliases: [{ name: 'old' }]"))
    expectOk(await stack.up())
    expect(await count(1, 'triggers')).toBe(1)
    expect(urnsOf(await stack.export()).filter((urn) => /::old/.test(urn))).toEqual([])
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('work as the example shows them', async () => {
    const example = resolve(__dirname, '..', '..', 'examples', 'projects-as-data')
    const text = (await readFile(join(example, 'index.ts'), 'utf8'))
      .replace(/import \* as (\w+) from ('.*')/g, 'const $1 = require($2)')
      .replace(/export const (\w+) =/g, 'exports.$1 =')
    await start(text)
    await cp(join(example, 'projects'), join(stack.folder, 'projects'), { recursive: true })
    expectOk(await stack.up())
    expect(await labels(3)).toMatchObject({ incident: '#FFA500' })
    expect(await labels(2)).not.toHaveProperty('chore')
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })
})
