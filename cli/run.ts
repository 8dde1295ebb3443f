import { Command, CommanderError } from 'commander'
import { linesOf } from './shared/characters'
import { UsageError } from './shared/usage-error'

/** A program with subcommands. */
export interface Program {
  name: string
  description: string
  version: string
  commands: readonly ((program: Command) => void)[]
}

/** Runs the command of this process. */
export function run({ name, description, version, commands }: Program): void {
  const program = new Command(name)
    .description(description)
    .version(version)
    // Errors repeat the arguments, which can contain control characters.
    .configureOutput({ writeErr: (text) => process.stderr.write(linesOf(text).join('\n')) })
    .showHelpAfterError(`(\`${name} --help\` lists the commands, \`${name} COMMAND --help\` lists their options)`)
    // Throws an error instead of exiting.
    .exitOverride()
  for (const add of commands) add(program)
  process.stdout.on('error', ignoreClosedPipe)
  program.parseAsync().catch((error: Error) => {
    // Help and version also throw this error. Commander has already printed the message.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : UsageError.exitCode
    else {
      process.stderr.write(`${name}: ${linesOf(error.message).join('\n')}\n`)
      // Usage errors have an exit code of their own, because 1 means failure and 2 means findings.
      process.exitCode = error instanceof UsageError ? UsageError.exitCode : 1
    }
  })
}

/** The reader of the output can close the pipe before the end, such as `| head`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
