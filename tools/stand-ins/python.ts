import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { repositoryRoot } from '../pulumi/paths'
import type { Command, Run, Runtime } from './runtime'

/** Runs the program with the SDK of Pulumi, which has no loader for programs of its own. */
const loader = join(repositoryRoot, 'tools', 'stand-ins', 'python-program.py')

/** Runs programs in Python, in the virtual environment of the project if it has one. */
export const python: Runtime = { program, install }

/** Creates the virtual environment if it is missing. */
const installation = '[ -x "$1" ] || python3 -m venv "$0"; exec "$1" -m pip install --quiet -r requirements.txt'

function program(run: Run): Command {
  const settings = {
    monitor: run.monitor,
    engine: run.engine,
    organization: run.organization,
    project: run.project,
    stack: run.stack,
    root_directory: run.rootDirectory,
    parallel: run.parallel,
    dry_run: run.dryRun,
  }
  const program = resolve(run.programDirectory, run.entryPoint)
  return {
    command: interpreter(run),
    args: ['-u', loader, JSON.stringify(settings), program, ...run.args],
    env: run.configuration,
  }
}

function install({ virtualenv }: Run['options']): Command {
  const environment = String(virtualenv ?? '')
  if (!environment) return { command: 'python3', args: ['-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt'] }
  return { command: 'sh', args: ['-c', installation, environment, join(environment, 'bin', 'python')] }
}

function interpreter({ options, rootDirectory }: Run): string {
  const environment = options['virtualenv']
  if (!environment) return 'python3'
  const path = resolve(rootDirectory, String(environment), 'bin', 'python')
  if (!existsSync(path)) throw new Error(`${path} is missing. Run python3 -m venv ${String(environment)}.`)
  return path
}
