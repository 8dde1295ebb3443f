import { day, hour, minute, month, numbersOf, parseNumbers, second } from './number-field'
import { clip, Refusal } from './refusal'
import { strip } from './strip'
import { isTimeZone } from './time-zone'
import { parseWeekdays, type WeekdayRule, weekdaysOf } from './weekday-field'

/** A schedule that {@link parseCron} parsed. */
export interface Cron {
  /** Ascending, 0 to 59. Only 0 if the schedule has five fields. */
  readonly seconds: readonly number[]
  /** Ascending, 0 to 59. */
  readonly minutes: readonly number[]
  /** Ascending, 0 to 23. */
  readonly hours: readonly number[]
  /** Ascending, 1 to 12. */
  readonly months: readonly number[]
  /**
   * Days of the month, -1 for the last and so on; undefined for all days. If both days and weekdays are
   * restricted, one of them must match, unless {@link both} is true.
   */
  readonly days: readonly number[] | undefined
  /** Weekdays, 0 for Sunday, and the weeks in which they count; undefined for all weekdays. */
  readonly weekdays: ReadonlyMap<number, WeekdayRule> | undefined
  /** Whether a day must match both the days of the month and the weekdays. */
  readonly both: boolean
}

/** The result of {@link parseCron}: a schedule, or the reason why it is invalid. */
export type ParsedCron =
  | { cron: Cron; refusal?: undefined; fails?: undefined }
  | {
      cron?: undefined
      refusal: string
      /** Whether the service responds with status 500 instead of refusing the schedule as invalid. */
      fails: boolean
    }

type FiveFields = [string, string, string, string, string]

const shape = 'five fields (minute hour day month weekday), or six with seconds first'

/** Maximum number of days of each month. */
const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The schedules of the keywords. */
const words: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@noon', '0 12 * * *'],
  ['@hourly', '0 * * * *'],
])

/**
 * Parses a schedule in the service's cron dialect: minute, hour, day, month and weekday, optionally after seconds; or a
 * keyword such as `@daily`.
 *
 * Extensions: names in any case, ranges that wrap around (`22-6`), steps above the maximum, hour 24 (midnight), `L`,
 * `last` and negative days from the end of the month, `mon#2`, `mon#-1`, `mon%2` (every second week), 7 for Sunday,
 * extra commas, and `&` after the days or the weekdays, both of which must then match. Not supported: full names,
 * Quartz's `?`, `W` and `5L`, a time zone in the schedule, and dates that never occur. Like the service, removes
 * surrounding blanks first (see {@link strip}).
 *
 * A refusal is a clause that can follow the name of the argument: `the hour field must be 0 to 24, not 25`.
 */
export function parseCron(text: string): ParsedCron {
  try {
    return { cron: read(text) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message, fails: error.fails }
    throw error
  }
}

function read(text: string): Cron {
  const fields = split(text)
  const [minuteField, hourField, dayField, monthField, weekdayField] = fields.slice(-5) as FiveFields
  // Validates the grammar of all fields before their meaning.
  const listed = {
    seconds: fields.length === 6 ? parseNumbers(second, fields[0]!) : undefined,
    minutes: parseNumbers(minute, minuteField),
    hours: parseNumbers(hour, hourField),
    days: parseNumbers(day, dayField.replace(/&$/, '')),
    months: parseNumbers(month, monthField),
    weekdays: parseWeekdays(weekdayField.replace(/&$/, '')),
  }
  const seconds = listed.seconds ? numbersOf(second, listed.seconds) : [0]
  const minutes = numbersOf(minute, listed.minutes)
  const hours = numbersOf(hour, listed.hours)
  const days = numbersOf(day, listed.days)
  const months = numbersOf(month, listed.months)
  const weekdays = weekdaysOf(listed.weekdays)
  const both = dayField.endsWith('&') || weekdayField.endsWith('&')
  return {
    seconds: seconds ?? all(0, 59),
    minutes: minutes ?? all(0, 59),
    hours: hours ?? all(0, 23),
    days,
    months: possibleMonths(days, months),
    weekdays,
    both: both && days !== undefined && weekdays !== undefined,
  }
}

/** The five or six fields as strings. */
function split(text: string): string[] {
  const trimmed = strip(text)
  if (trimmed === '') throw new Refusal(`a schedule must have ${shape}, but it is empty`)
  const rest = text.slice(text.indexOf(trimmed) + trimmed.length)
  if (/[^ ]/.test(rest)) throw new Refusal('a schedule must not end with a tab or a line break')
  const word = words.get(trimmed)
  if (word) return word.split(' ')
  if (trimmed.startsWith('@')) {
    throw new Refusal(`a schedule keyword must be one of ${[...words.keys()].join(', ')}, not ${clip(trimmed)}`)
  }
  const fields = commasJoined(trimmed).split(/[ \t]+/)
  const last = fields.at(-1)
  if (fields.length > 5 && last && isTimeZone(last)) {
    throw new Refusal(`the time zone (${last}) must be a separate argument, not part of the schedule`)
  }
  if (fields.length !== 5 && fields.length !== 6) {
    throw new Refusal(`a schedule must have ${shape}, not ${fields.length}`)
  }
  const stray = fields.slice(1).find((field) => field.startsWith(','))
  if (stray) throw new Refusal(`a space must not come before a comma in a list: ${clip(stray)}`)
  return fields
}

/** Merges commas that are only separated by blanks. A trailing comma belongs to the field before it. */
const commasJoined = (text: string): string =>
  text.replace(/,(?:[ \t]*,)+/g, ',').replace(/(?<![ \t])[ \t]+,(?=[ \t]|$)/g, ',')

/** The months that have one of the days. The service ignores the others even if their weekdays match. */
function possibleMonths(days: readonly number[] | undefined, named: readonly number[] | undefined): readonly number[] {
  if (!days || !named) return named ?? all(1, 12)
  // -31 never occurs in April, but the service does not check days that count from the end.
  const months = named.filter((month) => days.some((day) => day <= longestMonths[month - 1]!))
  if (months.length === 0) throw new Refusal('it never occurs: none of its months has such a day')
  return months
}

function all(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
