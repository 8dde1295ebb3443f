import { type Command, Option } from 'commander'
import { collected } from './collected'

/** Flags of commands that read stacks. */
export interface StackFlags {
  cwd: string
  stack: string[]
}

/** `--cwd` */
export const cwdOption = (): Option =>
  new Option('--cwd <folder>', "the project's folder").default(process.cwd(), 'the current one')

/** `--cwd` and `--stack`. */
export const stackOptions = (command: Command): Command =>
  command
    .addOption(cwdOption())
    .addOption(
      new Option('--stack <name>', 'a stack, may be repeated')
        .argParser((name: string, before: string[]) => [...new Set(collected(name, before))])
        .default([], 'the one that is selected'),
    )
