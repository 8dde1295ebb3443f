import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findPulumi } from '../tools/pulumi'
import { repositoryRoot } from '../tools/pulumi/paths'
import { type Ran, run } from './child'
import { temporaryFolder } from './folder'
import type { Closable } from './open'

/** Environment variables of the user that would affect the engine or a provider. */
const foreign = /^((TRUEUP|GITLAB|CI|PULUMI)_.*|(https?|all|no)_proxy)$/i

const ownPlugin = { trueup: join(repositoryRoot, 'plugin') }

export interface StackOptions {
  /** Files of the project folder. `index.js` is the program, unless it is in YAML. */
  files: Record<string, string>
  /** A program in YAML: its resources. */
  resources?: object | undefined
  /** Environment variables of every command. */
  env: Record<string, string>
  /** Whether the engine writes the state after each step, which is its default. */
  checkpoints: boolean
  /** Further packages of the program, by name: their folders. */
  modules?: Record<string, string> | undefined
  /** The folders of the plugins, by name. Default: the plugin of this repository. */
  plugins?: Record<string, string> | undefined
  /** The concurrency of the engine. Default: four times the number of cores. */
  parallel?: number | undefined
}

/** The commands of the operations. They skip the preview, which would take the same time again. */
const operations = {
  'no-op preview': ['preview', '--expect-no-changes'],
  'first up': ['up', '--yes', '--skip-preview'],
  'no-op up': ['up', '--yes', '--skip-preview', '--expect-no-changes'],
  'up --refresh': ['up', '--yes', '--skip-preview', '--refresh', '--expect-no-changes'],
  refresh: ['refresh', '--yes', '--skip-preview', '--expect-no-changes'],
  destroy: ['destroy', '--yes', '--skip-preview'],
} as const

export type Operation = keyof typeof operations

/** A resource in the state. */
export interface StateResource {
  type: string
  inputs?: { __provider?: string }
  outputs?: object
}

/** A project and stack in a temporary folder with a local state, run by the real CLI. */
export class Stack implements Closable {
  private constructor(
    private readonly folder: string,
    private readonly cli: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly flags: string[],
    readonly close: () => Promise<unknown>,
  ) {}

  static async create(options: StackOptions): Promise<Stack> {
    const { env, checkpoints, parallel } = options
    const pulumi = await findPulumi({ hosts: options.resources ? ['yaml'] : [] })
    const folder = await temporaryFolder()
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
    const flags = parallel === undefined ? [] : ['--parallel', String(parallel)]
    const all = {
      ...own,
      ...pulumi.env,
      PULUMI_HOME: join(folder.path, '.home'),
      PULUMI_BACKEND_URL: `file://${join(folder.path, '.state')}`,
      PULUMI_STACK: 'bench',
      PULUMI_CONFIG_PASSPHRASE: 'a passphrase for measurements',
      PULUMI_SKIP_UPDATE_CHECK: 'true',
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
      PULUMI_SKIP_CHECKPOINTS: String(!checkpoints),
      ...env,
    }
    const stack = new Stack(folder.path, pulumi.path, all, flags, folder.close)
    try {
      await stack.prepare(options)
    } catch (error) {
      await stack.close()
      throw error
    }
    return stack
  }

  /** Runs an operation. Returns its time in seconds. */
  async operate(operation: Operation): Promise<number> {
    return (await this.run(...operations[operation], ...this.flags)).seconds
  }

  /** The resources of the state. */
  async resources(): Promise<StateResource[]> {
    const { stdout } = await this.run('stack', 'export')
    return (JSON.parse(stdout) as { deployment: { resources?: StateResource[] } }).deployment.resources ?? []
  }

  private run(...args: string[]): Promise<Ran> {
    return run(this.cli, ['--non-interactive', '--color', 'never', ...args], { cwd: this.folder, env: this.env })
  }

  private async prepare({ files, resources, modules: more = {}, plugins = ownPlugin }: StackOptions): Promise<void> {
    const modules = join(this.folder, 'node_modules')
    await mkdir(join(this.folder, '.state'))
    await mkdir(modules)
    await symlink(repositoryRoot, join(modules, 'trueup'))
    await mkdir(join(modules, '@pulumi'))
    await symlink(join(repositoryRoot, 'node_modules', '@pulumi', 'pulumi'), join(modules, '@pulumi', 'pulumi'))
    for (const [name, folder] of Object.entries(more)) await symlink(folder, join(modules, name))
    const project = {
      name: 'bench',
      runtime: resources ? 'yaml' : { name: 'nodejs', options: { typescript: false } },
      plugins: { providers: Object.entries(plugins).map(([name, path]) => ({ name, path })) },
      ...(resources && { resources }),
    }
    const manifest = { name: 'bench', private: true }
    const own = { 'Pulumi.yaml': JSON.stringify(project), 'package.json': JSON.stringify(manifest) }
    for (const [name, text] of Object.entries({ ...own, ...files })) {
      const file = join(this.folder, name)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
    }
    await this.run('stack', 'init', 'bench')
  }
}
