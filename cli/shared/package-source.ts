import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'

export type PackageName = 'trueup' | 'trueup-plugin'

interface Manifest {
  version: string
  /** True until the packages are on npm: it keeps npm from publishing them by mistake. */
  private?: boolean
}

const manifestFile = createRequire(__filename).resolve('trueup/package.json')

/** What `npm install` has to be given for a package. */
export const installable = (name: PackageName, { private: isLocal = false } = manifest()): string =>
  isLocal ? `./packages/${name}.tgz` : name

/**
 * How the package.json in a folder depends on a package: on this version or later ones or, until they are on npm, on the
 * archive that this one was installed from.
 */
export function dependencyOn(
  name: PackageName,
  folder: string,
  { version, private: isLocal = false } = manifest(),
  root = dirname(manifestFile),
): string {
  if (!isLocal) return `^${version}`
  const archive = archiveOf(name, root) ?? join(root, 'packages', `${name}.tgz`)
  return `file:${relative(folder, archive).replaceAll('\\', '/')}`
}

/** The archive that npm has installed a package from, of the project that the package in `root` is installed in. */
function archiveOf(name: PackageName, root: string): string | undefined {
  const modules = dirname(root)
  const lock = join(modules, '.package-lock.json')
  if (basename(modules) !== 'node_modules' || !existsSync(lock)) return undefined
  const { packages = {} } = JSON.parse(readFileSync(lock, 'utf8')) as {
    packages?: Record<string, { resolved?: string }>
  }
  const installed = (one: PackageName) => {
    const url = packages[`node_modules/${one}`]?.resolved
    return url?.startsWith('file:') ? resolve(dirname(modules), url.slice('file:'.length)) : undefined
  }
  const own = installed('trueup')
  // "npm run pack" writes both into one folder.
  return installed(name) ?? (own && join(dirname(own), `${name}.tgz`))
}

function manifest(): Manifest {
  return JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
}
