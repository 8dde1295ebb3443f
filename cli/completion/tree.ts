import type { Command, Option } from 'commander'

/** An option, as the scripts need it. */
export interface OptionNode {
  short?: string
  long: string
  description: string
  /** The name of its value, such as `file`; undefined if it does not take a value. */
  value: string | undefined
  choices: readonly string[]
}

/** A command, as the scripts need it. */
export interface CommandNode {
  name: string
  description: string
  options: OptionNode[]
  /** The allowed values of its first argument. */
  choices: readonly string[]
}

/** The whole program, as the scripts need it. */
export interface Tree {
  name: string
  options: OptionNode[]
  commands: CommandNode[]
}

/** Reads the commands and options from commander, so that the scripts always match them. */
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
