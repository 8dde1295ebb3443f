import { execFileSync } from 'node:child_process'
import { readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../../tools/pulumi/paths'

/** Folders and files that are compiled or bundled, or say how. */
const sources = ['sdk', 'provider', 'emulator', 'cron', 'cli', 'tools', 'bench', 'tsconfig.json', 'tsconfig.build.json']
const testsOfEmulator = join(repositoryRoot, 'emulator', 'test')
const sourcesOfPlugin = ['dist/tsconfig.tsbuildinfo', 'schema/trueup.schema.json']

/** Compiles the package and bundles the plugin if a source is newer. Tests of both, and of the command, use the result. */
export function buildIfStale(): void {
  const file = join(repositoryRoot, 'dist', 'tsconfig.tsbuildinfo')
  if (newest(sources) > timeOf(file)) {
    execFileSync('npm', ['run', 'build'], { cwd: repositoryRoot, stdio: 'inherit' })
    // The compiler does not write the file again after a change of other files, such as those in Go.
    utimesSync(file, new Date(), new Date())
  }
  if (newest(sourcesOfPlugin) <= timeOf(join(repositoryRoot, 'plugin', 'dist', 'plugin.js'))) return
  execFileSync(process.execPath, [join(repositoryRoot, 'dist', 'tools', 'plugin', 'index.js')], { stdio: 'inherit' })
}

/** When a file was written; 0 if it is missing. */
const timeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

function newest(paths: string[]): number {
  const files = paths.flatMap((path) => {
    const full = join(repositoryRoot, path)
    if (!statSync(full).isDirectory()) return [full]
    return readdirSync(full, { recursive: true, encoding: 'utf8' })
      .map((file) => join(full, file))
      .filter((file) => !file.startsWith(testsOfEmulator))
  })
  return Math.max(...files.map((file) => statSync(file).mtimeMs))
}
