import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, readFile } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { cached, prepareOnce } from '../../tools/pulumi/go'

const repository = resolve(__dirname, '..', '..')
const run = promisify(execFile)

/** The later releases of Node.js with which tests run. Other tests run with the release on `PATH`. */
export const laterReleases = ['22', '24', '26'] as const

/** The programs need glibc. On other systems, continuous integration has to install these releases itself. */
export const onLinux = process.platform === 'linux' ? describe : describe.skip

/** The lock file with later releases of Node.js, as programs from npm. */
const lockFolder = join(repository, 'test', 'fixtures', 'node-releases')

/** A release of Node.js. */
export interface NodeRelease {
  /** Runs a program of this repository with the release, also in the processes that it starts. Returns its output. */
  run: (args: string[], env?: NodeJS.ProcessEnv) => Promise<string>
  /** Runs tests with the release. Returns the output of Jest. */
  jest: (...args: string[]) => Promise<string>
}

/** Jest's last lines if all tests have passed. */
export const allPassed = /^Tests: +\d+ passed, \d+ total$/m

/** Installs a release once, before the tests of a `describe`. */
export function useNodeRelease(major: string): NodeRelease {
  let node: string

  beforeAll(async () => {
    const lock = await readFile(join(lockFolder, 'package-lock.json'))
    const folder = cached(`node-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`)
    await prepareOnce('later releases of Node.js', folder, async (into) => {
      for (const file of ['package.json', 'package-lock.json']) await cp(join(lockFolder, file), join(into, file))
      await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: into })
    })
    node = join(folder, 'node_modules', `node-${major}-linux-${process.arch}`, 'bin', 'node')
  })

  const withNode = async (args: string[], more: NodeJS.ProcessEnv = {}) => {
    const { JEST_WORKER_ID: _, ...own } = process.env
    const env = { ...own, ...more, PATH: `${dirname(node)}${delimiter}${own.PATH}` }
    const { stdout, stderr } = await run(node, args, { cwd: repository, env, maxBuffer: 64 * 1024 * 1024 })
    return `${stdout}${stderr}`
  }
  return {
    run: withNode,
    jest: (...args) => withNode([join('node_modules', 'jest', 'bin', 'jest.js'), '--seed', '1', ...args]),
  }
}
