import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Emulator, startEmulator } from '../../emulator'
import { plugins } from '../support/plugin'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(300_000)

const run = promisify(execFile)

const program = (color: string) => `
resources:
  bug:
    type: trueup:Label
    properties: { project: acme/web, name: bug, color: ${color} }
outputs:
  id: \${bug.labelId}
`

describe('the packed plugin in a project without packages', () => {
  let emulator: Emulator
  let stack: PulumiStack
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trueup-plugin-'))
    const args = ['pack', '--ignore-scripts', '--pack-destination', folder]
    const { stdout } = await run('npm', args, { cwd: plugins.trueup })
    emulator = await startEmulator()
    stack = await PulumiStack.create({
      language: 'yaml',
      program: program('crimson'),
      config: { 'trueup:baseUrl': emulator.url },
      secretConfig: { 'trueup:token': 'emulator-maintainer' },
    })
    // Links to the packages of this repository.
    await rm(join(stack.folder, 'node_modules'), { recursive: true })
    await run('npm', ['install', '--no-audit', join(folder, stdout.trim())], { cwd: stack.folder })
  })

  afterAll(async () => {
    await stack?.close()
    await emulator?.close()
    await rm(folder, { recursive: true })
  })

  it('needs one command in a project, and creates a label', async () => {
    expectOk(await stack.run('package', 'add', './node_modules/trueup-plugin'))
    expect(await readFile(join(stack.folder, 'Pulumi.yaml'), 'utf8')).toContain('trueup: ./node_modules/trueup-plugin')
    expectOk(await stack.up())
    expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
  })

  it('runs as an executable that needs only Node.js, in any folder', async () => {
    const copy = join(folder, 'anywhere')
    await cp(join(stack.folder, 'node_modules', 'trueup-plugin'), copy, { recursive: true })
    await rm(join(stack.folder, 'node_modules'), { recursive: true })
    const providers = `plugins: { providers: [{ name: trueup, path: ${copy} }] }\n`
    await stack.setProgram(providers + program('green'))
    expectOk(await stack.up())
    expect(emulator.state().collections.labels?.records).toMatchObject([{ color: '#008000' }])
    expectOk(await stack.destroy())
    expect(emulator.state().collections.labels?.records).toEqual([])
  })
})
