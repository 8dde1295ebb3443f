const days = [
  /^(?<year>\d{4})[-/](?<month>\d\d?)[-/](?<day>\d\d?)/,
  /^(?<year>\d{4})-(?<ofYear>\d{3})(?!\d)/,
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)/,
  /^(?<day>\d\d?)[-/.](?<month>\d\d?)[-/.](?<year>\d{4})/,
  /^(?:[A-Za-z]{3}, )?(?<day>\d\d?) (?<month>[A-Za-z]{3})(?: (?<year>\d{4}))?/,
  /^(?<month>[A-Za-z]{3}) (?<day>\d\d?),? (?<year>\d{4})/,
  /^(?<year>\d{4})-W(?<week>\d\d)-(?<weekday>[1-7])/,
]
// Ignores what follows: a `+` that was not encoded arrives as a space, and its time zone is lost.
const times = /^(?:T| +)(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?(?: ?(?:Z|UTC|GMT|([+-]\d\d)(?::?(\d\d))?))?/
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A parsed timestamp. */
interface Timestamp {
  /** The date as written, not converted to UTC: `YYYY-MM-DD`. */
  day: string
  time: Date
}

/**
 * Parses ISO 8601 (extended or basic), a date, `31/12/2026`, and the format of `Date.toUTCString`. The default time
 * zone is UTC. Returns undefined for other formats, some of which GitLab supports.
 */
export function readTimestamp(text: string): Timestamp | undefined {
  const trimmed = text.trim()
  const found = days.map((one) => one.exec(trimmed)).find((match) => match !== null)
  if (!found) return undefined
  const { year = new Date().getUTCFullYear(), month = '', day: ofMonth, week, weekday, ofYear } = found.groups ?? {}
  const named = months.indexOf(month.toLowerCase()) + 1
  const day = week
    ? dayOfWeek(Number(year), Number(week), Number(weekday))
    : ofYear
      ? new Date(Date.UTC(Number(year), 0, Number(ofYear))).toISOString().slice(0, 10)
      : `${year}-${two(named || month)}-${two(ofMonth)}`
  const rest = trimmed.slice(found[0].length)
  const time = times.exec(rest)
  if (!isDay(day) || (rest !== '' && !time)) return undefined
  const [, hour, minute, second, fraction = '0', zoneHours, zoneMinutes] = time ?? []
  const zone = zoneHours ? `${zoneHours}:${two(zoneMinutes)}` : 'Z'
  const read = new Date(`${day}T${two(hour)}:${two(minute)}:${two(second)}.${fraction}${zone}`)
  return Number.isNaN(read.getTime()) ? undefined : { day, time: read }
}

/** Weeks start on Mondays. The first week of a year is the one with January 4. */
function dayOfWeek(year: number, week: number, weekday: number): string {
  const fourth = new Date(Date.UTC(year, 0, 4))
  const day = 4 - ((fourth.getUTCDay() + 6) % 7) + 7 * (week - 1) + weekday - 1
  return new Date(Date.UTC(year, 0, day)).toISOString().slice(0, 10)
}

const two = (part: string | number = 0): string => String(part).padStart(2, '0')

/** JavaScript reads February 31 as March 3. */
function isDay(day: string): boolean {
  const read = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}
