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

/** The archive that a package was installed from, of the project that the package in `root` is installed in. */
function archiveOf(name: PackageName, root: string): string | undefined {
  const installed = npmArchives(root) ?? declaredArchives(process.cwd()) ?? declaredArchives(dirname(root))
  const own = installed?.('trueup')
  // "npm run pack" writes both into one folder.
  return installed?.(name) ?? (own && join(dirname(own), `${name}.tgz`))
}

/** The archive of each package, if it has one. */
type Archives = (name: PackageName) => string | undefined

/** The archives that npm has installed. */
function npmArchives(root: string): Archives | undefined {
  const modules = dirname(root)
  const lock = join(modules, '.package-lock.json')
  if (basename(modules) !== 'node_modules' || !existsSync(lock)) return undefined
  const { packages = {} } = JSON.parse(readFileSync(lock, 'utf8')) as {
    packages?: Record<string, { resolved?: string }>
  }
  return (name) => {
    const url = packages[`node_modules/${name}`]?.resolved
    return url?.startsWith('file:') ? resolve(dirname(modules), url.slice('file:'.length)) : undefined
  }
}

/** The archives that the nearest package.json with one of them names, for pnpm, Yarn and Bun. */
function declaredArchives(folder: string): Archives | undefined {
  const file = join(folder, 'package.json')
  const { dependencies, devDependencies } = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string> | undefined>)
    : {}
  const declared = { ...devDependencies, ...dependencies }
  const archives: Archives = (name) => {
    const [, path] = /^(?:file:)?(.+\.tgz)$/.exec(declared[name] ?? '') ?? []
    return path === undefined ? undefined : resolve(folder, path)
  }
  if (archives('trueup') ?? archives('trueup-plugin')) return archives
  const above = dirname(folder)
  return above === folder ? undefined : declaredArchives(above)
}

function manifest(): Manifest {
  return JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
}
