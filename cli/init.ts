import { Argument, type Command, Option } from 'commander'
import type { ProviderName } from './init/gitops'
import { cwdOption, forceOption, type StackFlags, stackOption } from './shared/options'

interface Flags extends StackFlags {
  provider: ProviderName
  force?: boolean
}

const help = `
The command writes pipelines and their scripts into the folder of a Pulumi project: a preview for each merge request, an
update that applies the reviewed plan, and a daily check for drift. The pipelines run all stacks that have a
Pulumi.<stack>.yaml; --stack creates this file for more stacks. In a folder without a Pulumi.yaml, the command also
creates a project. It does not prompt, does not write tokens, and overwrites files only with --force.

Exit codes: 0 the files were written, 1 they were not written, 64 usage error.

Examples:
  $ trueup init gitops --provider gitlab
  $ trueup init gitops --provider github --cwd infra --stack production staging
`

/** `trueup init` writes templates. */
export function init(program: Command): void {
  program
    .command('init')
    .description('write pipelines that preview, update and check for drift')
    .addArgument(new Argument('<what>', 'what to write').choices(['gitops']))
    .addOption(
      new Option('--provider <name>', 'service that runs the pipelines')
        .choices(['gitlab', 'github'])
        .makeOptionMandatory(),
    )
    .addOption(cwdOption())
    .addOption(stackOption('the stacks with a Pulumi.<stack>.yaml'))
    .addOption(forceOption())
    .addHelpText('after', help)
    .action(run)
}

async function run(_what: 'gitops', { provider, cwd, stack, force = false }: Flags): Promise<void> {
  // Loaded on demand, so that other commands start faster.
  const { initGitops } = await import('./init/gitops.js')
  const { nextSteps } = await import('./init/next-steps.js')
  const written = await initGitops({ provider, cwd, stacks: stack, force })
  process.stdout.write(nextSteps(written))
}
