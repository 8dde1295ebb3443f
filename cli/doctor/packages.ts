import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { installNode, missingNode } from '../../provider/command-line/basics'
import { packageManagerOf } from '../shared/package-manager'
import { installable } from '../shared/package-source'
import type { Findings } from './finding'
import type { Project } from './project'
import { isIn } from './versions'

/** The parts of a `package.json` that are used here. */
interface Manifest {
  version?: string
  main?: string
  engines?: { node?: string }
  peerDependencies?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** The manifest of this package. */
export const own = createRequire(__filename)('trueup/package.json') as Manifest

/** Checks the current Node.js version. Programs usually run on the same version. */
export function checkNode(findings: Findings): void {
  const version = process.versions.node
  const range = own.engines?.node ?? ''
  const missing = missingNode()
  if (missing !== undefined) findings.error('node', `${missing}.`, installNode)
  else if (isIn(version, range)) findings.ok('node', `Node.js ${version}.`)
  else
    findings.error('node', `Node.js ${version} is not supported. Trueup requires ${range}.`, 'Install a later Node.js.')
}

/** Checks the packages that a program for Node.js would load. With the plugin, it can use a generated SDK. */
export function checkPackages(
  findings: Findings,
  { folder, plugin, loadsTypeScript }: Pick<Project, 'folder' | 'plugin' | 'loadsTypeScript'>,
): void {
  if (loadsTypeScript) checkTypeScript(findings, folder)
  if (process.versions.pnp !== undefined) {
    findings.ok('plug-n-play', `Yarn Plug'n'Play: start Pulumi with Yarn, such as "yarn exec pulumi up".`)
  }
  const trueup = locate('trueup', folder)
  if (trueup === undefined) {
    if (plugin) return checkPulumiPackage(findings, folder, trueup)
    findings.error(
      'trueup',
      `The package "trueup" is not installed in ${folder}.`,
      `Run "${packageManagerOf(folder).add} ${installable('trueup')}" there.`,
    )
  } else {
    const { version } = manifestOf(trueup)
    if (version === own.version) findings.ok('trueup', `trueup ${version}.`)
    else {
      findings.warning(
        'trueup',
        `The project has trueup ${version}, but this command is trueup ${own.version}.`,
        `Run "${packageManagerOf(folder).run} trueup doctor" in the folder of the project.`,
      )
    }
  }
  checkPulumiPackage(findings, folder, trueup)
}

const sdk = '@pulumi/pulumi'
const lastForNode20 = '3.248.0'
const lastTypeScript = '~5.9'

function checkPulumiPackage(findings: Findings, folder: string, trueup: string | undefined): void {
  const found = locate(sdk, folder)
  const range = own.peerDependencies?.[sdk] ?? ''
  if (found === undefined) {
    findings.error(
      'pulumi-package',
      `The package "${sdk}" is not installed in ${folder}.`,
      `Run "${packageManagerOf(folder).add} ${sdk}" there.`,
    )
    return
  }
  const manifest = manifestOf(found)
  const { version = '' } = manifest
  if (!isIn(version, range)) {
    findings.error(
      'pulumi-package',
      `${sdk} ${version} is not supported. Trueup requires ${range}.`,
      `Run "${packageManagerOf(folder).add} ${sdk}@latest" in ${folder}.`,
    )
    return
  }
  checkNodeOfPulumi(findings, folder, manifest)
  const copies = copiesOf(folder, [folder, ...(trueup === undefined ? [] : [trueup])])
  if (copies.size === 1) findings.ok('pulumi-package', `${sdk} ${version}.`)
  else {
    const listed = [...copies].map(([copy, user]) => `${manifestOf(copy).version} for ${user}`).join(', ')
    findings.warning(
      'pulumi-package',
      `There are ${copies.size} copies of ${sdk}: ${listed}. A copy may not recognize resources of another copy.`,
      packageManagerOf(folder).deduplicate,
    )
  }
}

/** Newer releases of the SDK require a later Node.js than Trueup, but package managers can install them anyway. */
function checkNodeOfPulumi(findings: Findings, folder: string, { version, engines }: Manifest): void {
  const wanted = engines?.node
  const { node } = process.versions
  if (wanted === undefined || isIn(node, wanted)) return
  const { add } = packageManagerOf(folder)
  const older = isIn(node, '>=20 <22') ? `, or run "${add} ${sdk}@${lastForNode20}" in ${folder}` : ''
  findings.warning(
    'pulumi-node',
    `${sdk} ${version} requires Node.js ${wanted}, but this is Node.js ${node}.`,
    `Install a later Node.js${older}.`,
  )
}

/** Checks the TypeScript compiler. npm installs its latest release, which Pulumi may not support. */
function checkTypeScript(findings: Findings, folder: string): void {
  const [pulumi, compiler] = [locate(sdk, folder), locate('typescript', folder)]
  if (pulumi === undefined || compiler === undefined) return
  const { version, peerDependencies } = manifestOf(pulumi)
  const range = peerDependencies?.typescript ?? '<7'
  const installed = manifestOf(compiler).version ?? ''
  if (isIn(installed, range)) return
  findings.error(
    'typescript',
    `${sdk} ${version} cannot load TypeScript ${installed}, so "pulumi up" would fail. It requires typescript ${range}.`,
    `Run "${packageManagerOf(folder).addDev} typescript@${lastTypeScript}" in ${folder}.`,
  )
}

/** The copies of the SDK that the project, Trueup and the other packages load, each with one of its users. */
function copiesOf(folder: string, users: string[]): Map<string, string> {
  const { dependencies = {}, devDependencies = {} } = existsSync(join(folder, 'package.json')) ? manifestOf(folder) : {}
  const others = Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => locate(name, folder) ?? [])
  const copies = new Map<string, string>()
  for (const user of [...users, ...others]) {
    const copy = locate(sdk, user)
    if (copy !== undefined && !copies.has(copy)) copies.set(copy, user === folder ? 'the project' : user)
  }
  return copies
}

/** The folder of a package, as code in `from` resolves it. `require.resolve` fails if the package hides its package.json. */
function locate(name: string, from: string): string | undefined {
  const { resolve } = createRequire(join(from, 'package.json'))
  if (process.versions.pnp !== undefined) return plugAndPlay(name, resolve)
  const places = resolve.paths(name) ?? []
  const found = places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, 'package.json')))
  return found && realpathSync(found)
}

/** The folder of a package with Yarn Plug'n'Play, which has no folders `node_modules`. */
function plugAndPlay(name: string, resolve: NodeJS.RequireResolve): string | undefined {
  try {
    return dirname(resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}

/** The `package.json` of a folder. @throws Error if there is none. */
export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
