import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build, cached, prepareOnce } from './go'
import { install } from './install'
import { type Host, withHosts } from './launchers'
import { cliName, onPath, pinnedVersion } from './paths'
import * as programs from './programs'
import { say } from './say'

/** A pulumi CLI that is ready to run Node.js programs. */
export interface Pulumi {
  /** Path of the CLI. */
  path: string
  /** Its version, without `v`. */
  version: string
  /** The folder of the CLI, in which it also finds a language host. */
  binDir: string
  /** Additional environment variables: `PATH`, with `binDir` first. */
  env: { PATH: string }
}

export type { Host }

export interface PulumiOptions {
  /** Languages other than TypeScript and JavaScript. Default: none, because their language hosts take time to build. */
  hosts?: readonly Host[]
  /**
   * Build the official hosts of these languages, also of TypeScript and JavaScript (`nodejs`), Python and Go. Default
   * false: stand-ins run these, because they take no time to build, and because the official hosts that Go can build
   * are older than the CLI. They ignore `runtime.options`: a program in Python runs outside of its virtual environment,
   * and `pulumi install` creates one in the folder of the project. The one for Node.js
   * cannot run plugins.
   */
  official?: boolean
}

/** The oldest CLI that supports `pulumi import --file` with inputs and outputs. */
const oldest = { major: 3, minor: 254 }

/**
 * Finds a pulumi CLI on `PATH` or in the cache. If there is none, installs one with Pulumi's installer, or builds one with Go,
 * and prints this on stderr. The same applies to the language hosts.
 *
 * @throws Error with the remedy if no CLI or language host can be installed or built.
 */
export async function findPulumi({ hosts = [], official = false }: PulumiOptions = {}): Promise<Pulumi> {
  const { path: cli, version } = (await installed()) ?? (await fromCache())
  const path = await withHosts(cli, hosts, official)
  const binDir = dirname(path)
  return { path, version, binDir, env: { PATH: [binDir, process.env['PATH']].filter(Boolean).join(delimiter) } }
}

async function installed(): Promise<{ path: string; version: string } | undefined> {
  for (const path of onPath(cliName)) {
    const version = await versionOf(path)
    if (isRecent(version)) return { path: await downloaded(path, version), version }
    const wanted = `${oldest.major}.${oldest.minor} or later is required`
    say(
      `${path} ${version ? `has version ${version}` : 'does not print its version'}, but ${wanted}; continuing the search`,
    )
  }
  return undefined
}

/** The CLI that a program of the npm package `pulumi` has downloaded and starts. Other programs are the CLI. */
async function downloaded(program: string, version: string): Promise<string> {
  if (!(await realpath(program)).endsWith(join('node_modules', 'pulumi', 'run.js'))) return program
  const home = process.env['PULUMI_HOME'] || join(homedir(), '.pulumi')
  return join(home, 'versions', version, 'bin', cliName)
}

async function fromCache(): Promise<{ path: string; version: string }> {
  const version = pinnedVersion()
  const program = programs.cli()
  const folder = cached(version)
  await prepareOnce(program.title, folder, async (into) => {
    say('no pulumi CLI on PATH or in the cache')
    if (!(await install(into))) await build(program, into)
  })
  return { path: join(folder, 'bin', cliName), version }
}

/** The version; empty if the file cannot be started or is another program. */
async function versionOf(path: string): Promise<string> {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: 'true' }
  const result = await promisify(execFile)(path, ['version'], { env }).catch(() => undefined)
  return /^v?(\d+\.\d+\.\d\S*)/.exec(result?.stdout ?? '')?.[1] ?? ''
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor)
}
