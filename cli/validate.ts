import { type Command } from 'commander'
import { countOf, Findings } from './doctor/finding'
import { type ReportFlags, reportOptions, writerOf } from './shared/report-options'
import { cwdOption } from './shared/stack-options'

const formatNames = ['text', 'json'] as const

interface Flags extends ReportFlags<(typeof formatNames)[number]> {
  cwd: string
  ignore?: string
}

const help = `
It checks Pulumi.yaml, the configuration of the stacks (Pulumi.<stack>.yaml), the projects' files that match the patterns,
like "fromYaml" does, and the rules for "trueup drift". It needs no token, no stack and no network. It cannot check whether
a stack has the secrets that the files refer to: an update does that.

Exit codes: 0 all files are valid, 1 a file is not, 64 usage error.

Examples:
  $ trueup validate
  $ trueup validate 'projects/**/*.yaml' '!projects/drafts/**' --ignore drift-ignore.yaml
`

/** `trueup validate`: checks the YAML files of a project. */
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
  // Loaded on demand, so that other commands start faster.
  const { checkFiles } = await import('./validate/files.js')
  const { json } = await import('./doctor/formats.js')
  const { text } = await import('./validate/text.js')
  const findings = new Findings()
  await checkFiles(findings, { cwd, patterns, ignore })
  const { all } = findings
  await write((format, { colours }) => (format === 'json' ? json(all) : text(all, { coloured: colours })))
  process.exitCode = countOf(all, 'error') > 0 ? 1 : 0
}
