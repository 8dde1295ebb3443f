import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** File name of the CLI on this platform. */
export const cliName = process.platform === 'win32' ? 'pulumi.exe' : 'pulumi'

/** The repository's root, whether this file runs as source or compiled in `dist/`. */
export const repositoryRoot = nearestManifest(__dirname)

/** The folder with `go.mod`, which pins the CLI that is installed or built where none is found. */
export const goModuleFolder = join(repositoryRoot, 'tools', 'pulumi')

/** Version of the pinned CLI, without `v`. */
export function pinnedVersion(): string {
  const line = /^\s*(?:require )?github\.com\/pulumi\/pulumi\/pkg\/v3 v(\S+)/m
  const found = line.exec(readFileSync(join(goModuleFolder, 'go.mod'), 'utf8'))?.[1]
  if (!found) throw new Error(`${join(goModuleFolder, 'go.mod')} does not name github.com/pulumi/pulumi/pkg/v3.`)
  return found
}

/** All executable files of that name on `PATH`, in order. */
export function onPath(name: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).filter(isExecutable)
}

/** Whether `file` can be started. */
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
