import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Findings } from './finding'
import { isIn } from './versions'

/** What is used of a `package.json`. */
interface Manifest {
  version?: string
  engines?: { node?: string }
  peerDependencies?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const own = createRequire(__filename)('trueup/package.json') as Manifest

/** The Node.js that this runs on; programs usually run on the same. */
export function checkNode(findings: Findings): void {
  const version = process.versions.node
  const range = own.engines?.node ?? ''
  if (isIn(version, range)) findings.ok('node', `Node.js ${version}.`)
  else
    findings.error('node', `Node.js is of version ${version}, but Trueup needs ${range}.`, 'Install a later Node.js.')
}

/** The packages that a program in this folder would load. */
export function checkPackages(findings: Findings, folder: string): void {
  const trueup = locate('trueup', folder)
  if (trueup === undefined) {
    findings.error('trueup', `${folder} has no package "trueup" installed.`, 'Run "npm install trueup" there.')
  } else {
    const { version } = manifestOf(trueup)
    if (version === own.version) findings.ok('trueup', `trueup ${version}.`)
    else {
      findings.warning(
        'trueup',
        `The project has trueup ${version}, and this command is of trueup ${own.version}.`,
        'Run the project\'s own: "npx trueup doctor" in its folder.',
      )
    }
  }
  checkPulumiPackage(findings, folder, trueup)
}

const sdk = '@pulumi/pulumi'
const lastForNode20 = '3.248.0'

function checkPulumiPackage(findings: Findings, folder: string, trueup: string | undefined): void {
  const found = locate(sdk, folder)
  const range = own.peerDependencies?.[sdk] ?? ''
  if (found === undefined) {
    findings.error('pulumi-package', `${folder} has no package "${sdk}" installed.`, `Run "npm install ${sdk}" there.`)
    return
  }
  const manifest = manifestOf(found)
  const { version = '' } = manifest
  if (!isIn(version, range)) {
    findings.error(
      'pulumi-package',
      `${sdk} is of version ${version}, but Trueup needs ${range}.`,
      `Run "npm install ${sdk}@latest" in ${folder}.`,
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
      `There are ${copies.size} copies of ${sdk}: ${listed}. Resources of one may be unknown to the other.`,
      'Run "npm dedupe", or let all packages agree on one version ("overrides" in package.json).',
    )
  }
}

/** Newer releases of the SDK need a later Node.js than Trueup does, and npm can install them anyway. */
function checkNodeOfPulumi(findings: Findings, folder: string, { version, engines }: Manifest): void {
  const wanted = engines?.node
  const { node } = process.versions
  if (wanted === undefined || isIn(node, wanted)) return
  const older = isIn(node, '>=20 <22') ? `, or run "npm install ${sdk}@${lastForNode20}" in ${folder}` : ''
  findings.warning(
    'pulumi-node',
    `${sdk} ${version} needs Node.js ${wanted}, and this is Node.js ${node}.`,
    `Install a later Node.js${older}.`,
  )
}

/** The copies of the SDK that the project, Trueup and the project's other packages load, each with one of its users. */
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

/** The folder of a package as code in `from` finds it. Not by `require.resolve`: packages may hide their package.json. */
function locate(name: string, from: string): string | undefined {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? []
  const found = places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, 'package.json')))
  return found && realpathSync(found)
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
