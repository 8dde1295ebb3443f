import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** File name of the CLI on this platform. */
export const cliName = process.platform === 'win32' ? 'pulumi.exe' : 'pulumi'

/** The root of the repository, both for the source and for `dist/`. */
export const repositoryRoot = nearestManifest(__dirname)

/** The folder with `go.mod`, which pins the version of the CLI. */
export const goModuleFolder = join(repositoryRoot, 'tools', 'pulumi')

/** Version of the pinned CLI, without `v`. */
export function pinnedVersion(): string {
  const line = /^\s*(?:require )?github\.com\/pulumi\/pulumi\/pkg\/v3 v(\S+)/m
  const found = line.exec(readFileSync(join(goModuleFolder, 'go.mod'), 'utf8'))?.[1]
  if (!found) throw new Error(`${join(goModuleFolder, 'go.mod')} does not contain github.com/pulumi/pulumi/pkg/v3.`)
  return found
}

/** All executable files with a name on `PATH`, in order. */
export function onPath(name: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).filter(isExecutable)
}

/** Whether a file can be started. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function nearestManifest(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : nearestManifest(dirname(folder))
}
