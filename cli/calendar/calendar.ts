import { type Day, type LocalTime } from './local-time'
import { type CalendarRow } from './windows'
import { listed } from './words'

/** What `trueup calendar` shows. */
export interface Calendar {
  /** Base URL of the service. */
  service: string
  /** When it was asked. */
  at: Date
  days: Day[]
  time: LocalTime
  /** The projects that have freeze periods, and those of which nobody knows. */
  rows: CalendarRow[]
  /** The projects without any. */
  free: string[]
}

/** How a calendar is written. */
export interface FormatOptions {
  /** Whether a terminal shows the text. */
  colours: boolean
  /** Characters in a line. */
  columns: number
}

/** Writes a calendar. */
export type Format = (calendar: Calendar, options: FormatOptions) => string

/** `30 days from Mon 2026-06-15, times in Europe/Berlin`. */
export function rangeOf({ days, time }: Calendar): string {
  const { weekday, date } = days[0]!
  return `${days.length === 1 ? 'one day' : `${days.length} days`} from ${weekday} ${date}, times in ${time.zone}`
}

/** Says which projects have no freeze periods; undefined where all have. */
export const freeOf = ({ free }: Calendar): string | undefined =>
  free.length > 0 ? `Without freeze periods: ${listed(free, 10)}.` : undefined
