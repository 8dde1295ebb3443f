import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Emulator, startEmulator } from '../../emulator'
import { Client } from '../../sdk'
import { builtOnce } from '../../tools/pulumi/go'
import { pinnedVersion } from '../../tools/pulumi/paths'
import { cli } from '../../tools/pulumi/programs'
import { testRun } from '../shared/test-run'
import { expectOk, PulumiStack, said } from '../support/pulumi'

const repository = resolve(__dirname, '..', '..')
const run = promisify(execFile)

/** The `package.json` and lock file of a user's project with an earlier version, and `go.mod` of an earlier CLI. */
const fixture = (version: string) => join(repository, 'test', 'fixtures', `pulumi-${version}`)

interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  peerDependencies: Record<string, string>
}
const manifestOf = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest

const oldest = '3.216'

it('tests the oldest supported version of @pulumi/pulumi', async () => {
  const { peerDependencies } = await manifestOf(repository)
  const { dependencies } = await manifestOf(fixture(oldest))
  expect(peerDependencies['@pulumi/pulumi']).toBe(`>=${dependencies['@pulumi/pulumi']} <4`)
})

/** Usually the oldest one. All other tests use the newest one, which is installed. */
const versions = testRun.allCases ? [oldest, '3.259', 'newest'] : [oldest]

/** The CLI of an earlier release. Default: the newest one, which supports all versions of `@pulumi/pulumi`. */
async function cliOf(version: string): Promise<{ cli?: string }> {
  const module = fixture(version)
  return existsSync(join(module, 'go.mod')) ? { cli: await builtOnce(cli(module), pinnedVersion(module)) } : {}
}

describe.each(versions)('the packed package with @pulumi/pulumi %s', (version) => {
  let folder: string
  let emulator: Emulator
  let api: Client
  let stack: PulumiStack

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trueup-versions-'))
    const modules = join(folder, 'node_modules')
    if (version !== 'newest') {
      for (const file of ['package.json', 'package-lock.json'])
        await cp(join(fixture(version), file), join(folder, file))
      await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
    }
    await install(folder, modules)
    emulator = await startEmulator({ flavor: 'spec' })
    api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    stack = await PulumiStack.create({
      program: program(),
      ...(await cliOf(version)),
      modules,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer', NODE_OPTIONS: '' },
    })
  })
  afterAll(async () => {
    await stack?.close()
    await api.close()
    await emulator.close()
    await rm(folder, { recursive: true })
  })

  it('uses the expected version of @pulumi/pulumi', async () => {
    const { stdout } = await run(process.execPath, ['-p', `require('@pulumi/pulumi/package.json').version`], {
      cwd: folder,
    })
    const expected =
      version === 'newest'
        ? (await manifestOf(repository)).devDependencies
        : (await manifestOf(fixture(version))).dependencies
    expect(stdout.trim()).toBe(expected['@pulumi/pulumi'])
  })

  it('previews, creates and refreshes resources, and calls functions', async () => {
    expectOk(await stack.up({ preview: true }))
    expect((await api.labels.list(1).all()).map(({ name }) => name)).toEqual(['bug', 'feature', 'ops'])
    const { stdout } = expectOk(await stack.run('stack', 'output', '--json'))
    expect(JSON.parse(stdout)).toMatchObject({ color: '#DC143C', names: ['bug', 'feature', 'ops'], token: '[secret]' })
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('reports an object that is declared twice', async () => {
    await stack.setProgram(`${program()}
      new trueup.Label('twin', { project: 'acme/web', name: bug.name, color: 'red' })`)
    const result = await stack.preview()
    expect(result.code).not.toBe(0)
    expect(said(result)).toMatch(
      /label "bug" of acme\/web is declared twice, by Label "bug" and Label "twin": keep one/,
    )
  })

  it('names the alternative to import, and fails if an id does not exist', async () => {
    await stack.setProgram(`const trueup = require('trueup')
      new trueup.Label('bug', { project: 1, name: 'bug', color: 'red' }, { import: '1/1' })`)
    const imported = await stack.preview()
    expect(imported.code).not.toBe(0)
    expect(said(imported)).toMatch(
      /label "bug" cannot be imported with the resource option import.*onConflict: "adopt"/,
    )
    await stack.setProgram(`const trueup = require('trueup')
      exports.name = new trueup.Label('bug', {}, { id: '1/99' }).name`)
    const read = await stack.preview()
    expect(read.code).not.toBe(0)
    expect(said(read)).toMatch(/label 1\/99 was not read: it does not exist/)
  })

  it('destroys the resources', async () => {
    await stack.setProgram(program())
    expectOk(await stack.destroy())
    expect(await api.labels.list(1).all()).toEqual([])
  })

  it('allows the same component in two tests with mocks', async () => {
    await writeFile(join(folder, 'mocked.js'), mocked)
    const { stdout } = await run(process.execPath, ['mocked.js'], { cwd: folder })
    expect(JSON.parse(stdout)).toEqual([
      ['crimson', ['getLabel bug']],
      ['crimson', ['getLabel bug']],
    ])
  })
})

const program = () => `
  const trueup = require('trueup')
  const bug = new trueup.Label('bug', { project: 'acme/web', name: 'bug', color: 'crimson' })
  const set = new trueup.LabelSet('labels', { project: 'acme/web', items: { feature: { color: 'red' }, ops: { color: 'red' } } })
  const token = new trueup.TriggerToken('nightly', { project: 'acme/web', description: 'nightly' })
  exports.color = trueup.getLabel({ project: bug.project, label: bug.name }).color
  exports.names = trueup.getLabels({ project: 'acme/web', limit: 9 }, { dependsOn: [bug, set] })
    .apply((labels) => labels.map(({ name }) => name))
  exports.token = token.token`

const mocked = `
  const pulumi = require('@pulumi/pulumi')
  const trueup = require('trueup')
  class Team extends pulumi.ComponentResource {
    constructor(name) {
      super('test:index:Team', name)
      this.bug = new trueup.Label('bug', { project: 'acme/web', name: 'bug', color: 'crimson' }, { parent: this })
      this.asked = trueup.getLabel({ project: this.bug.project, label: this.bug.name })
    }
  }
  const test = async () => {
    const calls = []
    await pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
      call: ({ token, inputs }) => (calls.push(token.split(':').pop() + ' ' + inputs.label), {}),
    })
    const { bug, asked } = new Team('team')
    const color = await new Promise((resolve) => pulumi.all([bug.color, asked]).apply(([color]) => resolve(color)))
    return [color, calls]
  }
  test().then(async (first) => console.log(JSON.stringify([first, await test()])))`

/** Installs the packed package into `node_modules`, with dependencies from the repository. */
async function install(folder: string, modules: string): Promise<void> {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const [{ filename }] = JSON.parse((await run('npm', args, { cwd: repository })).stdout) as [{ filename: string }]
  const own = join(modules, 'trueup')
  await mkdir(own, { recursive: true })
  await run('tar', ['-xzf', join(folder, filename), '-C', own, '--strip-components=1'])
  const { dependencies } = await manifestOf(own)
  const link = async (name: string, from: string) => {
    const path = join(from, name)
    if (existsSync(path)) return
    await mkdir(dirname(path), { recursive: true })
    await symlink(join(repository, 'node_modules', name), path)
  }
  // In a folder of its own: Pulumi's SDK can depend on other versions of them.
  for (const name of Object.keys(dependencies)) await link(name, join(own, 'node_modules'))
  await link('@pulumi/pulumi', modules)
}
