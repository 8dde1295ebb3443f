import { join, relative, sep } from 'node:path'
import type { Command } from 'commander'
import { now } from '../provider/command-line/basics'
import { type DriftReport, isDrift } from './drift/finding'
import { type FormatName, formatNames } from './drift/format-names'
import { cwdOption, ignoreOption, type StackFlags, stackOption } from './shared/options'
import { type ReportFlags, reportOptions, writerOf } from './shared/report-options'
import { warn } from './shared/warn'

interface Flags extends StackFlags, ReportFlags<FormatName> {
  unmanaged?: boolean
  ignore?: string
}

const help = `
The command reads the states of the stacks with "pulumi stack export" and "pulumi stack history". It reads the service with
the access token that a refresh would use (TRUEUP_TOKEN takes precedence). It does not run the program, does not lock the
stacks, and does not change the state or the service.

If a stack cannot be read, the report contains the failure, and the other stacks are compared.

Exit codes: 0 no drift, 2 drift, 1 something could not be compared, 64 usage error.

Examples:
  $ trueup drift
  $ trueup drift --stack prod staging --unmanaged
  $ trueup drift --format junit --out drift.xml --format codequality --out gl-code-quality-report.json
  $ trueup drift --format html --out drift.html --ignore drift-ignore.yaml

A file for --ignore is a YAML list of rules. In a pattern, "*" matches any text:
  - { kind: label, parent: acme/web, name: "temporary *", reason: autumn campaign, until: 2027-01-31 }
`

/** `trueup drift` shows how the service differs from what stacks declare. */
export function drift(program: Command): void {
  const command = program
    .command('drift')
    .description('show differences between the stacks and the service')
    .addOption(cwdOption())
    .addOption(stackOption())
    .option('--unmanaged', 'also show objects of the same projects and groups that no stack declares')
  reportOptions(command, formatNames).addOption(ignoreOption()).addHelpText('after', help).action(run)
}

async function run({ cwd, stack, unmanaged = false, ignore, ...flags }: Flags): Promise<void> {
  const write = writerOf(flags, 'text')
  // Loaded on demand, so that other commands start faster.
  const { formats } = await import('./drift/formats.js')
  const { readIgnoreFile } = await import('./drift/ignore.js')
  const { inspect } = await import('./drift/inspect.js')
  const { readStacks } = await import('./drift/read-stacks.js')
  const { unusedRules } = await import('./drift/unused-rules.js')
  const rules = ignore === undefined ? [] : await readIgnoreFile(ignore, now().toISOString().slice(0, 10))
  const { stacks, unread } = await readStacks(cwd, stack)
  for (const { message } of unread) warn(message)
  for (const { name, pending } of stacks) {
    if (pending.length > 0) {
      warn(
        `stack ${name} is being updated, or an update was interrupted (${pending.join(', ')}). The report can contain its changes.`,
      )
    }
  }
  const projectFile = join(relative(process.cwd(), cwd), 'Pulumi.yaml').split(sep).join('/')
  const report = await inspect({ folder: cwd, projectFile, stacks, unread, unmanaged, rules, warn })
  for (const unused of unusedRules(rules, report, unmanaged)) warn(`${ignore}: ${unused}`)
  await write((name, terminal) => formats[name](report, terminal))
  process.exitCode = exitCodeOf(report)
}

/** Failures take precedence over drift: a comparison that failed can hide more drift. */
const exitCodeOf = ({ failures, findings }: DriftReport): number =>
  failures.length > 0 ? 1 : findings.some(isDrift) ? 2 : 0
