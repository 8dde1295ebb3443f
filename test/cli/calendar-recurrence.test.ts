import { ics } from '../../cli/calendar/format-ics'
import { LocalTime } from '../../cli/calendar/local-time'
import { recurring } from '../../cli/calendar/recurrence'
import { sharedRowsOf } from '../../cli/calendar/shared-rows'
import { type CalendarWindow, windowsOf } from '../../cli/calendar/windows'

const dayMs = 86_400_000
const from = new Date('2026-06-15T00:00:00Z')

const freeze = (freezeStart: string, freezeEnd: string, cronTimezone = 'Europe/Berlin', project = 'acme/web') => ({
  project,
  freezeStart,
  freezeEnd,
  cronTimezone,
})

const windows = ([start, end, zone]: readonly [string, string, string?]): CalendarWindow[] =>
  windowsOf([freeze(start, end, zone)], from, 366)[0]!.windows

const texts = (spans: { start: Date; end: Date | null }[]) =>
  spans.map(({ start, end }) => `${start.toISOString()} ${end?.toISOString() ?? 'never'}`).sort()

/** Expands series like a calendar program, by the rules of RFC 5545. */
function expanded({ repeated, rest }: ReturnType<typeof recurring>) {
  const all = repeated.flatMap(({ first, last, days }) => {
    const spans: { start: Date; end: Date }[] = []
    const length = first.end.getTime() - first.start.getTime()
    for (let at = first.start.getTime(); at <= last.start.getTime(); at += dayMs) {
      const day = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][new Date(at).getUTCDay()]!
      if (days.includes(day)) spans.push({ start: new Date(at), end: new Date(at + length) })
    }
    return spans
  })
  return texts([...all, ...rest])
}

describe('the recurring events of a calendar', () => {
  it.each([
    ['each night', ['0 22 * * *', '0 6 * * *'], 5],
    ['weekends', ['0 18 * * fri', '0 7 * * mon'], 5],
    ['some nights', ['0 22 * * mon-thu', '0 6 * * *'], 3],
    ['twice each working day', ['0 9,13 * * mon-fri', '0 11,15 * * mon-fri'], 6],
    ['nights in a zone without daylight saving time', ['0 22 * * *', '0 6 * * *', 'Asia/Tokyo'], 1],
    [
      'nights in a zone with half an hour of daylight saving time',
      ['0 22 * * *', '0 6 * * *', 'Australia/Lord_Howe'],
      5,
    ],
  ] as const)('expands the events to exactly the windows of a freeze: %s', (_, args, count) => {
    const all = windows(args)
    expect(all.length).toBeGreaterThan(50)
    const split = recurring(all)
    expect(expanded(split)).toEqual(texts(all))
    expect(split.rest).toEqual([])
    expect(split.repeated).toHaveLength(count)
  })

  it.each([
    ['days of the month', ['0 22 1-7 * *', '0 6 * * *']],
    ['a month', ['0 22 * 12 *', '0 6 * * *']],
    ['every second week', ['0 22 * * mon%2', '0 6 * * *']],
    ['the first Monday', ['0 22 * * mon#1', '0 6 * * *']],
    ['an end on a day of the month', ['0 0 * * mon', '0 0 1 * *']],
    ['a freeze that starts again when it ends', ['0 0 * * *', '0 0 * * *']],
  ] as const)('do not include windows that do not repeat weekly: %s', (_, args) => {
    const all = windows(args)
    expect(all.length).toBeGreaterThan(0)
    expect(recurring(all)).toEqual({ repeated: [], rest: all })
  })

  it('gives recurring events the same ids for every range of days', () => {
    const idsFrom = (day: string) => {
      const rows = windowsOf([freeze('0 22 * * *', '0 6 * * *')], new Date(day), 30)
      return recurring(rows[0]!.windows).repeated.map(({ id }) => id)
    }
    expect(idsFrom('2026-07-01')).toEqual(idsFrom('2026-08-11'))
    // The clocks change in between.
    expect(idsFrom('2026-11-11')).not.toEqual(idsFrom('2026-08-11'))
    const [summer, , winter] = idsFrom('2026-10-10')
    expect([summer]).toEqual(idsFrom('2026-08-11'))
    expect([winter]).toEqual(idsFrom('2026-11-11'))
  })
})

describe('the iCalendar file', () => {
  const time = new LocalTime('UTC')
  const days = time.days('2026-06-15', 7)
  const write = (freezes: ReturnType<typeof freeze>[], about = ['acme']) => {
    const rows = sharedRowsOf(freezes, from, 7)
    const calendar = { service: 'https://gitlab.example.com', about, at: from, days, time, rows, free: [] }
    return ics(calendar, { colors: false, columns: 80 }).replace(/\r\n /g, '')
  }
  const weekend = (project: string) => freeze('0 18 * * fri', '0 7 * * mon', 'UTC', project)
  const endless = (project: string) => freeze('0 0 19 6 *', '30 2 * 3 sun#-1', 'Europe/Berlin', project)

  it('writes one event for a freeze of several projects, even if their other freezes differ', () => {
    const text = write([weekend('acme/web'), weekend('acme/api'), endless('acme/api')])
    expect(text.match(/^SUMMARY:.*$/gm)).toEqual([
      'SUMMARY:2 projects: deploy freeze',
      'SUMMARY:acme/api: deploy freeze that never ends',
    ])
    expect(text).toContain(
      'DESCRIPTION:2 projects are frozen by "0 18 * * fri" to "0 7 * * mon" (UTC).\\nacme/api\\, acme/web\r\n',
    )
  })

  it('writes different event ids for different projects and groups', () => {
    const uids = (about: string[]) => write([weekend('acme/web')], about).match(/^UID:.*$/gm)
    expect(uids(['acme', 'b'])).toEqual(uids(['b', 'acme']))
    expect(uids(['acme'])).not.toEqual(uids(['b']))
  })
})
