import type { Command } from 'commander'
import { countOf, Findings } from './doctor/finding'
import { cwdOption, ignoreOption } from './shared/options'
import { type ReportFlags, reportOptions, writerOf } from './shared/report-options'

const formatNames = ['text', 'json'] as const

interface Flags extends ReportFlags<(typeof formatNames)[number]> {
  cwd: string
  ignore?: string
}

const help = `
The command checks Pulumi.yaml, with the arguments of the resources in a program in YAML, the configuration of the stacks
(Pulumi.<stack>.yaml), the files that match the patterns, as "fromYaml" does, and the rules for "trueup drift --ignore". It needs no token, no stack and no network, and with patterns no
Pulumi.yaml. It cannot check whether a stack has the secrets that the files refer to; an update checks that.

Exit codes: 0 all files are valid, 1 a file is invalid, 64 usage error.

Examples:
  $ trueup validate
  $ trueup validate 'projects/**/*.yaml' '!projects/drafts/**' --ignore drift-ignore.yaml
`

/** `trueup validate` checks the YAML files of a project. */
export function validate(program: Command): void {
  const command = program
    .command('validate')
    .description('check the YAML files of a project, without a token')
    .argument('[patterns...]', "globs for the projects' files")
    .addOption(cwdOption())
    .addOption(ignoreOption())
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
  await write((format, { colors }) => (format === 'json' ? json(all) : text(all, { colors })))
  process.exitCode = countOf(all, 'error') > 0 ? 1 : 0
}
