import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { findPulumi } from './index'
import { neededHosts } from './needed-hosts'

/** `npm run --silent pulumi -- ARGS`: runs the pulumi CLI in the folder in which npm was called. */
async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const cwd = process.env['INIT_CWD'] ?? process.cwd()
  const { path, env } = await findPulumi({ hosts: neededHosts(args, cwd) })
  const child = spawn(path, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  // A terminal also sends Ctrl-C to the CLI, which then stops cleanly. This process must wait for it.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('error', fail)
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
}

function fail(error: Error): void {
  process.stderr.write(`trueup: ${error.message}\n`)
  process.exitCode = 1
}

main().catch(fail)
