import { type Command, Option } from 'commander'
import { countOf, Findings, type Purpose, purposes } from './doctor/finding'
import { json, text } from './doctor/formats'
import { baseUrlOption, cwdOption, type StackFlags, stackOption } from './shared/options'
import { type ReportFlags, reportOptions, writerOf } from './shared/report-options'

const formatNames = ['text', 'json'] as const

interface Flags extends StackFlags, ReportFlags<(typeof formatNames)[number]> {
  baseUrl?: string
  for?: Purpose
}

const help = `
The command checks Node.js, the pulumi CLI, the project, its packages or plugin, and the configuration of the stacks. For each
provider of the stacks, it also checks the service: whether it responds, who owns the access token, what the token allows, and how
many requests are left. It does not run the program and does not write anything.

"pulumi preview" and "trueup drift" only read. With a read-only token (scope "read_api"), doctor checks what these commands
need, and warns that "pulumi up" would fail. With --for up, a read-only token is an error; with --for preview, it is
expected.

Exit codes: 0 nothing prevents "pulumi up", 1 something prevents it, 64 usage error.

Examples:
  $ trueup doctor
  $ trueup doctor --stack prod staging --format json
  $ trueup doctor --stack prod --for preview
  $ trueup doctor --base-url https://gitlab.example.com
`

/** `trueup doctor` finds the causes of failing updates, and their remedies. */
export function doctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('find problems that prevent "pulumi up", and their remedies')
    .addOption(cwdOption())
    .addOption(stackOption())
    .addOption(baseUrlOption())
    .addOption(
      new Option('--for <command>', 'command that must work (default: what the access token allows)').choices(purposes),
    )
  reportOptions(command, formatNames).addHelpText('after', help).action(run)
}

async function run({ cwd, stack, baseUrl, for: purpose, ...flags }: Flags): Promise<void> {
  const write = writerOf(flags, 'text')
  // Loaded on demand, so that other commands start faster.
  const { examine } = await import('./doctor/examine.js')
  const findings = new Findings()
  await examine(findings, { cwd, stacks: stack, baseUrl, purpose })
  const { all } = findings
  await write((format, { colors }) => (format === 'json' ? json(all) : text(all, { colors, purpose })))
  process.exitCode = countOf(all, 'error') > 0 ? 1 : 0
}
