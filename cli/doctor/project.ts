import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { parse } from 'yaml'
import type { Findings } from './finding'

const names = ['Pulumi.yaml', 'Pulumi.yml', 'Pulumi.json']

/** The parts of a `Pulumi.yaml` that are used here. */
interface ProjectFile {
  name?: string
  runtime?: string | { name?: string; options?: { typescript?: boolean } }
  main?: string
  packages?: Record<string, string | { source?: string } | null>
  plugins?: { providers?: ({ name?: string; path?: string } | null)[] }
}

/** How a project names the plugin: by its folder, or by a name or URL that the CLI resolves. */
export type PluginSource = { folder: string } | { name: string }

/** A Pulumi project. */
export interface Project {
  name: string
  /** The `Pulumi.yaml`. */
  file: string
  /** The folder of the program. */
  folder: string
  /** Whether the program runs in Node.js or Bun, so that it can use dynamic resources. */
  isNode: boolean
  /** Whether Pulumi loads the TypeScript compiler, which it also does for programs in JavaScript by default. */
  loadsTypeScript: boolean
  /** Undefined if the `Pulumi.yaml` does not name the plugin. */
  plugin: PluginSource | undefined
}

/** Finds the Pulumi project as the CLI does. Returns undefined if there is none. */
export function checkProject(findings: Findings, cwd: string): Project | undefined {
  const file = findFile(resolve(cwd))
  if (file === undefined) {
    findings.error(
      'project',
      `There is no Pulumi.yaml in ${resolve(cwd)} or its parent folders.`,
      'Run the command in the folder of a Pulumi project, pass the folder with --cwd, or create a project with "pulumi new typescript".',
    )
    return undefined
  }
  let project: ProjectFile
  try {
    project = (parse(readFileSync(file, 'utf8')) ?? {}) as ProjectFile
  } catch (error) {
    findings.error('project', `${file} cannot be read: ${(error as Error).message.split('\n')[0]}`, 'Correct the file.')
    return undefined
  }
  const runtime = typeof project.runtime === 'object' ? project.runtime.name : project.runtime
  if (runtime) findings.ok('project', `Project ${project.name ?? '(without a name)'}, ${file}.`)
  else {
    findings.error(
      'project',
      `The runtime in ${file} is missing.`,
      'Set it to the language of the program, such as "runtime: nodejs".',
    )
  }
  const root = dirname(file)
  const main = resolve(root, project.main ?? '.')
  return {
    name: project.name ?? '',
    file,
    folder: extname(main) === '' ? main : dirname(main),
    isNode: !runtime || runtime === 'nodejs' || runtime === 'bun',
    loadsTypeScript:
      runtime !== 'bun' && (typeof project.runtime !== 'object' || project.runtime.options?.typescript !== false),
    plugin: pluginOf(project, root),
  }
}

/** How a project names the plugin, in the order in which the CLI searches. */
function pluginOf({ plugins, packages }: ProjectFile, root: string): PluginSource | undefined {
  const provider = plugins?.providers?.find((one) => one?.name === 'trueup')
  if (provider) return { folder: resolve(root, provider.path ?? '.') }
  const entry = packages?.trueup
  const source = typeof entry === 'object' ? entry?.source : entry
  if (typeof source !== 'string') return undefined
  const folder = resolve(root, source)
  return /^(?:\.\/|\.\.|\/)/.test(source) || existsSync(folder) ? { folder } : { name: source }
}

function findFile(folder: string): string | undefined {
  const found = names.map((name) => join(folder, name)).find((file) => existsSync(file))
  if (found !== undefined) return found
  const above = dirname(folder)
  return above === folder ? undefined : findFile(above)
}
