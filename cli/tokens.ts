import { type Command, Option } from 'commander'
import { now } from '../provider/command-line/basics'
import type { Client } from '../sdk'
import { type Duration, duration } from './shared/argument-types'
import type { ConnectFlags } from './shared/connect'
import {
  baseUrlOption,
  groupOption,
  projectOption,
  refuseUrls,
  requireTargets,
  type TargetFlags,
} from './shared/options'
import { type ReportFlags, reportOptions, type Write, writerOf } from './shared/report-options'
import { type FormatName, formatNames } from './tokens/format-names'

interface Flags extends ConnectFlags, TargetFlags, ReportFlags<FormatName> {
  recursive?: boolean
  all?: boolean
  within: Duration
}

const help = `
A token expires at the start of its expiry date, in UTC. The tokens of a group can only be listed by its Owners, and
the tokens of a project by its Maintainers. The service does not show the values of the tokens. The access token of this
command comes from TRUEUP_TOKEN, or from GITLAB_TOKEN if the base URL comes from GITLAB_BASE_URL or CI_SERVER_URL.

Exit codes: 0 no token is due, 2 a token expires within the time, 1 something could not be read, 64 usage error.

Examples:
  $ trueup tokens --group acme --recursive
  $ trueup tokens --project acme/web
  $ trueup tokens --group acme deployers --within 2w --format markdown
`

/** `trueup tokens` shows when the access tokens of projects and groups expire. */
export function tokens(program: Command): void {
  const command = program
    .command('tokens')
    .description('show when access tokens of projects and groups expire')
    .addOption(projectOption())
    .addOption(groupOption())
    .option('--recursive', 'include all subgroups and projects of the groups')
    .option('--all', 'include revoked and expired tokens')
    .addOption(
      new Option(
        '--within <time>',
        'tokens that expire within this time are due: hours, days or weeks, such as 12h, 30d, 4w',
      )
        .argParser(duration)
        .default(duration('30d'), '30d'),
    )
  reportOptions(command, formatNames)
    .addOption(baseUrlOption())
    .addHelpText('after', help)
    .action(async (flags: Flags) => {
      requireTargets(command, flags)
      await refuseUrls(flags)
      const write = writerOf(flags, 'text')
      // Loaded on demand, so that other commands start faster.
      const { withClient } = await import('./shared/connect.js')
      await withClient(flags, (client) => run(client, flags, write))
    })
}

async function run(client: Client, flags: Flags, write: Write<FormatName>): Promise<void> {
  const { project: projects = [], group: groups = [], recursive = false, all = false, within } = flags
  const { formats } = await import('./tokens/formats.js')
  const { readTokens } = await import('./tokens/survey.js')
  const at = now()
  const found = await readTokens(client, { projects, groups, recursive, all, withinMs: within.ms }, at)
  const report = { service: client.baseUrl, at, within: within.text, tokens: found }
  await write((format, terminal) => formats[format](report, terminal))
  process.exitCode = found.some(({ due }) => due) ? 2 : 0
}
