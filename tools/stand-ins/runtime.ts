import type { RunPluginRequest, RunRequest } from '@pulumi/pulumi/proto/language_pb'

/** How programs in a language are started. */
export interface Runtime {
  /** The command that runs a program in its folder. */
  program(run: Run): Command | Promise<Command>
  /** The command that installs the dependencies of a project, in its folder. */
  install?(options: Run['options']): Command
  /** The command that runs a plugin that is written in the language. */
  plugin?(request: RunPluginRequest): Command & { cwd: string }
}

export interface Command {
  command: string
  args: string[]
  env?: Record<string, string>
  /** Is called after the command. */
  cleanUp?(): void
}

/** An operation of the engine for which a program runs. */
export interface Run {
  /** Addresses of the engine's servers. */
  monitor: string
  engine: string
  organization: string
  project: string
  stack: string
  /** The folder of the project file. */
  rootDirectory: string
  /** The folder of the program, and the folder in which it runs. */
  programDirectory: string
  workingDirectory: string
  /** The program in its folder, such as `.` or `index.ts`. */
  entryPoint: string
  args: string[]
  parallel: number
  dryRun: boolean
  /** `runtime.options` of the project file. */
  options: Record<string, unknown>
  /** The variables that contain the configuration. The SDKs of all languages read them. */
  configuration: { PULUMI_CONFIG: string; PULUMI_CONFIG_SECRET_KEYS: string }
}

export function runOf(request: RunRequest, engine: string): Run {
  const info = request.getInfo()
  return {
    monitor: request.getMonitorAddress(),
    engine,
    organization: request.getOrganization(),
    project: request.getProject(),
    stack: request.getStack(),
    rootDirectory: info?.getRootDirectory() ?? '',
    programDirectory: info?.getProgramDirectory() || request.getPwd(),
    workingDirectory: request.getPwd(),
    entryPoint: request.getProgram() || '.',
    args: request.getArgsList(),
    parallel: request.getParallel(),
    dryRun: request.getDryrun(),
    options: info?.getOptions()?.toJavaScript() ?? {},
    configuration: {
      PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().toArray())),
      PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
    },
  }
}
