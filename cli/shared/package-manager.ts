import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The commands of a program that installs packages. */
export interface PackageManager {
  readonly name: string
  /** The files that it writes the installed versions to. */
  readonly lockFiles: readonly [string, ...string[]]
  /** Adds packages to the project. */
  readonly add: string
  /** Adds packages that only development needs. */
  readonly addDev: string
  /** Installs the packages of a project. */
  readonly install: string
  /** Installs exactly what the lock file contains, for pipelines. */
  readonly frozen: string
  /** Runs the program of an installed package. */
  readonly run: string
  /** How to have only one version of a package. */
  readonly deduplicate: string
}

const npm: PackageManager = {
  name: 'npm',
  lockFiles: ['package-lock.json', 'npm-shrinkwrap.json'],
  add: 'npm install',
  addDev: 'npm install --save-dev',
  install: 'npm install',
  frozen: 'npm ci',
  run: 'npx',
  deduplicate: 'Run "npm dedupe", or use one version for all packages ("overrides" in package.json).',
}

const managers: readonly PackageManager[] = [
  {
    name: 'pnpm',
    lockFiles: ['pnpm-lock.yaml'],
    add: 'pnpm add',
    addDev: 'pnpm add --save-dev',
    install: 'pnpm install',
    frozen: 'pnpm install --frozen-lockfile',
    run: 'pnpm exec',
    deduplicate: 'Run "pnpm dedupe", or use one version for all packages ("overrides" in pnpm-workspace.yaml).',
  },
  {
    name: 'yarn',
    lockFiles: ['yarn.lock'],
    add: 'yarn add',
    addDev: 'yarn add --dev',
    install: 'yarn install',
    frozen: 'yarn install --immutable',
    run: 'yarn',
    deduplicate: 'Run "yarn dedupe", or use one version for all packages ("resolutions" in package.json).',
  },
  {
    name: 'bun',
    lockFiles: ['bun.lock', 'bun.lockb'],
    add: 'bun add',
    addDev: 'bun add --dev',
    install: 'bun install',
    frozen: 'bun install --frozen-lockfile',
    run: 'bunx',
    deduplicate: 'Use one version for all packages ("overrides" in package.json).',
  },
  npm,
]

/** The package manager of a project: that of "packageManager" in package.json, or of the nearest lock file. Default: npm. */
export function packageManagerOf(folder: string): PackageManager {
  const named = packageManagerIn(folder)
  const found =
    managers.find(({ name }) => name === named) ??
    managers.find(({ lockFiles }) => lockFiles.some((file) => existsSync(join(folder, file))))
  if (found) return found
  const above = dirname(folder)
  return above === folder ? npm : packageManagerOf(above)
}

/** `pnpm` for `"packageManager": "pnpm@10.1.0"`. */
function packageManagerIn(folder: string): string | undefined {
  try {
    const { packageManager } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
    return typeof packageManager === 'string' ? packageManager.split('@')[0] : undefined
  } catch {
    return undefined
  }
}
