/** An entry of `package-lock.json`. */
export interface Locked {
  version?: string
  license?: string
  /** The URL of the package. Absent if npm omits it: then it is the registry. */
  resolved?: string
  integrity?: string
  /** A folder of this repository. */
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** `package-lock.json`. The keys of packages are folders; the key of the repository is `''`. */
export interface Lock {
  lockfileVersion: number
  packages: Record<string, Locked>
}

/** A package with its folder in the lock file, and the packages that require it. */
export interface Installed extends Locked {
  name: string
  folder: string
  neededBy: string[]
}

/** The packages that npm installs for these dependencies of the repository, sorted by name. */
export function installedWith(lock: Lock, names: readonly string[]): Installed[] {
  const found = new Map<string, Installed>()
  const add = (name: string, by: string, from: string) => {
    const folder = folderOf(lock, name, from)
    const locked = lock.packages[folder ?? '']
    if (folder === undefined || locked === undefined) return
    const known = found.get(folder)
    if (known) return void known.neededBy.push(by)
    found.set(folder, { ...locked, name, folder, neededBy: [by] })
    for (const next of wantedBy(locked)) add(next, name, folder)
  }
  for (const name of names) add(name, 'trueup', '')
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** The dependencies of a package. Optional ones can be missing. */
function wantedBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }: Locked) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** The folder in which Node.js finds a package from the folder of another package: the nearest `node_modules`. */
function folderOf(lock: Lock, name: string, from: string): string | undefined {
  const folder = `${from}${from && '/'}node_modules/${name}`
  if (lock.packages[folder]) return folder
  return from === '' ? undefined : folderOf(lock, name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))
}
