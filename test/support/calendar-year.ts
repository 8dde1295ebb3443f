import type { Calendar } from '../../cli/calendar/calendar'
import { type FormatName, formatNames } from '../../cli/calendar/format-names'
import { formats } from '../../cli/calendar/formats'
import { LocalTime } from '../../cli/calendar/local-time'
import type { CalendarRow } from '../../cli/calendar/windows'

const time = new LocalTime('Europe/Berlin')

/** The days of a year in Berlin. */
export const days = time.days('2026-06-15', 366)
export const from = days[0]!.start

/** The paths of 1,000 projects. */
export const projects = Array.from(
  { length: 1_000 },
  (_, at) => `acme/team-${at % 10}/project-${String(at).padStart(4, '0')}`,
)

export const megabyte = 1_000_000

/** The calendar of these rows for the whole year, in every format. */
export function written(rows: CalendarRow[]): Record<FormatName, string> {
  const calendar: Calendar = {
    service: 'https://gitlab.example.com',
    about: ['acme'],
    at: new Date('2026-06-15T12:00:00Z'),
    days,
    time,
    rows,
    free: [],
  }
  return Object.fromEntries(
    formatNames.map((name) => [name, formats[name](calendar, { colors: false, columns: 120 })]),
  ) as Record<FormatName, string>
}

/** The number of matches in a string. */
export const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length
