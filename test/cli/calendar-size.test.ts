import type { Calendar } from '../../cli/calendar/calendar'
import { type FormatName, formatNames } from '../../cli/calendar/format-names'
import { formats } from '../../cli/calendar/formats'
import { LocalTime } from '../../cli/calendar/local-time'
import { sharedRowsOf } from '../../cli/calendar/shared-rows'
import type { CalendarRow } from '../../cli/calendar/windows'

const time = new LocalTime('Europe/Berlin')
const days = time.days('2026-06-15', 366)
const from = days[0]!.start
const projects = Array.from({ length: 1_000 }, (_, at) => `acme/team-${at % 10}/project-${String(at).padStart(4, '0')}`)
const cronTimezone = 'Europe/Berlin'
const megabyte = 1_000_000

const calendarOf = (rows: CalendarRow[]): Calendar => ({
  service: 'https://gitlab.example.com',
  about: ['acme'],
  at: new Date('2026-06-15T12:00:00Z'),
  days,
  time,
  rows,
  free: [],
})
const written = (rows: CalendarRow[]) =>
  Object.fromEntries(
    formatNames.map((name) => [name, formats[name](calendarOf(rows), { colours: false, columns: 120 })]),
  ) as Record<FormatName, string>

/** How often a text has something. */
const count = (text: string, what: RegExp) => [...text.matchAll(what)].length

it('a year of 1,000 projects with the same freezes is one row, and small in every format', () => {
  const rows = sharedRowsOf(
    projects.flatMap((project) => [
      { project, freezeStart: '0 22 * * *', freezeEnd: '0 6 * * *', cronTimezone },
      { project, freezeStart: '0 18 * * fri', freezeEnd: '0 7 * * mon', cronTimezone },
    ]),
    from,
    days.length,
  )
  expect(rows).toEqual([expect.objectContaining({ project: projects[0], alike: expect.any(Array) as string[] })])
  expect(rows[0]!.alike).toHaveLength(999)
  // Each night, and one that began the day before; each weekend, and the one before it.
  expect(rows[0]!.windows).toHaveLength(367 + 53)
  const texts = written(rows)
  for (const name of formatNames) expect(texts[name].length).toBeLessThan(megabyte / 2)
  for (const name of ['text', 'svg', 'html', 'json'] as const) {
    for (const project of projects) expect(texts[name]).toContain(project)
  }
  expect(count(texts.text, /^1000 projects \(1\)  \w/gm)).toBe(420)
  expect(count(texts.html, /<tr><th scope="row">1000 projects \(1\)<\/th>/g)).toBe(420)
  // Nights of two offsets, over three stretches, and the two in which the clocks change; weekends likewise.
  expect(count(texts.ics, /^BEGIN:VEVENT/gm)).toBe(3 + 2 + 3 + 2)
  expect((JSON.parse(texts.json) as { schedules: { windows: object[] }[] }).schedules[0]!.windows).toHaveLength(420)
})
