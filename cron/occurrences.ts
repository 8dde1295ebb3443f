import { daysOfMonth, type WeekOf } from './month-days'
import { Offsets } from './offsets'
import type { Cron } from './parse'
import { resolveTimeZone } from './time-zone'

const secondMs = 1000
const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** Limit of the search. The next February 29 on a given weekday can be 40 years away. */
const horizonYears = 50

/** The start of the first week, a Tuesday, in local time. */
const firstWeek = Date.UTC(2019, 0, 1)

/**
 * The times at which a schedule occurs after `from`, in order. Ends if there are no more within 50 years.
 *
 * A local time that is skipped in spring does not occur that day; one that is repeated in fall occurs twice. The
 * service does the same. If midnight is skipped or the offset changes by half an hour, it also misses a whole day or
 * uses a wrong end of the month. These are bugs, which are not repeated here.
 *
 * @param zone A name that `resolveTimeZone` accepts. @throws RangeError for other names.
 */
export function* occurrences(cron: Cron, zone: string, from: Date): Generator<Date, void, undefined> {
  const resolved = resolveTimeZone(zone)
  if (resolved === undefined) throw new RangeError(`unknown time zone ${zone}: use an IANA or Rails name`)
  const offsets = Offsets.of(resolved)
  let last = from.getTime()
  if (Number.isNaN(last)) throw new RangeError('occurrences need a valid date to start from')
  for (;;) {
    const next = nextOccurrence(cron, offsets, last)
    if (next === undefined) return
    yield new Date(next)
    last = next
  }
}

/** The first `count` {@link occurrences}, or fewer if there are no more. */
export function nextOccurrences(cron: Cron, zone: string, from: Date, count: number): Date[] {
  const dates: Date[] = []
  if (count < 1) return dates
  for (const date of occurrences(cron, zone, from)) if (dates.push(date) >= count) break
  return dates
}

/** Searches the periods with the same offset. In each of them, local time runs like UTC. */
function nextOccurrence(cron: Cron, offsets: Offsets, last: number): number | undefined {
  let moment = (Math.floor(last / secondMs) + 1) * secondMs
  const horizon = new Date(last).setUTCFullYear(new Date(last).getUTCFullYear() + horizonYears)
  while (moment < horizon) {
    const { until, offset } = offsets.at(moment)
    const weekOf: WeekOf = (year, month, day) => {
      // The service compares timestamps, so that during daylight saving time a Tuesday's midnight belongs to the week
      // before.
      const origin = firstWeek - offsets.at(firstWeek).offset
      return Math.floor((Date.UTC(year, month - 1, day) - offset - origin) / weekMs) + 1
    }
    const local = nextLocal(cron, moment + offset, until + offset, weekOf)
    if (local !== undefined) return local - offset
    moment = until
  }
  return undefined
}

/** The first matching local time from `from` to before `until`, both expressed as if they were UTC. */
function nextLocal(cron: Cron, from: number, until: number, weekOf: WeekOf): number | undefined {
  const start = new Date(from)
  let [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + 1]
  while (Date.UTC(year, month - 1) < until) {
    for (const day of daysOfMonth(cron, year, month, weekOf)) {
      const midnight = Date.UTC(year, month - 1, day)
      const time = timeOfDay(cron, (from - midnight) / secondMs)
      if (time !== undefined) return midnight + time * secondMs < until ? midnight + time * secondMs : undefined
    }
    if (++month > 12) [year, month] = [year + 1, 1]
  }
  return undefined
}

/** The first time of day that is not before `earliest`, both in seconds since midnight. */
function timeOfDay(cron: Cron, earliest: number): number | undefined {
  for (const hour of cron.hours) {
    if (hour * 3600 + 3599 < earliest) continue
    for (const minute of cron.minutes) {
      if (hour * 3600 + minute * 60 + 59 < earliest) continue
      for (const second of cron.seconds) {
        const time = hour * 3600 + minute * 60 + second
        if (time >= earliest) return time
      }
    }
  }
  return undefined
}
