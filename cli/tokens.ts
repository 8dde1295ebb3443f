import { type Command, Option } from 'commander'
import { now } from '../provider/basics'
import { type Client } from '../sdk'
import { baseUrlOption } from './shared/base-url-option'
import { type ConnectFlags } from './shared/connect'
import { type Duration, duration } from './shared/duration'
import { type ReportFlags, reportOptions, type Write, writerOf } from './shared/report-options'
import { type FormatName, formatNames } from './tokens/format-names'

interface Flags extends ConnectFlags, ReportFlags<FormatName> {
  group: string[]
  recursive?: boolean
  all?: boolean
  within: Duration
}

const help = `
A token expires at the beginning of its day, in UTC. Only Owners of a group can read its tokens, and nobody their values;
the one of this command comes from TRUEUP_TOKEN, or from GITLAB_TOKEN for the service of GITLAB_BASE_URL or CI_SERVER_URL.

Exit codes: 0 none is due, 2 a token expires within that time, 1 something could not be read, 64 usage error.

Examples:
  $ trueup tokens --group acme --recursive
  $ trueup tokens --group acme deployers --within 2w --format markdown
`

/** `trueup tokens`: which access tokens of groups expire when. */
export function tokens(program: Command): void {
  const command = program
    .command('tokens')
    .description('show which access tokens of groups expire when')
    .requiredOption('--group <group...>', 'groups, by path or id')
    .option('--recursive', 'with all their sub-groups')
    .option('--all', 'with tokens that are revoked or have expired')
    .addOption(
      new Option('--within <time>', 'expiring within this time is due: hours, days or weeks, such as 12h, 30d or 4w')
        .argParser(duration)
        .default(duration('30d'), '30d'),
    )
  reportOptions(command, formatNames)
    .addOption(baseUrlOption())
    .addHelpText('after', help)
    .action(async (flags: Flags) => {
      const write = writerOf(flags, 'text')
      // Loaded when it is asked for: other commands need not wait for that.
      const { withClient } = await import('./shared/connect.js')
      await withClient(flags, (client) => run(client, flags, write))
    })
}

async function run(client: Client, flags: Flags, write: Write<FormatName>): Promise<void> {
  const { group: groups, recursive = false, all = false, within } = flags
  const { formats } = await import('./tokens/formats.js')
  const { readTokens } = await import('./tokens/survey.js')
  const at = now()
  const found = await readTokens(client, { groups, recursive, all, withinMs: within.ms }, at)
  const report = { service: client.baseUrl, at, within: within.text, tokens: found }
  await write((format, terminal) => formats[format](report, terminal))
  process.exitCode = found.some(({ due }) => due) ? 2 : 0
}
