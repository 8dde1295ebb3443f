import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { repositoryRoot } from '../../tools/pulumi/paths'

/** The patterns on the command line of Jest; without any, all files match. */
export interface Patterns {
  toExecutor(options: { rootDir: string }): { isMatch(path: string): boolean }
}

/** The test files that match. With a `suite.test.ts`, also the files that it loads. */
export function selectedFiles(patterns: Patterns): string[] {
  const executor = patterns.toExecutor({ rootDir: repositoryRoot })
  return ['test', join('emulator', 'test')]
    .map((folder) => join(repositoryRoot, folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => [file, join(dirname(file), 'suite.test.ts')].some((path) => executor.isMatch(path)))
}

/** What tests need before they start. */
export interface Needs {
  /** The compiled package or the plugin. */
  build: boolean
  /** The pulumi CLI. */
  pulumi: boolean
}

/** What these test files need, or the modules of tests and tools that they import, also through others. */
export function needsOf(files: readonly string[]): Needs {
  const needs = { build: false, pulumi: false }
  const found = new Set(files)
  for (const file of found) {
    if (needs.build && needs.pulumi) break
    const text = readFileSync(file, 'utf8')
    needs.build ||= namesBuild.test(text)
    needs.pulumi ||= file === findsPulumi
    for (const imported of importsOf(file, text))
      if (mayNeed.test(relative(repositoryRoot, imported))) found.add(imported)
  }
  return needs
}

/** A path in `dist/`, the name of the package that a program finds in its `node_modules`, or the folder of the plugin. */
const namesBuild = /['/]dist['/]|`dist\/[\w$]|, '(?:trueup|trueup-plugin|plugin)'\)/
const findsPulumi = join(repositoryRoot, 'tools', 'pulumi', 'index.ts')
const mayNeed = /^(?:(?:emulator\/)?test|tools)\//

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()

/** The files that a module imports, except only for types. */
function importsOf(file: string, text: string): string[] {
  const code = text.replace(/^(?:im|ex)port type [^']*/gm, '')
  return [...code.matchAll(/(?:from |\bimport |[\w>]\()'(\.{1,2}\/[^']+)'/g)].flatMap(([, name = '']) => {
    const path = join(dirname(file), name)
    return [`${path}.ts`, join(path, 'index.ts'), path].filter(isFile).slice(0, 1)
  })
}
