import { type Command } from 'commander'
import { countOf, Findings } from './doctor/finding'
import { type ReportFlags, reportOptions, writerOf } from './report-options'
import { cwdOption } from './stack-options'

const formatNames = ['text', 'json'] as const

interface Flags extends ReportFlags<(typeof formatNames)[number]> {
  cwd: string
  ignore?: string
}

const help = `
It looks at Pulumi.yaml and the configuration of the stacks (Pulumi.<stack>.yaml), at the projects' files that the patterns
match, as "fromYaml" would, and at the rules for "trueup drift". It needs no token, no stack and no network; whether a
stack has the secrets that files name, only an update knows.

Exit codes: 0 nothing is wrong, 1 something is, 64 wrong usage.

Examples:
  $ trueup validate
  $ trueup validate 'projects/**/*.yaml' '!projects/drafts/**' --ignore drift-ignore.yaml
`

/** `trueup validate`: whether the YAML files of a project make sense. */
export function validate(program: Command): void {
  const command = program
    .command('validate')
    .description('check the YAML files of a project, without a token')
    .argument('[patterns...]', "globs of the projects' files")
    .addOption(cwdOption())
    .option('--ignore <file>', 'rules that say which drift not to mind')
  reportOptions(command, formatNames).addHelpText('after', help).action(run)
}

async function run(patterns: string[], { cwd, ignore, ...flags }: Flags): Promise<void> {
  const write = writerOf(flags, 'text')
  // What it takes to look is loaded now: other commands need not wait for that.
  const { checkFiles } = await import('./validate/files.js')
  const { json } = await import('./doctor/formats.js')
  const { text } = await import('./validate/text.js')
  const findings = new Findings()
  await checkFiles(findings, { cwd, patterns, ignore })
  const { all } = findings
  await write((format, { colours }) => (format === 'json' ? json(all) : text(all, { coloured: colours })))
  process.exitCode = countOf(all, 'error') > 0 ? 1 : 0
}
