import type { Command, Option } from 'commander'

/** What a shell has to know of an option. */
export interface OptionNode {
  short?: string
  long: string
  description: string
  /** What its value is called, such as `file`; undefined where it has none. */
  value: string | undefined
  choices: readonly string[]
}

/** What a shell has to know of a command. */
export interface CommandNode {
  name: string
  description: string
  options: OptionNode[]
  /** What its first argument may be. */
  choices: readonly string[]
}

/** What a shell has to know of a program. */
export interface Tree {
  name: string
  options: OptionNode[]
  commands: CommandNode[]
}

/** Reads it from what commander was told, so that both always agree. */
export function treeOf(program: Command): Tree {
  const help = program.createHelp()
  const commands = help.visibleCommands(program)
  const names = commands.map((command) => command.name())
  return {
    name: program.name(),
    options: help.visibleOptions(program).map(optionOf),
    commands: commands.map((command) => ({
      name: command.name(),
      description: command.description(),
      options: help.visibleOptions(command).map(optionOf),
      choices: command.name() === 'help' ? names : (command.registeredArguments[0]?.argChoices ?? []),
    })),
  }
}

function optionOf({ short, long = '', description, flags, argChoices = [] }: Option): OptionNode {
  const value = /[<[]([^>\].]+)/.exec(flags)?.[1]
  return { ...(short !== undefined && { short }), long, description, value, choices: argChoices }
}
