import { type Command, Option } from 'commander'
import { integer } from './shared/argument-types'
import { linesOf } from './shared/characters'
import { type ReportFlags, reportOptions, writerOf } from './shared/report-options'
import { warn } from './shared/warn'
import { type FormatName, formatNames } from './summary/format-names'

interface Flags extends ReportFlags<FormatName> {
  records?: string
  reviewed?: string
  failOn?: string
  maxCharacters: number
}

const help = `
The command reads the output of "pulumi preview --json", also with PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true. It counts
objects, such as labels, where Pulumi counts resources: an update of one label set can delete many labels. It shows deleted
objects first, and does not show the values of secrets.

To show which existing objects the update would adopt, and what the preview could not check, set TRUEUP_PREVIEW_RECORDS to
an absolute path for the preview: the provider writes them to this file.

The condition "unchecked" is met if a project or group does not exist, the service cannot be reached, it rejects the access
token, or a request failed. It is not met if only the role of the token's user hides something.

Exit codes: 0 done, 2 a condition of --fail-on is met or the preview is not the reviewed one, 1 the preview failed or
cannot be read, 64 usage error.

Examples:
  $ export TRUEUP_PREVIEW_RECORDS=$PWD/records.jsonl
  $ pulumi preview --refresh --json > preview.json
  $ trueup summary preview.json
  $ pulumi preview --json | trueup summary -
  $ trueup summary preview.json --format markdown --out summary.md --fail-on conflict,deletions=20,unprotections,unchecked
`

/** `trueup summary` shows what an update would do to each object, from a preview. */
export function summary(program: Command): void {
  const command = program
    .command('summary')
    .description('show the objects that an update would change, from a preview')
    .argument('<preview>', 'output of "pulumi preview --json"; - is standard input')
    .option('--records <file>', 'objects that the preview has found on the service (default: TRUEUP_PREVIEW_RECORDS)')
    .option('--reviewed <file>', 'fail if the preview differs from this summary, in the format json')
    .option(
      '--fail-on <conditions>',
      'fail on conflicts, a number of deletions, removed protections, or what was not checked: conflict,deletions=20,unprotections,unchecked',
    )
    .addOption(
      new Option('--max-characters <number>', 'maximum length of the format markdown')
        .argParser(integer(200, 1_000_000))
        .default(60_000),
    )
  reportOptions(command, formatNames).addHelpText('after', help).action(run)
}

async function run(file: string, { records, reviewed, failOn, maxCharacters, ...flags }: Flags): Promise<void> {
  const write = writerOf(flags, 'text')
  // Loaded on demand, so that other commands start faster.
  const { exceeded, limitsOf } = await import('./summary/gate.js')
  const { readRecords } = await import('./summary/records.js')
  const { differencesBetween, readSummary } = await import('./summary/reviewed.js')
  const { formats } = await import('./summary/formats.js')
  const { planOf } = await import('./summary/objects.js')
  const { readPreview } = await import('./summary/preview.js')
  const limits = failOn === undefined || failOn === '' ? [] : limitsOf(failOn)
  const before = reviewed === undefined ? undefined : await readSummary(reviewed)
  const found = await readRecords(records ?? process.env.TRUEUP_PREVIEW_RECORDS)
  const plan = planOf(await readPreview(file), found)
  await write((name, terminal) => formats[name](plan, { ...terminal, maxCharacters }))
  if (plan.errors.length > 0) {
    warn('the preview failed, so an update would also fail.')
    process.exitCode = 1
    return
  }
  const { changes, secrets } = before ? differencesBetween(before, plan) : { changes: [], secrets: [] }
  const list = (lines: readonly string[]) =>
    process.stderr.write(`${lines.flatMap((line) => linesOf(`  ${line}`)).join('\n')}\n`)
  if (secrets.length > 0) {
    warn('only one of the two previews changes these secrets. The update applies the current preview.')
    list(secrets)
  }
  if (changes.length > 0) {
    warn('the preview has changed since the review. Run a new pipeline, and review its preview.')
    list(changes)
  }
  const met = exceeded(plan, limits)
  for (const sentence of met) warn(sentence)
  if (changes.length > 0 || met.length > 0) process.exitCode = 2
}
