import type { Command } from 'commander'
import { countOf, Findings } from './doctor/finding'
import { coloursWanted, writeOut } from './output'

interface Flags {
  cwd: string
  ignore?: string
}

const help = `
It looks at Pulumi.yaml and the configuration of the stacks (Pulumi.<stack>.yaml), at the projects' files that the patterns
match, as "fromYaml" would, and at the rules for "trueup drift". It needs no token, no stack and no network; whether a
stack has the secrets that files name, only an update knows.

Exit codes: 0 nothing is wrong, 1 something is.

Examples:
  $ trueup validate
  $ trueup validate 'projects/**/*.yaml' '!projects/drafts/**' --ignore drift-ignore.yaml
`

/** `trueup validate`: whether the YAML files of a project make sense. */
export function validate(program: Command): void {
  program
    .command('validate')
    .description('check the YAML files of a project, without a token')
    .argument('[patterns...]', "globs of the projects' files")
    .option('--cwd <folder>', "the project's folder, which patterns start from", process.cwd())
    .option('--ignore <file>', 'rules that say which drift not to mind')
    .addHelpText('after', help)
    .action(run)
}

async function run(patterns: string[], { cwd, ignore }: Flags): Promise<void> {
  // What it takes to look is loaded now: other commands need not wait for that.
  const { checkFiles } = await import('./validate/files.js')
  const { text } = await import('./validate/text.js')
  const findings = new Findings()
  await checkFiles(findings, { cwd, patterns, ignore })
  await writeOut(text(findings.all, { coloured: coloursWanted(process.stdout) }))
  process.exitCode = findings.all.length > countOf(findings.all, 'ok') ? 1 : 0
}
