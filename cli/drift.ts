import { join, relative, sep } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { now } from '../provider/core/clock'
import { collected } from './collected'
import { type DriftReport, isDrift } from './drift/finding'
import { type FormatName, formatNames } from './drift/format-names'
import { coloursWanted, writeOut } from './output'
import { readStack } from './stack'
import { warn } from './warn'

interface Flags {
  cwd: string
  stack: string[]
  unmanaged?: boolean
  format: FormatName[]
  out: string[]
  ignore?: string
}

const help = `
It reads the state of the stacks through "pulumi stack export" and the service with the token that a refresh would use
(TRUEUP_TOKEN comes first). It runs no program, takes no lock, and writes neither state nor service.

Exit codes: 0 no drift, 2 drift, 1 something could not be looked at.

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
  program
    .command('drift')
    .description('show what differs between what stacks declare and what the service has')
    .option('--cwd <folder>', "the project's folder", process.cwd())
    .option('--stack <name>', 'a stack, may be repeated (default: the one that is selected)', collected, [])
    .option('--unmanaged', 'also show what is in the same projects and groups, and no stack declares')
    .addOption(
      new Option('--format <format>', `${formatNames.join(', ')}; may be repeated (default: text)`)
        .argParser(collectedFormat)
        .default([], ''),
    )
    .option('--out <file>', 'write to a file: the first is for the first format, and so on', collected, [])
    .option('--ignore <file>', 'rules that say what not to mind, why, and until when')
    .addHelpText('after', help)
    .action(run)
}

async function run({ cwd, stack, unmanaged = false, format, out, ignore }: Flags): Promise<void> {
  const wanted: FormatName[] = format.length > 0 ? format : ['text']
  if (out.length > wanted.length) {
    throw new Error(`there are ${out.length} files for ${wanted.length} formats: give each --out its --format.`)
  }
  // Loaded when it is asked for: other commands need not wait for that.
  const { formats } = await import('./drift/formats.js')
  const { readIgnoreFile } = await import('./drift/ignore.js')
  const { inspect } = await import('./drift/inspect.js')
  const rules = ignore === undefined ? [] : await readIgnoreFile(ignore, now().toISOString().slice(0, 10))
  const stacks = await Promise.all(
    (stack.length > 0 ? stack : [undefined]).map((one) => readStack({ cwd, stack: one })),
  )
  for (const { name, pending } of stacks) {
    if (pending.length > 0) {
      warn(
        `stack ${name} is being updated, or an update was interrupted (${pending.join(', ')}): what it does may show.`,
      )
    }
  }
  const projectFile = join(relative(process.cwd(), cwd), 'Pulumi.yaml').split(sep).join('/')
  const report = await inspect({ projectFile, stacks, unmanaged, rules, warn })
  for (const [at, name] of wanted.entries()) {
    const file = out[at]
    const colours = file === undefined && coloursWanted(process.stdout)
    await writeOut(formats[name](report, { colours }), file)
  }
  process.exitCode = exitCodeOf(report)
}

/** What could not be looked at weighs more than what was found: nobody knows the rest. */
const exitCodeOf = ({ failures, findings }: DriftReport): number =>
  failures.length > 0 ? 1 : findings.some(isDrift) ? 2 : 0

function collectedFormat(value: string, before: FormatName[]): FormatName[] {
  const name = formatNames.find((one) => one === value)
  if (name === undefined) throw new InvalidArgumentError(`It is one of ${formatNames.join(', ')}.`)
  return [...before, name]
}
