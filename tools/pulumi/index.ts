import { execFile } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build } from './build'
import { cacheFolder, fillOnce } from './cache'
import { install } from './install'
import { withHosts } from './launchers'
import { cliName, onPath, pinnedVersion } from './paths'
import { say } from './say'

/** A pulumi CLI that is ready to run Node.js programs. */
export interface Pulumi {
  /** The CLI's file. */
  path: string
  /** Its version, without `v`. */
  version: string
  /** The folder it is in, where it also finds a language host. */
  binDir: string
  /** What its environment needs besides the usual: `PATH`, with `binDir` first. */
  env: { PATH: string }
}

/** The oldest CLI that can adopt existing objects from a file (`pulumi import --file` with inputs and outputs). */
const oldest = { major: 3, minor: 254 }

/**
 * Finds a pulumi CLI: on `PATH`, else in our cache, else fetched by Pulumi's own installer, else built with Go.
 * The last two happen once and announce themselves on stderr.
 *
 * @throws when there is none and none can be made, with what to install
 */
export async function findPulumi(): Promise<Pulumi> {
  const { path: cli, version } = (await installed()) ?? (await cached())
  const path = await withHosts(cli)
  const binDir = dirname(path)
  return { path, version, binDir, env: { PATH: [binDir, process.env['PATH']].filter(Boolean).join(delimiter) } }
}

async function installed(): Promise<{ path: string; version: string } | undefined> {
  for (const path of onPath(cliName)) {
    const version = await versionOf(path)
    if (isRecent(version)) return { path, version }
    const wanted = `${oldest.major}.${oldest.minor} or later is needed`
    say(`${path} ${version ? `is of version ${version}` : 'does not tell its version'}, but ${wanted}: looking further`)
  }
  return undefined
}

async function cached(): Promise<{ path: string; version: string }> {
  const version = pinnedVersion()
  const folder = join(cacheFolder(), `${version}-${process.platform}-${process.arch}`)
  const path = join(folder, 'bin', cliName)
  const make = async (into: string): Promise<void> => {
    const start = Date.now()
    say('no pulumi CLI on PATH, none in the cache')
    if (!(await install(into))) await build(into)
    say(`the pulumi CLI ${version} is ready after ${Math.round((Date.now() - start) / 1000)} s and kept in ${folder}`)
  }
  await fillOnce(folder, make, () => say(`another process is making the pulumi CLI ${version}: waiting for it`))
  return { path, version }
}

/** Empty when the file cannot be started, or is another program of that name. */
async function versionOf(path: string): Promise<string> {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: 'true' }
  const answer = await promisify(execFile)(path, ['version'], { env }).catch(() => undefined)
  return /^v?(\d+\.\d+\.\d\S*)/.exec(answer?.stdout ?? '')?.[1] ?? ''
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor)
}
