import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { findPulumi, type Host } from '../../tools/pulumi'
import { passphrase } from './passphrase'
import { copyTemplate } from './stack-template'

const repository = resolve(__dirname, '..', '..')

/** Saves two thirds of the time that programs and providers take to start. */
export const lazyModules = join(__dirname, 'lazy-modules.cjs')

const fasterWaits = join(__dirname, 'faster-waits.cjs')

/** The packages that a program of a test can require. `trueup` is the built package. */
const packages = ['@pulumi', '@types', 'ts-node', 'typescript']

/** Environment variables of the developer that would change the behavior of the engine or the provider. */
const foreign = /^((TRUEUP|GITLAB|CI|PULUMI)_.*|(https?|all|no)_proxy)$/i

export interface StackOptions {
  /** The text of `index.js`, of `index.ts` with `typescript`, or of the file of the language. */
  program: string
  typescript?: boolean
  /** Default: JavaScript or TypeScript. In YAML, the program is the end of `Pulumi.yaml`. */
  language?: Exclude<Host, 'nodejs'>
  /**
   * Run the program with the stand-in for its language host. Default: only programs in JavaScript, so that `npm test`
   * builds no host for them.
   */
  standIn?: boolean
  /** The options of the language in `Pulumi.yaml`, such as `virtualenv` for Python. */
  runtimeOptions?: Record<string, unknown>
  /** The folder of each plugin, by the name of its package. Default: none. */
  plugins?: Record<string, string>
  /** Stack configuration. A key without a namespace is the project's, `test`. */
  config?: Record<string, string>
  /** Configuration that is stored encrypted. */
  secretConfig?: Record<string, string>
  /** Added to the environment of every command. */
  env?: Record<string, string>
  /** Path of the CLI. Default: the one on `PATH` or in the cache. */
  cli?: string
  /** The folder `node_modules` of the project. Default: a new one in which `trueup` is this repository. */
  modules?: string
  /** Write the state at every step, as users have it; a test that kills the engine needs it. Default false: faster. */
  checkpoints?: boolean
  /** How many times as fast the waits of the program and the provider pass, such as polls. Default: as users wait. */
  waitSpeed?: number
}

/** How a command of the CLI ended. */
export interface Result {
  /** The command line, for messages. */
  command: string
  code: number
  stdout: string
  stderr: string
  /** stdout as JSON (`preview({ json: true })`); throws if it is not JSON. */
  readonly json: Preview
}

/** The output of `pulumi preview --json`. */
export interface Preview {
  steps?: {
    op: string
    urn: string
    newState?: StateResource
    oldState?: StateResource
    diffReasons?: string[]
    replaceReasons?: string[]
    detailedDiff?: Record<string, { kind: string; inputDiff: boolean }> | null
  }[]
  diagnostics?: { urn?: string; message: string; severity: string }[]
  changeSummary?: Record<string, number>
}

/** The output of `pulumi stack export`. */
export interface State {
  version: number
  deployment: { resources?: StateResource[] }
}

export interface StateResource {
  urn: string
  type: string
  id?: string
  inputs?: Record<string, unknown>
  outputs?: Record<string, unknown>
  provider?: string
}

/** A project with a stack in a temporary folder for the real CLI. It shares nothing and uses no network. */
export class PulumiStack {
  private readonly running = new Set<ChildProcess>()
  /** Skips the type check, which takes some seconds, for a program that has already run. */
  private isChecked = false

  private constructor(
    /** The project's folder. */
    readonly folder: string,
    private readonly options: StackOptions,
    private readonly cli: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  static async create(options: StackOptions): Promise<PulumiStack> {
    const language = options.language ?? (options.typescript ? 'nodejs' : undefined)
    const pulumi = await findPulumi({ hosts: language ? [language] : [], official: !options.standIn })
    const folder = await mkdtemp(join(tmpdir(), 'trueup-stack-'))
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
    const stack = new PulumiStack(folder, options, options.cli ?? pulumi.path, {
      ...own,
      ...pulumi.env,
      PULUMI_HOME: join(folder, '.home'),
      PULUMI_BACKEND_URL: `file://${join(folder, '.state')}`,
      PULUMI_STACK: 'test',
      PULUMI_CONFIG_PASSPHRASE: passphrase,
      PULUMI_SKIP_UPDATE_CHECK: 'true',
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
      PULUMI_SKIP_CHECKPOINTS: String(!options.checkpoints),
      NODE_OPTIONS: `--require ${lazyModules}`,
      ...(options.waitSpeed && {
        NODE_OPTIONS: `--require ${lazyModules} --require ${fasterWaits}`,
        WAIT_SPEED: String(options.waitSpeed),
      }),
      ...options.env,
    })
    try {
      await stack.prepare()
    } catch (error) {
      await stack.close()
      throw error
    }
    return stack
  }

  preview(
    options: {
      refresh?: boolean
      json?: boolean
      diff?: boolean
      expectNoChanges?: boolean
      importFile?: string
      policy?: string
    } = {},
  ): Promise<Result> {
    return this.run('preview', ...flags(options))
  }

  /** Without the preview that `pulumi up` shows first, which takes as long again; `preview: true` keeps it. */
  up({
    preview,
    ...options
  }: { preview?: boolean; refresh?: boolean; expectNoChanges?: boolean } = {}): Promise<Result> {
    return this.run('up', '--yes', ...flags({ skipPreview: !preview, ...options }))
  }

  refresh(
    options: { previewOnly?: boolean; runProgram?: boolean; diff?: boolean; expectNoChanges?: boolean } = {},
  ): Promise<Result> {
    const mode = options.previewOnly ? [] : ['--yes', '--skip-preview']
    return this.run('refresh', ...mode, ...flags(options))
  }

  destroy(options: { runProgram?: boolean } = {}): Promise<Result> {
    return this.run('destroy', '--yes', '--skip-preview', ...flags(options))
  }

  /** The state as stored: secrets are ciphertext unless they are asked for. */
  async export(options: { showSecrets?: boolean } = {}): Promise<State> {
    if (!options.showSecrets) return this.stored()
    const { stdout } = expectOk(await this.run('stack', 'export', ...flags(options)))
    return JSON.parse(stdout) as State
  }

  /** The state as in the file of the backend, which is what `pulumi stack export` prints, without a start of the CLI. */
  private async stored(): Promise<State> {
    const file = join(this.folder, '.state', '.pulumi', 'stacks', 'test', 'test.json')
    const { version, checkpoint } = JSON.parse(await readFile(file, 'utf8')) as {
      version: number
      checkpoint: { latest?: State['deployment'] }
    }
    return { version, deployment: checkpoint.latest ?? {} }
  }

  /** Imports the resources of an import file with their `inputs` and `outputs`, without calls of the provider. */
  import(file: string): Promise<Result> {
    return this.run('import', '--file', file, '--yes', '--skip-preview', '--generate-code=false', '--protect=false')
  }

  /** Replaces the program: the next command runs this one. */
  setProgram(text: string): Promise<void> {
    this.isChecked = false
    const { language, typescript } = this.options
    if (language === 'yaml') return this.write('Pulumi.yaml', this.projectFile + text)
    return this.write(programFiles[language ?? (typescript ? 'typescript' : 'javascript')], text)
  }

  /** Writes another file of the project, for example a module that the program requires. */
  async write(file: string, text: string): Promise<void> {
    await writeFile(join(this.folder, file), text)
  }

  /** Changes the environment of the commands to come. */
  setEnv(env: Record<string, string>): void {
    Object.assign(this.env, env)
  }

  async setConfig(key: string, value: string, options: { secret?: boolean } = {}): Promise<void> {
    expectOk(await this.run('config', 'set', ...(options.secret ? ['--secret'] : []), '--', key, value))
  }

  /** The folder of the project and the environment, for another command that runs `pulumi`. */
  get place(): { cwd: string; env: NodeJS.ProcessEnv } {
    const path = [dirname(this.cli), this.env.PATH].join(delimiter)
    return { cwd: this.folder, env: { ...this.env, PATH: path } }
  }

  /** The process of a command that is running. */
  get cliPid(): number | undefined {
    return [...this.running][0]?.pid
  }

  /** Any command of the CLI. Does not throw when it fails: see `code`. */
  async run(...args: string[]): Promise<Result> {
    const child = spawn(this.cli, ['--non-interactive', '--color', 'never', ...args], {
      cwd: this.folder,
      env: { ...this.env, ...(this.isChecked && { PULUMI_NODEJS_TRANSPILE_ONLY: 'true' }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.running.add(child)
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
    const [code] = (await once(child, 'close')) as [number | null]
    this.running.delete(child)
    if (code === 0 && /^(up|preview)$/.test(args[0] ?? '')) this.isChecked = true
    return {
      command: `pulumi ${args.join(' ')}`,
      code: code ?? -1,
      ...output,
      get json() {
        return JSON.parse(output.stdout) as Preview
      },
    }
  }

  /** Ends running commands and removes the folder with the state. Does not destroy resources. */
  async close(): Promise<void> {
    for (const child of this.running) {
      const closed = once(child, 'close')
      child.kill()
      await closed
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 })
  }

  /** The start of `Pulumi.yaml`. */
  private get projectFile(): string {
    const { typescript = false, language = 'nodejs', runtimeOptions, plugins = {} } = this.options
    const runtime = { name: language, options: runtimeOptions ?? (language === 'nodejs' ? { typescript } : {}) }
    const providers = Object.entries(plugins).map(([name, path]) => ({ name, path }))
    const sections = { name: 'test', runtime, ...(providers.length > 0 && { plugins: { providers } }) }
    return Object.entries(sections)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
      .join('')
  }

  private async prepare(): Promise<void> {
    const { typescript = false, program, config = {}, secretConfig = {} } = this.options
    const modules = join(this.folder, 'node_modules')
    if (this.options.modules) {
      await symlink(this.options.modules, modules)
    } else {
      await mkdir(modules)
      await symlink(repository, join(modules, 'trueup'))
      for (const name of packages) await symlink(join(repository, 'node_modules', name), join(modules, name))
    }
    await this.write('Pulumi.yaml', this.projectFile)
    await this.write('package.json', JSON.stringify({ name: 'test', private: true }))
    if (typescript) await this.write('tsconfig.json', JSON.stringify({ compilerOptions: compilerOptions }))
    await this.setProgram(program)
    const isUsual = this.env.PULUMI_CONFIG_PASSPHRASE === passphrase
    if (isUsual && (await copyTemplate(this.folder, { config, secretConfig }))) return
    await mkdir(join(this.folder, '.state'))
    expectOk(await this.run('stack', 'init', 'test'))
    const settings = [
      ...Object.entries(config).flatMap(([key, value]) => ['--plaintext', `${key}=${value}`]),
      ...Object.entries(secretConfig).flatMap(([key, value]) => ['--secret', `${key}=${value}`]),
    ]
    if (settings.length > 0) expectOk(await this.run('config', 'set-all', ...settings))
  }
}

const programFiles = {
  javascript: 'index.js',
  typescript: 'index.ts',
  bun: 'index.ts',
  python: '__main__.py',
  go: 'main.go',
  java: 'App.java',
}

const compilerOptions = {
  strict: true,
  target: 'es2022',
  module: 'node16',
  moduleResolution: 'node16',
  types: ['node'],
  skipLibCheck: true,
}

/** Everything that the CLI printed. */
export const said = ({ stdout, stderr }: Result): string => stdout + stderr

/** Gives the result back, or throws with everything the CLI printed. */
export function expectOk(result: Result): Result {
  if (result.code === 0) return result
  throw new Error(`${result.command} ended with exit code ${result.code}.\n${result.stdout}\n${result.stderr}`)
}

/** `{ expectNoChanges: true, importFile: 'a' }` → `--expect-no-changes --import-file a`. */
function flags(options: Record<string, boolean | string | undefined>): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${flagNames[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return typeof value === 'string' ? [flag, value] : value ? [flag] : []
  })
}

const flagNames: Record<string, string> = { policy: 'policy-pack' }
