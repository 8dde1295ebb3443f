import type { RunPluginRequest } from '@pulumi/pulumi/proto/language_pb'
import type { Command, Run, Runtime } from './runtime'

/** Runs programs and plugins in TypeScript and JavaScript with the loaders of the SDK. */
export const nodejs: Runtime = {
  program: (run) => program(run, process.execPath),
  install: () => ({ command: 'npm', args: ['install'] }),
  plugin,
}

/** The same with Bun, which needs no loader for TypeScript (`runtime: bun`). */
export const bun: Runtime = {
  program: (run) => program({ ...run, options: { ...run.options, typescript: false } }, 'bun'),
  install: () => ({ command: 'bun', args: ['install'] }),
}

function program(run: Run, command: string): Command {
  const { options, configuration } = run
  const flags: Record<string, string> = {
    monitor: run.monitor,
    engine: run.engine,
    organization: run.organization,
    project: run.project,
    'root-directory': run.rootDirectory,
    stack: run.stack,
    pwd: run.workingDirectory,
    parallel: String(run.parallel),
  }
  const args = [
    ...String(options['nodeargs'] ?? '')
      .split(/\s+/)
      .filter(Boolean),
    resolveFrom(run.programDirectory, 'run'),
    ...Object.entries(flags).flatMap(([name, value]) => (value ? [`--${name}`, value] : [])),
    ...(run.dryRun ? ['--dry-run'] : []),
    run.entryPoint,
    ...run.args,
  ]
  const env = {
    ...configuration,
    PULUMI_NODEJS_TYPESCRIPT: String(options['typescript'] !== false),
    ...(options['tsconfig'] ? { PULUMI_NODEJS_TSCONFIG_PATH: String(options['tsconfig']) } : {}),
  }
  return { command, args, env }
}

function plugin(request: RunPluginRequest): Command & { cwd: string } {
  const folder = request.getInfo()?.getProgramDirectory() || request.getProgram()
  const isPolicy = request.getKind() === 'analyzer'
  const args = isPolicy ? [...request.getArgsList(), folder] : [folder, ...request.getArgsList()]
  const entry = resolveFrom(folder, isPolicy ? 'run-policy-pack' : 'run-plugin')
  const env = Object.fromEntries(request.getEnvList().map((pair) => pair.split(/=(.*)/s, 2)))
  return { command: process.execPath, args: [entry, ...args], env, cwd: isPolicy ? folder : request.getPwd() }
}

/** The program runs with its own copy of the SDK. */
function resolveFrom(folder: string, command: string): string {
  try {
    return require.resolve(`@pulumi/pulumi/cmd/${command}`, { paths: [folder] })
  } catch {
    throw new Error(`@pulumi/pulumi is not installed in ${folder}. Run npm install there.`)
  }
}
