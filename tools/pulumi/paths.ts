import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** File name of a program on this platform. */
export const executable = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name)

/** File name of the CLI on this platform. */
export const cliName = executable('pulumi')

/** The root of the repository, both for the source and for `dist/`. */
export const repositoryRoot = nearestManifest(__dirname)

/** The schema of the package, from which Pulumi generates SDKs. */
export const packageSchemaFile = join(repositoryRoot, 'schema', 'trueup.schema.json')

/** The folder with `go.mod`, which pins the version of the CLI. */
export const cliModule = join(repositoryRoot, 'tools', 'pulumi')

/** The folder with `go.mod`, which pins the version of a language host, apart from the versions of the CLI. */
export const hostModule = (language: string): string => join(cliModule, `${language}-host`)

/** The folder with the generator of SDKs and its `go.mod`, which also pins the version of the language host for Java. */
export const sdkGeneratorModule = join(repositoryRoot, 'tools', 'sdk-generator')

/** Version of a pinned Go module, without `v`. Default: of the CLI. */
export function pinnedVersion(folder = cliModule, name = 'github.com/pulumi/pulumi/pkg/v3'): string {
  const file = join(folder, 'go.mod')
  const lines = readFileSync(file, 'utf8').split('\n')
  const found = lines.map((line) => line.trim().replace(/^require /, '')).find((line) => line.startsWith(`${name} v`))
  if (!found) throw new Error(`${file} does not contain ${name}.`)
  return found.slice(name.length + 2).split(' ')[0] ?? ''
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
