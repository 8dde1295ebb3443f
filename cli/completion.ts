import { Argument, type Command } from 'commander'
import { writeOut } from './shared/output'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

const help = `
Exit codes: 0 success, 64 usage error.

Examples:
  $ source <(trueup completion bash)          # in ~/.bashrc
  $ source <(trueup completion zsh)           # in ~/.zshrc, after compinit
  $ trueup completion fish > ~/.config/fish/completions/trueup.fish
`

/** `trueup completion` prints a script that lets a shell complete commands, options and their values. */
export function completion(program: Command): void {
  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', help)
    .action(async (shell: Shell) => {
      // Loaded on demand, so that other commands start faster.
      const { scripts } = await import('./completion/scripts.js')
      const { treeOf } = await import('./completion/tree.js')
      await writeOut(scripts[shell](treeOf(program)))
    })
}
