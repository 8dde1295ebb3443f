import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { testRun } from '../shared/test-run'
import { useEmulator } from '../support/emulator'
import { archiveOf, packageManagers } from '../support/package-managers'
import { PulumiStack } from '../support/pulumi'

/*
 * Installs the packed packages and Pulumi's SDK from the registry into empty folders, each with its own layout of
 * packages, and runs all operations under the real engine. `npm run test:full` runs npm and pnpm.
 */

const run = promisify(execFile)

/** The last release for Node.js 20, because not all package managers select a suitable one. */
const sdk = '3.248.0'

/** A way to install and to run a program. */
interface Case {
  /** Installs the packages of the project. */
  install: string
  /** Runs a program of a package. */
  exec: string
  /** Precedes `pulumi`. Default: nothing. */
  start?: string
  /** Settings of the package manager, by file of the root. */
  files?: Record<string, string>
  /** The folder of the program. Default: the root. */
  folder?: string
  runtime?: 'nodejs' | 'bun'
  front?: 'trueup' | 'trueup/native'
}

/** pnpm 12 fails until the project decides about the script of a dependency of `@pulumi/pulumi`. */
const allowed = 'allowBuilds:\n  protobufjs: false\n'

const pnpm: Case = {
  install: 'pnpm install --prefer-offline',
  exec: 'pnpm exec',
  files: { 'pnpm-workspace.yaml': allowed },
}
const workspace = (settings: string): Case => ({
  ...pnpm,
  files: { 'pnpm-workspace.yaml': `packages: [infra]\n${allowed}${settings}`, 'package.json': '{ "private": true }' },
  folder: 'infra',
})
const yarn: Case = { install: 'yarn install', exec: 'yarn', files: { 'yarn.lock': '' } }
const bun: Case = { install: 'bun install', exec: 'bunx' }
const withPlugAndPlay: Case = { ...yarn, start: 'yarn exec' }

const cases: Record<string, Case> = {
  npm: { install: 'npm install --prefer-offline --no-audit --no-fund', exec: 'npx --no' },
  pnpm,
  ...(testRun.allCases && {
    'pnpm, and the plugin': { ...pnpm, front: 'trueup/native' },
    'pnpm 10': { ...pnpm, install: 'pnpm-10 install --prefer-offline', exec: 'pnpm-10 exec', files: {} },
    'a workspace of pnpm': workspace(''),
    'a workspace of pnpm with nodeLinker: hoisted': workspace('nodeLinker: hoisted\n'),
    "Yarn with Plug'n'Play": withPlugAndPlay,
    'Yarn with nodeLinker: node-modules': {
      ...yarn,
      files: { ...yarn.files, '.yarnrc.yml': 'nodeLinker: node-modules\n' },
    },
    Bun: bun,
    'Bun, also as the runtime': { ...bun, runtime: 'bun' },
    'Bun, also as the runtime, and the plugin': { ...bun, runtime: 'bun', front: 'trueup/native' },
  }),
}

const onLinux = process.platform === 'linux' ? describe : describe.skip

/** Calls a function, because it sends its requests in the process of the program. */
const program = (front: string): string => `
import * as trueup from '${front}'
const bug = new trueup.Label('bug', { project: 'acme/web', name: 'bug', color: 'crimson' })
export const token = new trueup.TriggerToken('nightly', { project: 'acme/web', description: 'nightly' }).token
export const color = trueup.getLabel({ project: bug.project, label: bug.name }).color
`

const tsconfig = {
  compilerOptions: { target: 'es2022', module: 'commonjs', moduleResolution: 'node', strict: true, skipLibCheck: true },
}

onLinux('the packed package', () => {
  const emulator = useEmulator()
  let archives: string
  let managers: string

  beforeAll(async () => {
    managers = await packageManagers()
    archives = await mkdtemp(join(tmpdir(), 'trueup-archives-'))
    await archiveOf('trueup', archives)
    if (testRun.allCases) await archiveOf('trueup-plugin', archives)
  })
  afterAll(() => rm(archives, { recursive: true }))

  /** A stack whose packages are installed. */
  async function prepare({ install, files = {}, folder = '.', runtime = 'nodejs', front = 'trueup' }: Case) {
    const stack = await PulumiStack.create({
      program: '',
      // The official language host, which has to be built. Go cannot build the one for Bun.
      ...(runtime === 'bun' ? { language: runtime } : { typescript: testRun.allCases }),
      env: { TRUEUP_BASE_URL: emulator.url, TRUEUP_TOKEN: 'emulator-maintainer', NODE_OPTIONS: '' },
    })
    const { cwd: root, env } = stack.place
    const own = join(root, folder)
    // Programs in TypeScript need a compiler, which costs more than the rest.
    const isTyped = testRun.allCases
    const plugin = front === 'trueup' ? [] : ['trueup-plugin']
    const path = (name: string) => `file:${folder === '.' ? '.' : '..'}/packages/${name}.tgz`
    for (const name of ['node_modules', 'index.js', 'index.ts', 'package.json']) {
      await rm(join(root, name), { recursive: true, force: true })
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text)
    await cp(archives, join(root, 'packages'), { recursive: true })
    await mkdir(own, { recursive: true })
    const written: Record<string, unknown> = {
      'Pulumi.yaml': {
        name: 'test',
        runtime,
        main: isTyped ? 'index.ts' : 'index.js',
        ...(plugin.length > 0 && {
          plugins: { providers: [{ name: 'trueup', path: './node_modules/trueup-plugin' }] },
        }),
      },
      'package.json': {
        name: 'config',
        private: true,
        dependencies: {
          '@pulumi/pulumi': sdk,
          ...Object.fromEntries(['trueup', ...plugin].map((name) => [name, path(name)])),
        },
        ...(isTyped &&
          runtime === 'nodejs' && {
            devDependencies: { typescript: '5.9.3', 'ts-node': '10.9.2', '@types/node': '20.19.43' },
          }),
      },
      ...(isTyped && { 'tsconfig.json': tsconfig }),
    }
    for (const [name, content] of Object.entries(written)) {
      await writeFile(join(own, name), JSON.stringify(content))
    }
    if (own !== root) {
      await rm(join(root, 'Pulumi.yaml'))
      await cp(join(root, 'Pulumi.test.yaml'), join(own, 'Pulumi.test.yaml'))
    }
    await writeFile(join(own, isTyped ? 'index.ts' : 'index.js'), isTyped ? program(front) : asScript(program(front)))
    const place = { cwd: own, env: { ...env, PATH: [managers, env.PATH].join(delimiter) } }
    const command = async (line: string) => {
      const [file = '', ...args] = line.split(' ')
      const { stdout, stderr } = await run(file, args, place).catch((error: { stdout: string; stderr: string }) => {
        throw new Error(`${line} failed.\n${error.stdout}\n${error.stderr}`)
      })
      return stdout + stderr
    }
    await command(install)
    return { stack, place, command }
  }

  const labels = async () =>
    ((await emulator.get('/projects/1/labels')).body as { name: string }[]).map(({ name }) => name)

  it.each(Object.keys(cases))('previews, creates, refreshes, compares and deletes resources with %s', async (name) => {
    const { [name]: one = pnpm } = cases
    const { stack, command } = await prepare(one)
    const pulumi = (args: string) => command(`${one.start ? `${one.start} ` : ''}pulumi --non-interactive ${args}`)
    try {
      expect(await pulumi('preview')).toMatch(/\+ 3 to create/)
      await pulumi('up --yes --skip-preview')
      expect(await labels()).toEqual(['bug'])
      expect(await pulumi('refresh --yes --skip-preview')).toMatch(/3 unchanged/)
      expect(await command(`${one.exec} trueup drift`)).toMatch(/^No drift/m)
      // doctor fails if there is an error.
      if (testRun.allCases) expect(await command(`${one.exec} trueup doctor`)).toContain(`@pulumi/pulumi ${sdk}.\n`)
      await pulumi('destroy --yes --skip-preview')
      expect(await labels()).toEqual([])
    } finally {
      await stack.close()
    }
  })

  if (testRun.allCases) {
    it('names Node.js if it is missing, so that no provider of a program in Bun can start', async () => {
      const { stack, place } = await prepare({ ...bun, runtime: 'bun' })
      const runBun = (args: string[], PATH: string | undefined) =>
        run(join(managers, 'bun'), args, { ...place, env: { ...place.env, PATH } }).then(
          ({ stdout }) => stdout,
          ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
        )
      try {
        expect(await runBun(['index.ts'], managers)).toContain('There is no "node" on PATH.')
        expect(await runBun(['index.ts'], place.env.PATH)).not.toContain('There is no "node"')
        const cli = join('node_modules', 'trueup', 'dist', 'cli', 'index.js')
        expect(await runBun([cli, 'doctor'], managers)).toContain('error    There is no "node" on PATH.')
      } finally {
        await stack.close()
      }
    })
  }
})

/** The program for Node.js without a compiler. */
const asScript = (text: string): string =>
  text
    .replace(/^import \* as trueup from (.*)$/m, 'const trueup = require($1)')
    .replaceAll(/^export const (\w+) =/gm, 'exports.$1 =')
