import { join, relative, sep } from 'node:path'
import { type Command } from 'commander'
import { now } from '../provider/basics'
import { type DriftReport, isDrift } from './drift/finding'
import { type FormatName, formatNames } from './drift/format-names'
import { type ReportFlags, reportOptions, writerOf } from './shared/report-options'
import { type StackFlags, stackOptions } from './shared/stack-options'
import { warn } from './shared/warn'

interface Flags extends StackFlags, ReportFlags<FormatName> {
  unmanaged?: boolean
  ignore?: string
}

const help = `
It reads the state of the stacks through "pulumi stack export" and the service with the token that a refresh would use
(TRUEUP_TOKEN comes first). It runs no program, takes no lock, and writes neither state nor service.

A stack that cannot be read is reported, and the others are compared.

Exit codes: 0 no drift, 2 drift, 1 something could not be looked at, 64 usage error.

Examples:
  $ trueup drift
  $ trueup drift --stack prod --stack staging --unmanaged
  $ trueup drift --format junit --out drift.xml --format codequality --out gl-code-quality-report.json
  $ trueup drift --format html --out drift.html --ignore drift-ignore.yaml

An ignore file is a YAML list of rules; "*" stands for anything:
  - { kind: label, parent: acme/web, name: "temporary *", reason: the autumn campaign, until: 2027-01-31 }
`

/** `trueup drift`: what differs between what stacks declare and what the service has. */
export function drift(program: Command): void {
  const command = program
    .command('drift')
    .description('show what differs between what stacks declare and what the service has')
  stackOptions(command).option(
    '--unmanaged',
    'also show what is in the same projects and groups, and no stack declares',
  )
  reportOptions(command, formatNames)
    .option('--ignore <file>', 'rules that say what not to mind, why, and until when')
    .addHelpText('after', help)
    .action(run)
}

async function run({ cwd, stack, unmanaged = false, ignore, ...flags }: Flags): Promise<void> {
  const write = writerOf(flags, 'text')
  // Loaded when it is asked for: other commands need not wait for that.
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
        `stack ${name} is being updated, or an update was interrupted (${pending.join(', ')}): what it does may show.`,
      )
    }
  }
  const projectFile = join(relative(process.cwd(), cwd), 'Pulumi.yaml').split(sep).join('/')
  const report = await inspect({ projectFile, stacks, unread, unmanaged, rules, warn })
  for (const unused of unusedRules(rules, report, unmanaged)) warn(`${ignore}: ${unused}`)
  await write((name, terminal) => formats[name](report, terminal))
  process.exitCode = exitCodeOf(report)
}

/** What could not be looked at weighs more than what was found: nobody knows the rest. */
const exitCodeOf = ({ failures, findings }: DriftReport): number =>
  failures.length > 0 ? 1 : findings.some(isDrift) ? 2 : 0
