import { cp, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { expectOk, PulumiStack, type State, type StateResource } from '../support/pulumi'

jest.setTimeout(240_000)

const example = resolve(__dirname, '..', '..', 'examples', 'projects-as-data')

/** Settings from files and from the program on one service, and the example on another one. */
const program = (url: string, name: string, options: string) => `
const pulumi = require('@pulumi/pulumi')
const trueup = require('trueup')
const provider = new trueup.Provider('other', { baseUrl: '${url}', tokenEnv: 'OTHER_TOKEN' })
const parent = new pulumi.ComponentResource('test:Data', 'data', {}, { provider })
const projects = trueup.fromYaml(['data-*.yaml'], { parent })
exports.managed = Object.keys(projects)
exports.tokens = pulumi.all(Object.fromEntries(Object.entries(projects).map(([path, { tokens }]) => [path, tokens])))
const args = { project: 'acme/platform/infra', labels: { own: { color: 'red' } }, triggerTokens: { n: { description: 'n' } } }
new trueup.ProjectSettings('${name}', args, { provider, ${options} })
exports.example = require('./example')
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

/**
 * The same settings in other files, in another order and with an anchor. Also removes a freeze of acme/api but retains
 * its object.
 */
const reordered = {
  'data-z.yaml': `
projects:
  acme/api:
    labels: { chore: null, bug: { priority: null, description: mine } }
    freezePeriods: { weekend: null }
    retainOnRemove: { freezePeriods: true }
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

const wrong = {
  'data-3.yaml': 'projects:\n  acme/web: {}\n  acme/new: { labels: { bug: { colour: red } } }\n',
}

/** These tests run on one stack, in order. */
describe('projects as data under the real engine', () => {
  /** Where the example is, and where the rest. */
  let service: Emulator
  let other: Emulator
  let api: Client
  let apiOfExample: Client
  let stack: PulumiStack

  beforeAll(async () => {
    service = await startEmulator({ flavor: 'spec' })
    other = await startEmulator({ flavor: 'spec' })
    api = new Client({ baseUrl: other.url, token: 'emulator-owner' })
    apiOfExample = new Client({ baseUrl: service.url, token: 'emulator-maintainer' })
    stack = await PulumiStack.create({
      program: program(other.url, 'old', 'protect: true'),
      secretConfig: { mirrorPassword: 'mirr0r-s3cret' },
      env: { TRUEUP_BASE_URL: service.url, TRUEUP_TOKEN: 'emulator-maintainer', OTHER_TOKEN: 'emulator-owner' },
    })
    const text = (await readFile(join(example, 'index.ts'), 'utf8'))
      .replace(/import \* as (\w+) from ('.*')/g, 'const $1 = require($2)')
      .replace(/export const (\w+) =/g, 'exports.$1 =')
    await write({ ...files, ...wrong, 'example.js': text })
    await cp(join(example, 'projects'), join(stack.folder, 'projects'), { recursive: true })
  })
  afterAll(async () => {
    await stack.close()
    await Promise.all([api, apiOfExample, service, other].map((one) => one.close()))
  })

  const write = async (texts: Record<string, string>) => {
    for (const [file, text] of Object.entries(texts)) await stack.write(file, text)
  }
  const remove = async (texts: Record<string, string>) => {
    for (const file of Object.keys(texts)) await rm(join(stack.folder, file))
  }
  const labels = async (project: number, client = api) =>
    Object.fromEntries((await client.labels.list(project).all()).map(({ name, color }) => [name, color]))
  const resourcesOf = (state: State) => (state.deployment.resources ?? []) as (StateResource & { protect?: boolean })[]
  const urnsOf = (state: State) => resourcesOf(state).map(({ urn }) => urn.replace(/^urn:pulumi:test::test::/, ''))
  /** The resources, without the renamed settings. */
  const lasting = (state: State) =>
    urnsOf(state)
      .filter((urn) => !/::(old|new)/.test(urn))
      .sort()
  let before: State

  it('creates nothing if a file is invalid, and reports all errors without a stack trace', async () => {
    const { code, stdout, stderr } = await stack.up()
    expect(code).not.toBe(0)
    const said = stdout + stderr
    expect(said).toContain("The projects' files have 2 errors, so no project is declared:")
    expect(said).toContain('data-3.yaml:2:3: projects."acme/web": is declared twice, first at data-2.yaml:3:3')
    expect(said).toContain(
      'data-3.yaml:3:32: projects."acme/new".labels.bug.colour: is not an argument of a label: did you mean color?',
    )
    expect(said).not.toMatch(/\n\s+at .*make-projects/)
    expect([...service.requests(), ...other.requests()]).toEqual([])
  })

  it('creates the settings of several files', async () => {
    await remove(wrong)
    expectOk(await stack.up())
    expect(await labels(1)).toEqual({ bug: '#FF0000' })
    expect(await labels(2)).toEqual({ bug: '#DC143C', chore: '#808080' })
    expect(await labels(3)).toEqual({ bug: '#DC143C', chore: '#808080', own: '#FF0000' })
    const freezes = await Promise.all([1, 2, 3].map((project) => api.freezePeriods.list(project).all()))
    expect(freezes.map(({ length }) => length)).toEqual([1, 1, 0])
    before = await stack.export()
    expect(urnsOf(before)).toContain('test:Data$trueup:index:ProjectSettings::acme/platform/infra')
    expect(urnsOf(before)).toContain(
      'test:Data$trueup:index:ProjectSettings$pulumi-nodejs:dynamic/trueup:RemoteMirrorSet::acme/web-remote-mirrors',
    )
  })

  it('creates the settings of the example', async () => {
    expect(await labels(3, apiOfExample)).toMatchObject({ incident: '#FFA500' })
    expect(await labels(2, apiOfExample)).not.toHaveProperty('chore')
    expect(urnsOf(before)).toContain('trueup:index:ProjectSettings::acme/platform/infra')
  })

  it('encrypts secrets of files and of the service', async () => {
    const [trigger] = await api.triggerTokens.list(1).all()
    const opened = JSON.stringify(await stack.export({ showSecrets: true }))
    for (const secret of ['mirr0r-s3cret', trigger!.token]) {
      expect(opened).toContain(secret)
      expect(JSON.stringify(before)).not.toContain(secret)
    }
    const shown = await stack.run('stack', 'output', '--json', '--show-secrets')
    expect(JSON.parse(shown.stdout)).toMatchObject({
      tokens: { 'acme/api': {}, 'acme/web': { nightly: trigger!.token } },
    })
  })

  it('passes the provider and protect to the sets', async () => {
    const sets = resourcesOf(before).filter(({ urn }) => /Set::old/.test(urn))
    expect(sets.map(({ protect }) => protect)).toEqual([true, true])
    for (const { provider } of sets) expect(provider).toContain('::other::')
    expect(await api.triggerTokens.list(3).all()).toMatchObject([{ owner: { username: 'owner' } }])
  })

  it('shows the changes of an override and a null by item, and ignores the names and order of files', async () => {
    await remove(files)
    await write(reordered)
    await stack.setProgram(program(other.url, 'new', "protect: false, aliases: [{ name: 'old' }]"))
    const { steps = [] } = (await stack.preview({ json: true })).json
    const changed = steps.filter(({ op }) => op !== 'same')
    expect(changed.map(({ op, urn }) => [op, urn.split('::').at(-1)]).sort()).toEqual([
      ['update', 'acme/api-freeze-periods'],
      ['update', 'acme/api-labels'],
    ])
    const labelsOf = changed.find(({ urn }) => urn.endsWith('-labels'))
    expect(Object.keys(labelsOf?.detailedDiff ?? {}).sort()).toEqual([
      'items.bug.description',
      'items.bug.priority',
      'items.chore',
    ])
  })

  it('applies only these changes, keeps the resource names, and shows no diff afterwards', async () => {
    for (const emulator of [service, other]) emulator.clearRequests()
    const { stdout, stderr } = expectOk(await stack.up())
    expect(stdout + stderr).toMatch(/freeze period .* is kept: the set has retainOnRemove\./)
    expect(await api.freezePeriods.list(2).all()).toHaveLength(1)
    const writes = [service, other].map((emulator) => emulator.requests().filter(({ method }) => method !== 'GET'))
    expect(writes[0]).toEqual([])
    for (const { path } of writes[1]!) expect(path).toMatch(/^\/api\/v4\/projects\/2\/labels\//)
    expect(await labels(2)).toEqual({ bug: '#DC143C' })
    expect(await labels(3)).toHaveProperty('chore')
    const after = await stack.export()
    expect(lasting(after)).toEqual(lasting(before))
    expect(urnsOf(after).filter((urn) => /::old/.test(urn))).toEqual([])
    expect(urnsOf(after).filter((urn) => /Set::new/.test(urn))).toHaveLength(2)
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('destroys all settings', async () => {
    expectOk(await stack.destroy())
    expect(await Promise.all([1, 2, 3].map((project) => labels(project)))).toEqual([{}, {}, {}])
  })
})
