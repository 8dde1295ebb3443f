import { type Command, Option } from 'commander'
import { baseUrlOption } from './shared/base-url-option'
import { countOf, Findings, type Purpose, purposes } from './doctor/finding'
import { json, text } from './doctor/formats'
import { type ReportFlags, reportOptions, writerOf } from './shared/report-options'
import { type StackFlags, stackOptions } from './shared/stack-options'

const formatNames = ['text', 'json'] as const

interface Flags extends StackFlags, ReportFlags<(typeof formatNames)[number]> {
  baseUrl?: string
  for?: Purpose
}

const help = `
It looks at Node.js, the pulumi CLI, the project and its packages, the configuration of the stacks, and for each of their
providers at the service: whether it can be reached, whose token it is, what that may do where, and how many requests
are left. It runs no program and writes nothing.

"pulumi preview" and "trueup drift" only read. With a read-only token (scope "read_api") doctor checks what these commands
need, and warns that "pulumi up" would be refused. With --for up that is an error; with --for preview it is expected.

Exit codes: 0 nothing is in the way of "pulumi up", 1 something is, 64 usage error.

Examples:
  $ trueup doctor
  $ trueup doctor --stack prod --stack staging --format json
  $ trueup doctor --stack prod --for preview
  $ trueup doctor --base-url https://gitlab.example.com
`

/** `trueup doctor`: what would keep an update from working, and what to do about it. */
export function doctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('find out what would keep "pulumi up" from working, and what to do about it')
  stackOptions(command)
    .addOption(baseUrlOption())
    .addOption(
      new Option('--for <command>', 'what has to work (default: what the access token allows)').choices(purposes),
    )
  reportOptions(command, formatNames).addHelpText('after', help).action(run)
}

async function run({ cwd, stack, baseUrl, for: purpose, ...flags }: Flags): Promise<void> {
  const write = writerOf(flags, 'text')
  // What it takes to look is loaded now: other commands need not wait for that.
  const { examine } = await import('./doctor/examine.js')
  const findings = new Findings()
  await examine(findings, { cwd, stacks: stack, baseUrl, purpose })
  const { all } = findings
  await write((format, { colours }) => (format === 'json' ? json(all) : text(all, { coloured: colours, purpose })))
  process.exitCode = countOf(all, 'error') > 0 ? 1 : 0
}
