import { type Command, InvalidArgumentError, Option } from 'commander'
import { now } from '../provider/command-line/basics'
import type { Client } from '../sdk'
import type { Calendar } from './calendar/calendar'
import { type FormatName, formatNames } from './calendar/format-names'
import { LocalTime } from './calendar/local-time'
import { date, integer } from './shared/argument-types'
import type { ConnectFlags } from './shared/connect'
import { grouped } from './shared/grouped'
import {
  baseUrlOption,
  groupOption,
  projectOption,
  refuseUrls,
  requireTargets,
  type TargetFlags,
} from './shared/options'
import { type ReportFlags, reportOptions, type Write, writerOf } from './shared/report-options'

interface Flags extends ConnectFlags, TargetFlags, ReportFlags<FormatName> {
  from?: string
  days: number
  timezone?: LocalTime
}

const dayMs = 86_400_000

const help = `
The command computes each freeze period in its own time zone and shows all of them in one time zone. Reading freeze periods
requires the role Reporter in the project. The access token comes from TRUEUP_TOKEN, or from GITLAB_TOKEN if the base URL
comes from GITLAB_BASE_URL or CI_SERVER_URL. Projects with the same freeze periods share one row, and the report lists
their names. In iCalendar files, they share the events.

Exit codes: 0 success, 1 freeze periods could not be read, 64 usage error.

Examples:
  $ trueup calendar --project acme/web acme/api
  $ trueup calendar --group acme --from 2026-12-01 --days 31 --timezone Europe/Berlin
  $ trueup calendar --group acme --format html --out freezes.html
  $ trueup calendar --group acme --days 90 --format ics --out freezes.ics
`

/** `trueup calendar` shows when projects are frozen. */
export function calendar(program: Command): void {
  const command = program.command('calendar')
  command
    .description('show the freeze periods of projects on a timeline')
    .addOption(projectOption())
    .addOption(groupOption('all their projects, including those of subgroups'))
    .addOption(new Option('--from <date>', 'first day, such as 2026-12-01 (default: today)').argParser(date))
    .addOption(new Option('--days <count>', 'number of days, at most 366').argParser(integer(1, 366)).default(30))
    .addOption(
      new Option(
        '--timezone <zone>',
        "time zone of the report, such as Europe/Berlin (default: the machine's time zone)",
      ).argParser(zone),
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
  const { formats } = await import('./calendar/formats.js')
  const { calendar, unread } = await draw(client, flags)
  await write((format, terminal) => formats[format](calendar, terminal))
  if (unread > 0) {
    throw new Error(
      `The freeze periods of ${unread} ${unread === 1 ? 'project' : 'projects'} could not be read: see the notes. ` +
        'Reading them requires the role Reporter.',
    )
  }
}

async function draw(client: Client, flags: Flags): Promise<{ calendar: Calendar; unread: number }> {
  const { readFreezes } = await import('./calendar/read-freezes.js')
  const { sharedRowsOf } = await import('./calendar/shared-rows.js')
  const at = now()
  const time = flags.timezone ?? new LocalTime()
  const days = time.days(flags.from ?? time.date(at), flags.days)
  const [from, until] = [days[0]!.start, days.at(-1)!.end]
  const { project = [], group = [] } = flags
  const { projects, freezes, failures } = await readFreezes(client, { projects: project, groups: group })
  const rows = sharedRowsOf(freezes, from, (until.getTime() - from.getTime()) / dayMs)
  for (const [message, alike] of grouped([...failures], ([, text]) => text)) {
    const [first = '', ...others] = alike.map(([path]) => path).sort()
    rows.push({ project: first, alike: others, windows: [], notes: [`Could not be read: ${message}.`] })
  }
  rows.sort((a, b) => (a.project < b.project ? -1 : 1))
  const known = new Set([...freezes.map((freeze) => freeze.project), ...failures.keys()])
  const free = projects.filter((path) => !known.has(path))
  const about = [...project, ...group]
  return { calendar: { service: client.baseUrl, about, at, days, time, rows, free }, unread: failures.size }
}

function zone(text: string): LocalTime {
  try {
    return new LocalTime(text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}
