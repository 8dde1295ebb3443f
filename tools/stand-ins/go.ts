import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { executable } from '../pulumi/paths'
import type { Command, Run, Runtime } from './runtime'

/** Builds and runs programs in Go. */
export const go: Runtime = { program, install: () => ({ command: 'go', args: ['mod', 'download'] }) }

async function program(run: Run): Promise<Command> {
  const folder = mkdtempSync(join(tmpdir(), 'trueup-go-'))
  const cleanUp = (): void => rmSync(folder, { recursive: true, force: true })
  const path = join(folder, executable('program'))
  try {
    await promisify(execFile)('go', ['build', '-o', path, run.entryPoint], { cwd: run.programDirectory })
  } catch (error) {
    cleanUp()
    throw new Error(`The program cannot be built: ${(error as { stderr?: string }).stderr || (error as Error).message}`)
  }
  return {
    command: path,
    args: run.args,
    cleanUp,
    env: {
      ...run.configuration,
      PULUMI_MONITOR: run.monitor,
      PULUMI_ENGINE: run.engine,
      PULUMI_ORGANIZATION: run.organization,
      PULUMI_PROJECT: run.project,
      PULUMI_STACK: run.stack,
      PULUMI_ROOT_DIRECTORY: run.rootDirectory,
      PULUMI_PARALLEL: String(run.parallel),
      PULUMI_DRY_RUN: String(run.dryRun),
    },
  }
}
