import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Emulator, startEmulator } from '../../emulator'
import * as fromSources from '../../provider'
import { Client } from '../../sdk'
import { testRun } from '../shared/test-run'
import { expectOk, PulumiStack } from '../support/pulumi'

jest.setTimeout(180_000)

const repository = resolve(__dirname, '..', '..')
const tools = join(repository, 'node_modules', '.bin')
const run = promisify(execFile)

/** The folders that users get, compiled. */
const shipped = ['cli', 'cron', 'emulator', 'provider', 'sdk']

describe('the packed package', () => {
  let emulator: Emulator
  let api: Client
  let stack: PulumiStack
  let lazy: string
  let folder: string
  let tarball: string
  let modules: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trueup-package-'))
    tarball = await pack(folder)
    modules = await install(tarball, folder)
    emulator = await startEmulator()
    api = new Client({ baseUrl: emulator.url, token: 'emulator-maintainer' })
    stack = await PulumiStack.create({
      program: `
        const trueup = require('trueup')
        new trueup.Label('bug', { project: 'acme/web', name: 'bug', color: 'crimson' })
        exports.token = new trueup.TriggerToken('nightly', { project: 'acme/web', description: 'nightly' }).token`,
      modules,
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer' },
    })
    lazy = stack.place.env.NODE_OPTIONS ?? ''
  })
  afterAll(async () => {
    await stack.close()
    await api.close()
    await emulator.close()
    await rm(folder, { recursive: true })
  })

  /** Runs a script in the folder into which the package is installed. */
  const inFolder = async (script: string) => (await run(process.execPath, ['-e', script], { cwd: folder })).stdout

  it('contains exactly the compiled sources with their types', async () => {
    const sources = await Promise.all(shipped.map((name) => filesBelow(join(repository, name), name)))
    const packed = sources.flat().filter((file) => !file.startsWith('emulator/test/') && file !== 'emulator/README.md')
    const compiled = packed.flatMap((file) => ['.js', '.d.ts'].map((end) => file.replace(/\.ts$/, end)))
    const all = await filesBelow(join(modules, 'trueup'))
    expect(all.filter((file) => /^(dist|schema)\//.test(file))).toEqual(
      [
        ...compiled.map((file) => `dist/${file}`),
        ...['projects', 'trueup', 'world'].map((name) => `schema/${name}.schema.json`),
      ].sort(),
    )
    // test/repo/supply-chain.test.ts has the full list of other packed files.
    expect(all).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'docs/gitops.md']))
  })

  it('passes publint and are-the-types-wrong', async () => {
    const [publint, attw] = await Promise.all([
      run(join(tools, 'publint'), [tarball, '--strict']),
      run(join(tools, 'attw'), [tarball]),
    ])
    expect(publint.stdout).toContain('All good!')
    expect(attw.stdout).toContain('No problems found')
  })

  it('exports exactly its public paths', async () => {
    const names = await inFolder(`
      const entries = ['trueup', 'trueup/sdk', 'trueup/emulator', 'trueup/runtime']
      console.log(JSON.stringify(entries.map((entry) => Object.keys(require(entry)))))
    `)
    const [provider, sdk, emulatorNames, runtime] = JSON.parse(names) as string[][]
    // Jest's compiler orders them in another way.
    expect(provider?.sort()).toEqual(Object.keys(fromSources).sort())
    expect(sdk).toEqual(expect.arrayContaining(['Client', 'NotFound']))
    expect(emulatorNames).toContain('startEmulator')
    expect(runtime).toEqual(['provider'])
    await expect(inFolder(`require('trueup/dist/provider/core/engine/reconcile')`)).rejects.toThrow(
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
    )
  })

  it('installs its command', async () => {
    const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as { version: string }
    const npx = await run('npx', ['--offline', '--', 'trueup', '--version'], { cwd: folder })
    expect(npx.stdout).toBe(`${version}\n`)
    const help = await run(join(modules, '.bin', 'trueup'), ['emulator', '--help'], { cwd: folder })
    expect(help.stdout).toContain('$ trueup emulator --port 8080')
    const infra = join(folder, 'infra')
    await run(join(modules, '.bin', 'trueup'), ['init', 'gitops', '--provider', 'github', '--cwd', infra])
    expect(await filesBelow(infra)).toEqual(
      expect.arrayContaining(['.github/workflows/trueup.yml', 'ci/comment.js', 'index.ts']),
    )
  })

  /*
   * The next programs declare the same resources, so that only the first one creates them. The update and the destroy
   * run like those of users, without the preload that lets other tests start faster.
   */
  const unchanged = async () => {
    const { stdout } = expectOk(await stack.preview({ refresh: true, expectNoChanges: true }))
    expect(stdout).toMatch(/Resources:\n {4}3 unchanged\n/)
  }

  it('works in a CommonJS program', async () => {
    stack.setEnv({ NODE_OPTIONS: '' })
    expectOk(await stack.up())
    stack.setEnv({ NODE_OPTIONS: lazy })
    expect(await api.labels.list(1).all()).toMatchObject([{ name: 'bug', color: '#DC143C' }])
    const [trigger] = await api.triggerTokens.list(1).all()
    expect(JSON.stringify(await stack.export())).not.toContain(trigger!.token)
    const shown = expectOk(await stack.run('stack', 'output', 'token', '--show-secrets'))
    expect(shown.stdout.trim()).toBe(trigger!.token)
  })

  it('works in an ES module', async () => {
    await stack.setProgram(`
      import * as trueup from 'trueup'
      import { Label } from 'trueup'
      new Label('bug', { project: 'acme/web', name: 'bug', color: 'crimson' })
      export const token = new trueup.TriggerToken('nightly', { project: 'acme/web', description: 'nightly' }).token`)
    await stack.write('package.json', JSON.stringify({ name: 'test', private: true, type: 'module' }))
    await unchanged()
  })

  it('works in a TypeScript program with the settings of the Pulumi template, and checks its types', async () => {
    const program = `
      import * as pulumi from '@pulumi/pulumi'
      import * as trueup from 'trueup'
      import { Client, type Label } from 'trueup/sdk'
      import { startEmulator } from 'trueup/emulator'

      const args: trueup.LabelArgs = { project: 'acme/web', name: 'bug', color: 'crimson' }
      const bug = new trueup.Label('bug', args)
      export const id: pulumi.Output<number> = bug.labelId
      export const token = new trueup.TriggerToken('nightly', { project: 'acme/web', description: 'nightly' }).token
      export const read = (api: Client): Promise<Label> => api.labels.get('acme/web', 'bug')
      export const start: typeof startEmulator = startEmulator`
    const wrong = program.replace('color:', 'colour:').replace(`get('acme/web', 'bug')`, `get('acme/web')`)
    await rm(join(stack.folder, 'index.js'))
    await stack.write('Pulumi.yaml', JSON.stringify({ name: 'test', runtime: 'nodejs' }))
    await stack.write('package.json', JSON.stringify({ name: 'test', private: true }))
    await stack.write('tsconfig.json', JSON.stringify(template))
    await stack.write('index.ts', program)
    await stack.write('wrong.ts', wrong)
    // The compiler also checks the declarations of the package.
    const compiled = run(join(tools, 'tsc'), ['--noEmit', '--pretty', 'false', '-p', stack.folder])
    const { stdout } = await compiled.then(
      () => ({ stdout: '' }),
      (error: unknown) => error as { stdout: string },
    )
    expect(stdout.trim().split(/\n(?! )/)).toEqual([
      expect.stringMatching(/wrong\.ts.*error TS2561: .*'colour' does not exist in type 'LabelArgs'/),
      expect.stringMatching(/wrong\.ts.*error TS2554: Expected .* arguments, but got 1/),
    ])
    await unchanged()
  })

  it('destroys the resources of all programs', async () => {
    stack.setEnv({ NODE_OPTIONS: '' })
    expectOk(await stack.destroy())
    expect(await api.labels.list(1).all()).toEqual([])
    expect(await api.triggerTokens.list(1).all()).toEqual([])
  })
})

/** `tsconfig.json` of `pulumi new typescript`. */
const template = {
  compilerOptions: {
    strict: true,
    outDir: 'bin',
    target: 'es2020',
    module: 'commonjs',
    moduleResolution: 'node',
    sourceMap: true,
    experimentalDecorators: true,
    pretty: true,
    noFallthroughCasesInSwitch: true,
    noImplicitReturns: true,
    forceConsistentCasingInFileNames: true,
  },
  files: ['index.ts', 'wrong.ts'],
}

/** Packs like in a fresh checkout, because the `dist` of this one can contain files of earlier builds. */
async function pack(into: string): Promise<string> {
  const checkout = join(into, 'checkout')
  await mkdir(checkout)
  for (const file of ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE']) {
    await copyFile(join(repository, file), join(checkout, file))
  }
  for (const folder of ['schema', 'docs']) {
    await cp(join(repository, folder), join(checkout, folder), { recursive: true })
  }
  const isShipped = (file: string) => !file.endsWith('node_modules')
  await cp(join(repository, 'examples'), join(checkout, 'examples'), { recursive: true, filter: isShipped })
  const [built, fresh] = [join(repository, 'dist'), join(checkout, 'dist')]
  if (testRun.allCases) {
    const project = ['-p', join(repository, 'tsconfig.build.json'), '--outDir', fresh]
    await run(join(tools, 'tsc'), [...project, '--noCheck', '--incremental', 'false'])
  } else {
    // The test run has compiled every existing source before.
    const isCurrent = (file: string) => {
      const source = join(repository, relative(built, file)).replace(/(\.d\.ts|\.js)$/, '.ts')
      return !/\.(js|ts)$/.test(file) || existsSync(source)
    }
    await cp(built, fresh, { recursive: true, filter: isCurrent })
  }
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', into]
  const [{ filename }] = JSON.parse((await run('npm', args, { cwd: checkout })).stdout) as [{ filename: string }]
  return join(into, filename)
}

/**
 * Installs the package like npm into `node_modules`, and returns that folder. Its dependencies are links to the
 * packages of the repository, which is fast and needs no registry.
 */
async function install(tarball: string, into: string): Promise<string> {
  const modules = join(into, 'node_modules')
  const own = join(modules, 'trueup')
  await mkdir(own, { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', own, '--strip-components=1'])
  const { dependencies, bin } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
    bin: { trueup: string }
  }
  for (const name of [...Object.keys(dependencies), '@pulumi/pulumi', 'typescript', 'ts-node', '@types/node']) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(repository, 'node_modules', name), join(modules, name))
  }
  await mkdir(join(modules, '.bin'))
  await chmod(join(own, bin.trueup), 0o755)
  await symlink(join(own, bin.trueup), join(modules, '.bin', 'trueup'))
  return modules
}

/** The paths of the files below a folder, with a prefix. */
async function filesBelow(folder: string, prefix = ''): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.map((file) => join(prefix, relative(folder, file))).sort()
}
