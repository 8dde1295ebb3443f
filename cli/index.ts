#!/usr/bin/env node
import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'
import { calendar } from './calendar'
import { completion } from './completion'
import { doctor } from './doctor'
import { drift } from './drift'
import { emulator } from './emulator'
import { exportLive } from './export'
import { init } from './init'
import { linesOf } from './shared/characters'
import { UsageError } from './shared/usage-error'
import { summary } from './summary'
import { tokens } from './tokens'
import { validate } from './validate'

/** The commands of `trueup`. */
const commands: ((program: Command) => void)[] = [
  calendar,
  completion,
  doctor,
  drift,
  emulator,
  exportLive,
  init,
  summary,
  tokens,
  validate,
]

const { version, description } = createRequire(__filename)('trueup/package.json') as Record<string, string>

const program = new Command('trueup')
  .description(description!)
  .version(version!)
  // Errors repeat the arguments, which can contain control characters.
  .configureOutput({ writeErr: (text) => process.stderr.write(linesOf(text).join('\n')) })
  .showHelpAfterError('(`trueup --help` lists the commands, `trueup COMMAND --help` lists their options)')
  // Throws an error instead of exiting.
  .exitOverride()

for (const add of commands) add(program)

program.parseAsync().catch((error: Error) => {
  // Help and version also throw this error. Commander has already printed the message.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : UsageError.exitCode
  else {
    process.stderr.write(`trueup: ${linesOf(error.message).join('\n')}\n`)
    // Usage errors have an exit code of their own, because 1 means failure and 2 means findings.
    process.exitCode = error instanceof UsageError ? UsageError.exitCode : 1
  }
})
