import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, readFile } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { cached, prepareOnce } from '../../tools/pulumi/go'

const repository = resolve(__dirname, '..', '..')
const run = promisify(execFile)

/** The lock file with later releases of Node.js, as programs from npm. */
const releases = join(repository, 'test', 'fixtures', 'node-releases')
const jestProgram = join('node_modules', 'jest', 'bin', 'jest.js')

/** The programs need glibc. On other systems, continuous integration has to install these releases itself. */
const onLinux = process.platform === 'linux' ? describe : describe.skip

onLinux.each(['22', '24'])('with Node.js %s', (major) => {
  let node: string

  beforeAll(async () => {
    const lock = await readFile(join(releases, 'package-lock.json'))
    const folder = cached(`node-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`)
    await prepareOnce('later releases of Node.js', folder, async (into) => {
      for (const file of ['package.json', 'package-lock.json']) await cp(join(releases, file), join(into, file))
      await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: into })
    })
    node = join(folder, 'node_modules', `node-${major}-linux-${process.arch}`, 'bin', 'node')
  })

  /** Runs a program of this repository with this release, also in the processes that it starts. */
  const withNode = async (...args: string[]) => {
    const { TRUEUP_TEST_LONG: _, JEST_WORKER_ID: __, ...env } = process.env
    env.PATH = `${dirname(node)}${delimiter}${env.PATH}`
    const { stdout, stderr } = await run(node, args, { cwd: repository, env, maxBuffer: 64 * 1024 * 1024 })
    return `${stdout}${stderr}`
  }

  it('runs that release, also in processes that look for Node.js', async () => {
    expect(await withNode('--version')).toMatch(new RegExp(`^v${major}\\.`))
    const child = `console.log(require('node:child_process').execSync('node --version').toString())`
    expect(await withNode('-e', child)).toMatch(new RegExp(`^v${major}\\.`))
  })

  it('passes the tests that start no processes', async () => {
    expect(await withNode(jestProgram, '--config', 'jest.fast.config.js', '--seed', '1')).toMatch(
      /^Tests: +\d+ passed, \d+ total$/m,
    )
  })

  it('passes tests with the real engine, for programs of both fronts', async () => {
    const files = ['label', 'sets', 'provider', 'plugin', 'core-kinds', 'yaml'].map(
      (name) => `test/e2e/${name}.test.ts`,
    )
    expect(await withNode(jestProgram, '--seed', '1', ...files)).toMatch(/^Tests: +\d+ passed, \d+ total$/m)
  })

  it('runs the demo', async () => {
    expect(await withNode(join('dist', 'tools', 'demo.js'))).toMatch(/The demo took \d+ s/)
  })
})
