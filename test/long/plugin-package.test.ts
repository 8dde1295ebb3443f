import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { version as pulumiVersion } from '@pulumi/pulumi/version'
import { type Emulator, startEmulator } from '../../emulator'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(300_000)

const run = promisify(execFile)

const plugin = './node_modules/trueup-plugin'

const providers = (path: string) => `plugins: { providers: [{ name: trueup, path: ${path} }] }\n`

const program = (color: string) => `
resources:
  bug:
    type: trueup:Label
    properties: { project: acme/web, name: bug, color: ${color} }
  settings:
    type: trueup:ProjectSettings
    properties:
      project: acme/api
      labels: { idea: { color: ${color} } }
outputs:
  id: \${bug.labelId}
`

describe('the packed plugin in a project without packages', () => {
  let emulator: Emulator
  let stack: PulumiStack
  let folder: string

  const install = (what: string) => run('npm', ['install', '--no-audit', what], { cwd: stack.folder })
  const labels = () => emulator.state().collections.labels?.records

  async function expectToWork(color: string): Promise<void> {
    expectOk(await stack.up({ preview: true }))
    expect(labels()).toMatchObject([{ color }, { color }])
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    expectOk(await stack.destroy())
    expect(labels()).toEqual([])
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trueup-plugin-'))
    const args = ['pack', '--ignore-scripts', '--pack-destination', folder]
    const { stdout } = await run('npm', args, { cwd: plugins.trueup })
    emulator = await startEmulator()
    stack = await PulumiStack.create({
      language: 'yaml',
      program: providers(plugin) + program('crimson'),
      config: { 'trueup:baseUrl': emulator.url },
      secretConfig: { 'trueup:token': 'emulator-maintainer' },
    })
    // Links to the packages of this repository.
    await rm(join(stack.folder, 'node_modules'), { recursive: true })
    await install(join(folder, stdout.trim()))
  })

  afterAll(async () => {
    await stack?.close()
    await emulator?.close()
    await rm(folder, { recursive: true })
  })

  it('runs a program in YAML with a component, as the only package', async () => {
    const packages = await readdir(join(stack.folder, 'node_modules'))
    expect(packages.filter((name) => !name.startsWith('.'))).toEqual(['trueup-plugin'])
    await expectToWork('#DC143C')
  })

  it('needs no other package if the SDK is generated from its schema', async () => {
    const before = await readFile(join(stack.folder, 'Pulumi.yaml'), 'utf8')
    expectOk(await stack.run('package', 'add', `${plugin}/schema/trueup.schema.json`))
    expect(await readdir(join(stack.folder, 'sdks'))).toEqual(['trueup'])
    expect(await readFile(join(stack.folder, 'Pulumi.yaml'), 'utf8')).toBe(before)
    expectOk(await stack.run('install', '--no-plugins'))
    await expectToWork('#DC143C')
    await rm(join(stack.folder, 'sdks'), { recursive: true })
  })

  it('installs nothing itself when its folder is added, and uses the @pulumi/pulumi of the project', async () => {
    await stack.setProgram(program('navy'))
    expect((await stack.run('package', 'add', plugin)).code).not.toBe(0)
    await install(`@pulumi/pulumi@${pulumiVersion}`)
    expectOk(await stack.run('package', 'add', plugin))
    expect(await readFile(join(stack.folder, 'Pulumi.yaml'), 'utf8')).toContain(`trueup: ${plugin}`)
    expect(await readdir(join(stack.folder, plugin))).not.toContain('node_modules')
    expectOk(await stack.run('install'))
    await expectToWork('#000080')
  })

  it('runs as an executable that needs only Node.js, in any folder', async () => {
    const copy = join(folder, 'anywhere')
    await cp(join(stack.folder, plugin), copy, { recursive: true })
    await rm(join(stack.folder, 'node_modules'), { recursive: true })
    await stack.setProgram(providers(copy) + program('green'))
    await expectToWork('#008000')
  })

  it('runs a program that uses trueup/native', async () => {
    const other = await PulumiStack.create({
      program: `
        const trueup = require('trueup/native')
        new trueup.Label('bug', { project: 'acme/web', name: 'bug', color: 'teal' })`,
      plugins: { trueup: join(folder, 'anywhere') },
      config: { 'trueup:baseUrl': emulator.url },
      secretConfig: { 'trueup:token': 'emulator-maintainer' },
    })
    try {
      expectOk(await other.up())
      expect(labels()).toMatchObject([{ color: '#008080' }])
      expectOk(await other.destroy())
    } finally {
      await other.close()
    }
  })
})
