#!/usr/bin/env node
import { createRequire } from 'node:module'
import { Command } from 'commander'
import { calendar } from './calendar'
import { linesOf } from './characters'
import { doctor } from './doctor'
import { drift } from './drift'
import { emulator } from './emulator'
import { exportLive } from './export'
import { tokens } from './tokens'

/** What `trueup` can do, one line for each command. */
const commands: ((program: Command) => void)[] = [calendar, doctor, drift, emulator, exportLive, tokens]

const { version, description } = createRequire(__filename)('trueup/package.json') as Record<string, string>

const program = new Command('trueup')
  .description(description!)
  .version(version!)
  // What was mistyped is repeated, and may have been pasted from anywhere.
  .configureOutput({ writeErr: (text) => process.stderr.write(linesOf(text).join('\n')) })
  .showHelpAfterError('(`trueup --help` lists the commands, `trueup COMMAND --help` their options)')
  // Bad usage is told apart from a command that failed.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))

for (const add of commands) add(program)

program.parseAsync().catch((error: Error) => {
  process.stderr.write(`trueup: ${linesOf(error.message).join('\n')}\n`)
  process.exitCode = 1
})
