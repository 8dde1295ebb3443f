import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { convertedExamples } from '../../tools/docs/examples/programs'
import { goEnvironment, pythonForSdks, usableSdk } from '../support/sdks'

const repository = resolve(__dirname, '..', '..')
const run = promisify(execFile)
const examples = Object.entries(convertedExamples())

describe('the converted examples', () => {
  const python = pythonForSdks()
  const inPython = 'path' in python ? it : it.skip
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trueup-examples-'))
  })

  afterAll(() => rm(folder, { recursive: true }))

  it('compiles all examples in Go', async () => {
    const sdk = join(folder, 'go')
    await usableSdk('go', sdk)
    // In the module of the SDK, which has the import path that the programs use.
    for (const [name, { go }] of examples) {
      await mkdir(join(sdk, 'examples', name), { recursive: true })
      await writeFile(join(sdk, 'examples', name, 'main.go'), go)
    }
    await run('go', ['vet', './examples/...'], { cwd: sdk, env: { ...process.env, ...goEnvironment } })
  })

  it('compiles all examples in TypeScript with the generated SDK', async () => {
    const sdk = join(folder, 'nodejs')
    await usableSdk('nodejs', sdk)
    const modules = join(folder, 'node_modules')
    await mkdir(join(modules, '@pulumi'), { recursive: true })
    await symlink(sdk, join(modules, '@pulumi', 'trueup'))
    for (const name of ['@pulumi/pulumi', '@types'])
      await symlink(join(repository, 'node_modules', name), join(modules, name))
    for (const [name, { nodejs }] of examples) await writeFile(join(folder, `${name}.ts`), nodejs)
    const files = examples.map(([name]) => join(folder, `${name}.ts`))
    const tsc = join(repository, 'node_modules', 'typescript', 'bin', 'tsc')
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--types', 'node', '--target', 'es2022']
    await run(process.execPath, [tsc, ...options, '--module', 'commonjs', ...files], { cwd: folder })
  })

  inPython('finds each name that an example in Python uses', async () => {
    const sdk = join(folder, 'python')
    await usableSdk('python', sdk)
    await cp(join(repository, 'tools', 'docs', 'examples', 'programs.json'), join(folder, 'programs.json'))
    await writeFile(join(folder, 'run.py'), pythonRunner)
    const path = 'path' in python ? python.path : ''
    const env = { ...process.env, PYTHONPATH: sdk, ...pythonConfig }
    const { stdout } = await run(path, ['run.py'], { cwd: folder, env })
    expect(stdout).toContain(`${examples.length} programs`)
  })
})

/** Runs the programs in Python with Pulumi's mocks, which call constructors and functions of the SDK. */
const pythonRunner = `
import asyncio, json
import pulumi

class Mocks(pulumi.runtime.Mocks):
    def new_resource(self, args):
        return [args.name + "_id", args.inputs]
    def call(self, args):
        return {}

asyncio.set_event_loop(asyncio.new_event_loop())
pulumi.runtime.set_mocks(Mocks(), project="test", stack="test")
with open("programs.json") as file:
    examples = json.load(file)
for name, example in examples.items():
    exec(compile(example["python"], name, "exec"), {})
print(len(examples), "programs")
`

const pythonConfig = {
  PULUMI_CONFIG: JSON.stringify(
    Object.fromEntries(
      [
        'otherToken',
        'mirrorPassword',
        'apiMirrorPassword',
        'alertKey',
        'databaseUrl',
        'registryToken',
        'hookToken',
        'chatKey',
      ].map((name) => [`test:${name}`, 'for-tests']),
    ),
  ),
}
