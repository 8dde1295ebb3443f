import type { Terminal } from '../shared/report-options'
import type { Day, LocalTime } from './local-time'
import type { CalendarRow, CalendarWindow } from './windows'
import { listed } from './words'

/** The report of `trueup calendar`. */
export interface Calendar {
  /** Base URL of the service. */
  service: string
  /** The values of `--project` and `--group`. */
  about?: string[]
  /** The time of the report. */
  at: Date
  days: Day[]
  time: LocalTime
  /** The projects that have freeze periods or could not be read. Projects with equal freezes or errors share a row. */
  rows: CalendarRow[]
  /** The projects without freeze periods. */
  free: string[]
}

/** Writes a calendar. */
export type Format = (calendar: Calendar, terminal: Terminal) => string

/** `30 days from Mon 2026-06-15, times in Europe/Berlin`. */
export function rangeOf({ days, time }: Calendar): string {
  const { weekday, date } = days[0]!
  return `${days.length === 1 ? '1 day' : `${days.length} days`} from ${weekday} ${date}, times in ${time.zone}`
}

/** A sentence about the projects without freeze periods; undefined if all have some. */
export const freeOf = ({ free }: Calendar): string | undefined =>
  free.length > 0 ? `Without freeze periods: ${listed(free, 10)}.` : undefined

/** The release of Node.js's time zone data, on which future times depend. Undefined if Node.js uses that of the system. */
export const timeZoneRelease: string | undefined = process.versions.tz

/** `Time zone data: 2026c.` */
export const timeZoneNote: string = `Time zone data: ${timeZoneRelease ?? 'of the operating system'}.`

/** A window and its row. */
export interface RowWindow {
  row: CalendarRow
  window: CalendarWindow
}

/** The first `most` windows of all rows, sorted by start, and the number of other windows. */
export function listOf(rows: CalendarRow[], most: number): { windows: RowWindow[]; left: number; from?: Date } {
  const all = rows.flatMap((row) => row.windows.map((window) => ({ row, window })))
  all.sort((one, other) => one.window.start.getTime() - other.window.start.getTime())
  const next = all[most]
  return { windows: all.slice(0, most), left: Math.max(0, all.length - most), ...(next && { from: next.window.start }) }
}

/** A sentence about the windows that a list leaves out; undefined if the list is complete. */
export const leftOf = ({ left, from }: ReturnType<typeof listOf>, time: LocalTime): string | undefined =>
  from && `${left} more windows, from ${time.minute(from)} on, are not listed. Select fewer days or projects.`
