import type { Calendar } from '../../cli/calendar/calendar'
import { type FormatName, formatNames } from '../../cli/calendar/format-names'
import { formats } from '../../cli/calendar/formats'
import { LocalTime } from '../../cli/calendar/local-time'
import type { CalendarRow } from '../../cli/calendar/windows'

jest.setTimeout(240_000)

const time = new LocalTime('Europe/Berlin')
const days = time.days('2026-06-15', 366)
const from = days[0]!.start
const projects = Array.from({ length: 1_000 }, (_, at) => `acme/team-${at % 10}/project-${String(at).padStart(4, '0')}`)
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

it('a year of 1,000 projects that all differ is below 10 MB in every format, and says what is left out', () => {
  const minuteMs = 60_000
  const nights = days.length
  // Made without cron, which takes its time: what is measured are the formats.
  const rows = projects.map((project, at): CalendarRow => {
    const freeze = {
      project,
      freezeStart: `${at % 60} ${at % 17} * * *`,
      freezeEnd: `0 ${18 + (at % 6)} * * *`,
      cronTimezone: 'UTC',
    }
    const windows = Array.from({ length: nights }, (_, night) => {
      const start = new Date(from.getTime() + (night * 1_440 + at) * minuteMs)
      return { start, end: new Date(start.getTime() + 400 * minuteMs), freeze, overlaps: false }
    })
    return { project, alike: [], windows, notes: [] }
  })
  const texts = written(rows)
  for (const name of formatNames) expect(Buffer.byteLength(texts[name])).toBeLessThan(10 * megabyte)
  const all = nights * projects.length
  expect(count(texts.ics, /^RRULE:/gm)).toBe(projects.length)
  expect(texts.text).toContain(`${all - 2_000} more windows, from `)
  expect(texts.html).toContain(`${all - 5_000} more windows, from `)
  expect(count(texts.html, /<tr><th scope="row">/g)).toBe(5_000)
  const { schedules, windowsLeftOut, completeUntil } = JSON.parse(texts.json) as {
    schedules: { windows: { start: string }[] }[]
    windowsLeftOut: number
    completeUntil: string
  }
  const listed = schedules.flatMap(({ windows }) => windows)
  expect(listed.length + windowsLeftOut).toBe(all)
  expect(listed.filter(({ start }) => start > completeUntil)).toEqual([])
  // 300,000 bars are drawn; each row has one title for all of its own.
  expect(count(texts.svg, /h[\d.]+v12h-[\d.]+z/g)).toBe(Math.floor(300_000 / nights) * nights)
  expect(texts.svg).toContain('181 more rows are not drawn: ask for fewer days or projects.')
})
