import { type Command, InvalidArgumentError } from 'commander'
import { now } from '../provider/basics'
import { type Client } from '../sdk'
import { baseUrlOption } from './shared/base-url-option'
import { type Calendar } from './calendar/calendar'
import { type FormatName, formatNames } from './calendar/format-names'
import { LocalTime } from './calendar/local-time'
import { type ConnectFlags } from './shared/connect'
import { grouped } from './shared/grouped'
import { type ReportFlags, reportOptions, type Write, writerOf } from './shared/report-options'

interface Flags extends ConnectFlags, ReportFlags<FormatName> {
  project?: string[]
  group?: string[]
  from?: string
  days: number
  timezone?: LocalTime
}

const dayMs = 86_400_000

const help = `
Freeze periods are computed in their own time zones and shown in one. They are read by Reporters of a project, with the
token of TRUEUP_TOKEN, or of GITLAB_TOKEN for the service of GITLAB_BASE_URL or CI_SERVER_URL. Projects with the same
freeze periods share one row, and the report lists their names. In iCalendar they share the events of each freeze period.

Exit codes: 0 fine, 1 something could not be read, 64 usage error.

Examples:
  $ trueup calendar --project acme/web acme/api
  $ trueup calendar --group acme --from 2026-12-01 --days 31 --timezone Europe/Berlin
  $ trueup calendar --group acme --format html --out freezes.html
  $ trueup calendar --group acme --days 90 --format ics --out freezes.ics
`

/** `trueup calendar`: when projects do not deploy. */
export function calendar(program: Command): void {
  const command = program.command('calendar')
  command
    .description('show the freeze periods of projects on one time line')
    .option('--project <project...>', 'projects, by path or id')
    .option('--group <group...>', 'groups, by path or id: all their projects, those of sub-groups included')
    .option('--from <date>', 'first day, such as 2026-12-01 (default: today)', day)
    .option('--days <count>', 'how many days, at most 366', days, 30)
    .option('--timezone <zone>', "zone to show times in, such as Europe/Berlin (default: this machine's)", zone)
  reportOptions(command, formatNames)
    .addOption(baseUrlOption())
    .addHelpText('after', help)
    .action(async (flags: Flags) => {
      if (!(flags.project ?? flags.group)) command.error('error: name a --project or a --group')
      const write = writerOf(flags, 'text')
      // Loaded when it is asked for: other commands need not wait for that.
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
        'They are read by Reporters.',
    )
  }
}

async function draw(client: Client, flags: Flags): Promise<{ calendar: Calendar; unread: number }> {
  const { readFreezes } = await import('./calendar/read-freezes.js')
  const { sharedRowsOf } = await import('./calendar/shared-rows.js')
  const at = now()
  const time = flags.timezone ?? new LocalTime()
  const shown = time.days(flags.from ?? time.date(at), flags.days)
  const [from, until] = [shown[0]!.start, shown.at(-1)!.end]
  const { project = [], group = [] } = flags
  const { projects, freezes, failures } = await readFreezes(client, { projects: project, groups: group })
  const rows = sharedRowsOf(freezes, from, (until.getTime() - from.getTime()) / dayMs)
  for (const [said, alike] of grouped([...failures], ([, message]) => message)) {
    const [first = '', ...others] = alike.map(([path]) => path).sort()
    rows.push({ project: first, alike: others, windows: [], notes: [`Could not be read: ${said}.`] })
  }
  rows.sort((a, b) => (a.project < b.project ? -1 : 1))
  const known = new Set([...freezes.map((freeze) => freeze.project), ...failures.keys()])
  const free = projects.filter((path) => !known.has(path))
  const about = [...project, ...group]
  return { calendar: { service: client.baseUrl, about, at, days: shown, time, rows, free }, unread: failures.size }
}

function day(text: string): string {
  const date = new Date(`${text}T00:00:00Z`)
  // Some runtimes take 31 February for a day in March.
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text))
    return text
  throw new InvalidArgumentError('It is a day, such as 2026-12-01.')
}

function days(text: string): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count >= 1 && count <= 366) return count
  throw new InvalidArgumentError('It is a whole number from 1 to 366.')
}

function zone(text: string): LocalTime {
  try {
    return new LocalTime(text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}
