import { Argument, type Command, Option } from 'commander'
import { collected } from './collected'
import type { ProviderName } from './init/gitops'
import { cwdOption } from './stack-options'

interface Flags {
  provider: ProviderName
  cwd: string
  stack: string[]
  force?: boolean
}

const help = `
It writes the pipelines, and the scripts that they run, into the folder of a Pulumi project: a preview for each merge
request, an update that applies the plan that was reviewed, and a look for drift every day. In a folder without a
Pulumi.yaml it begins a project, too. It asks nothing, writes no token, and overwrites nothing without --force.

Exit codes: 0 all was written, 1 it was not, 64 wrong usage.

Examples:
  $ trueup init gitops --provider gitlab
  $ trueup init gitops --provider github --cwd infra --stack production --stack staging
`

/** `trueup init`: writes templates. */
export function init(program: Command): void {
  program
    .command('init')
    .description('write the pipelines that preview, update and look for drift')
    .addArgument(new Argument('<what>', 'what to write').choices(['gitops']))
    .addOption(
      new Option('--provider <name>', 'what runs the pipelines').choices(['gitlab', 'github']).makeOptionMandatory(),
    )
    .addOption(cwdOption())
    .addOption(
      new Option('--stack <name>', 'a stack, may be repeated')
        .argParser(collected)
        .default([], 'those with a Pulumi.<stack>.yaml'),
    )
    .option('--force', 'overwrite files that exist')
    .addHelpText('after', help)
    .action(run)
}

async function run(_what: 'gitops', { provider, cwd, stack, force = false }: Flags): Promise<void> {
  // What it takes to write is loaded now: other commands need not wait for that.
  const { initGitops } = await import('./init/gitops.js')
  const { nextSteps } = await import('./init/next-steps.js')
  const written = await initGitops({ provider, cwd, stacks: stack, force })
  process.stdout.write(nextSteps(written))
}
