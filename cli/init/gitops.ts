import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { stringify } from 'yaml'
import { nodePackage } from '../export/package'
import { dependencyOn } from '../shared/package-source'
import { gitignore } from './gitignore'
import { forLanguage, languageOf } from './language'
import { writeAll } from './write-all'

/** The service that runs the pipelines. */
export type ProviderName = 'gitlab' | 'github'

export interface Order {
  provider: ProviderName
  /** The project's folder. */
  cwd: string
  /** In addition to the stacks with a configuration file. */
  stacks: readonly string[]
  /** Overwrite files that exist. */
  force: boolean
}

/** What was written. */
export interface Written {
  provider: ProviderName
  folder: string
  /** Paths from the folder. */
  files: string[]
  /** All stacks for which the pipelines run. */
  stacks: string[]
  /** Whether the folder had no Pulumi project before. */
  isNew: boolean
}

/** The files that are adapted to the project. */
const pipelines: Readonly<Record<ProviderName, readonly string[]>> = {
  gitlab: ['.gitlab-ci.yml', 'ci/stacks.yml'],
  github: ['.github/workflows/trueup.yml'],
}
const scripts: Readonly<Record<ProviderName, readonly string[]>> = {
  gitlab: ['ci/generate.js'],
  github: [],
}
const sharedScripts = ['comment.js', 'issue.js', 'login.js', 'service.js', 'stack.js'].map((file) => `ci/${file}`)

/** The templates: an example in the package. */
const templates = join(dirname(createRequire(__filename).resolve('trueup/package.json')), 'examples', 'gitops')

/** Writes the templates for a project. @throws Error that lists existing files, before anything is written. */
export async function initGitops({ provider, cwd, stacks: asked, force }: Order): Promise<Written> {
  const folder = resolve(cwd)
  const isNew = !existsSync(join(folder, 'Pulumi.yaml'))
  const found = stacksIn(folder)
  const given = [...new Set([...found, ...asked])].sort()
  const stacks = given.length > 0 ? given : ['dev']
  const wrong = stacks.find((stack) => !/^[\w.-]{1,100}$/.test(stack))
  if (wrong !== undefined) {
    throw new Error(`${JSON.stringify(wrong)} is not a valid stack name. Use letters, digits, "-", "_" and ".".`)
  }
  const files = new Map<string, string>()
  for (const file of pipelines[provider]) {
    const pipeline = await template(file)
    files.set(file, isNew ? pipeline : forProject(pipeline, folder))
  }
  // The pipelines run its commands.
  if (!isNew) addPackage(files, folder)
  for (const file of [...scripts[provider], ...sharedScripts, 'drift-ignore.yaml'])
    files.set(file, await template(file))
  // An existing file is the project's own.
  if (!existsSync(join(folder, '.gitignore'))) files.set('.gitignore', gitignore)
  if (isNew) await addProject(files, folder)
  for (const stack of stacks.filter((one) => !found.includes(one))) {
    files.set(`Pulumi.${stack}.yaml`, isNew ? stringify({ config: { 'gitops:projects': [] } }) : 'config: {}\n')
  }
  await writeAll(folder, files, { force, completed: ['package.json'] })
  return { provider, folder, files: [...files.keys()].sort(), stacks, isNew }
}

const template = (file: string): Promise<string> => readFile(join(templates, file), 'utf8')

const stacksIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .flatMap((file) => /^Pulumi\.(.+)\.yaml$/.exec(file)?.[1] ?? [])
        .sort()
    : []

/** Adapts the check job: types only with a tsconfig.json, and the projects' files if there is a folder for them. */
function forProject(pipeline: string, folder: string): string {
  const fitting = forLanguage(pipeline, languageOf(folder))
  const typed = existsSync(join(folder, 'tsconfig.json')) ? fitting : fitting.replace(/^ *- .*npx --no tsc .*\n/m, '')
  if (!existsSync(join(folder, 'projects'))) return typed
  return typed.replace('trueup validate ', "trueup validate 'projects/**/*.yaml' ")
}

interface Manifest {
  main?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Adds the example program, which depends on the published package. */
async function addProject(files: Map<string, string>, folder: string): Promise<void> {
  const { 'package.json': packed = '{}' } = nodePackage({ name: 'gitops', service: '', folder })
  const { dependencies = {} } = JSON.parse(packed) as Manifest
  const manifest = { ...(JSON.parse(await template('package.json')) as Manifest), name: 'gitops', dependencies }
  files.set('package.json', `${JSON.stringify(completed(manifestIn(folder), manifest), null, 2)}\n`)
  files.set('Pulumi.yaml', (await template('Pulumi.yaml')).replace(/^name: .*$/m, 'name: gitops'))
  for (const file of ['index.ts', 'tsconfig.json']) files.set(file, await template(file))
}

/** Adds this package to the manifest of an existing project, for example to that of a program in Python. */
function addPackage(files: Map<string, string>, folder: string): void {
  const manifest = manifestIn(folder)
  if (manifest.dependencies?.trueup !== undefined || manifest.devDependencies?.trueup !== undefined) return
  const devDependencies = { ...manifest.devDependencies, trueup: dependencyOn('trueup', folder) }
  files.set('package.json', `${JSON.stringify({ private: true, ...manifest, devDependencies }, null, 2)}\n`)
}

/** The existing manifest, which "npm install trueup" may have created. */
function manifestIn(folder: string): Manifest {
  const file = join(folder, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {}
}

/** A manifest, completed from the template. */
const completed = (own: Manifest, template: Manifest): Manifest => ({
  ...template,
  ...own,
  // "npm init" sets a file that does not exist.
  ...(template.main !== undefined && { main: template.main }),
  dependencies: { ...template.dependencies, ...own.dependencies },
  devDependencies: { ...template.devDependencies, ...own.devDependencies },
})
