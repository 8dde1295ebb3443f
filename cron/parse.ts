import { day, hour, minute, month, parseNumbers, second } from './number-field'
import { clip, Refusal } from './refusal'
import { strip } from './strip'
import { isTimeZone } from './time-zone'
import { parseWeekdays, type WeekdayRule } from './weekday-field'

/** A schedule, as {@link parseCron} read it. */
export interface Cron {
  /** Ascending, 0 to 59; only 0 where the text has five fields. */
  readonly seconds: readonly number[]
  /** Ascending, 0 to 59. */
  readonly minutes: readonly number[]
  /** Ascending, 0 to 23. */
  readonly hours: readonly number[]
  /** Ascending, 1 to 12. */
  readonly months: readonly number[]
  /**
   * Days of the month, -1 for its last and so on; undefined when any will do. Where both days and weekdays are
   * restricted, either is enough.
   */
  readonly days: readonly number[] | undefined
  /** The weekdays, 0 for Sunday, and on which of their weeks they count; undefined when any will do. */
  readonly weekdays: ReadonlyMap<number, WeekdayRule> | undefined
}

/** What {@link parseCron} found: a schedule, or why the text is none. */
export type ParsedCron = { cron: Cron; refusal?: undefined } | { cron?: undefined; refusal: string }

type FiveFields = [string, string, string, string, string]

const shape = 'five fields (minute hour day month weekday), or six with seconds first'

/** Days of each month at most. */
const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Reads a schedule in the cron dialect that the service speaks: minute, hour, day, month and weekday, perhaps with
 * seconds before them.
 *
 * Beyond the usual, it takes names in any case, ranges that wrap (`22-6`), steps beyond the maximum, hour 24 (midnight),
 * `L`, `last` and negative days from the end of the month, `mon#2`, `mon#-1`, `mon%2` (every second week) and 7 for
 * Sunday. It refuses words such as `@daily`, full names, Quartz's `?`, `W` and `5L`, a time zone in the text, and dates
 * that never come. Outer blanks are refused too: the service removes them first, and so does {@link strip}.
 *
 * A refusal is a clause to put after the name of what was given: `the hour field must be 0 to 24, is 25`.
 */
export function parseCron(text: string): ParsedCron {
  try {
    return { cron: read(text) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message }
    throw error
  }
}

function read(text: string): Cron {
  const fields = split(text)
  const seconds = fields.length === 6 ? parseNumbers(second, fields[0]!) : [0]
  const [minuteField, hourField, dayField, monthField, weekdayField] = fields.slice(-5) as FiveFields
  const minutes = parseNumbers(minute, minuteField)
  const hours = parseNumbers(hour, hourField)
  const days = parseNumbers(day, dayField)
  const months = parseNumbers(month, monthField)
  const weekdays = parseWeekdays(weekdayField)
  return {
    seconds: seconds ?? all(0, 59),
    minutes: minutes ?? all(0, 59),
    hours: hours ?? all(0, 23),
    days,
    months: possibleMonths(days, months, weekdays),
    weekdays,
  }
}

/** The texts of the fields: five or six. */
function split(text: string): string[] {
  if (strip(text) === '') throw new Refusal(`a schedule must have ${shape}, this one is empty`)
  if (strip(text) !== text) throw new Refusal('a schedule must not begin or end with a blank')
  if (text.startsWith('@')) {
    throw new Refusal(`words such as ${clip(text)} are not taken: write ${shape}, for example 0 0 * * *`)
  }
  const fields = text.split(/[ \t]+/)
  const last = fields.at(-1)
  if (fields.length > 5 && last && isTimeZone(last)) {
    throw new Refusal(`a time zone (${last}) is given on its own, not in the schedule`)
  }
  if (fields.length !== 5 && fields.length !== 6) {
    throw new Refusal(`a schedule must have ${shape}, this one has ${fields.length}`)
  }
  return fields
}

/** The months that have one of the days. The service drops the others even where weekdays would do for them. */
function possibleMonths(
  days: readonly number[] | undefined,
  named: readonly number[] | undefined,
  weekdays: Cron['weekdays'],
): readonly number[] {
  if (!days || !named) return named ?? all(1, 12)
  // -31 in April never comes, but weekdays may: here the service drops nothing.
  const length = (day: number) => (day < 0 && weekdays ? 1 : Math.abs(day))
  const months = named.filter((month) => days.some((day) => length(day) <= longestMonths[month - 1]!))
  if (months.length === 0) throw new Refusal('it never occurs: none of its months has such a day')
  return months
}

function all(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
