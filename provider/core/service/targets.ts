/** The commands of the CLI that run a program. */
const programCommands = /^(up|update|preview|pre|watch)$/
const commands = /^(up|update|preview|pre|watch|refresh|destroy|down|dn)$/

/** `--target`, `-t`, also after other short options, and `--exclude`. */
const option = /^(--(target|target-replace|exclude)(=|$)|-[yfjde]*t)/

/** Options before the command that take the next argument as their value. */
const valued = /^(-C|--cwd|-v|--verbose|--color|--tracing|--profiling|--memprofilerate)$/

const otherCommands = /^(up|update|watch|refresh|destroy|down|dn|import|do)$/

/** Whether the CLI only previews. False if its arguments are not known, or could mean something else. */
export function isPreviewOnly(commandLine: readonly string[] = []): boolean {
  const command = commandLine.find(
    (argument, at) => !argument.startsWith('-') && !valued.test(commandLine[at - 1] ?? ''),
  )
  return /^(preview|pre)$/.test(command ?? '') && !commandLine.some((argument) => otherCommands.test(argument))
}

const replaceOption = /^--(replace|target-replace)(=|$)/

/** Whether the user may have told an update to replace resources. True if the arguments of the CLI are not known. */
export const mayReplaceResources = (commandLine: readonly string[] | undefined, env = process.env): boolean =>
  !commandLine ||
  commandLine.some((argument) => replaceOption.test(argument)) ||
  ['REPLACE', 'TARGET_REPLACE'].some((name) => (env[`PULUMI_OPTION_${name}`] ?? '') !== '')

/** Whether the arguments of the CLI name a resource to replace, or could mean it with a wildcard. */
export const replacesResource = (commandLine: readonly string[], name: string): boolean =>
  commandLine
    .flatMap((argument, at) =>
      replaceOption.test(argument) ? [/=(.*)/.exec(argument)?.[1] ?? commandLine[at + 1]] : [],
    )
    .some((urn = '') => urn.includes('*') || urn.endsWith(`::${name.replace(/^.*::/, '')}`))

/**
 * Whether an update is restricted to some of the program's resources, according to the arguments of the CLI and its
 * environment.
 */
export function omitsResources(commandLine: readonly string[] | undefined, env = process.env): boolean {
  if (!commandLine) return false
  const command = commandLine.find((argument) => commands.test(argument))
  if (command === undefined || !programCommands.test(command)) return false
  const isSet = (name: string) => (env[`PULUMI_OPTION_${name}`] ?? '') !== ''
  return commandLine.some((argument) => option.test(argument)) || ['TARGET', 'TARGET_REPLACE', 'EXCLUDE'].some(isSet)
}
