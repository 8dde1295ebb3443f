import { daysOfMonth, type WeekOf } from './month-days'
import { Offsets } from './offsets'
import { type Cron } from './parse'
import { resolveTimeZone } from './time-zone'

const secondMs = 1000
const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** A 29 February on a given weekday may be 40 years away; beyond this nothing is looked for. */
const horizonYears = 50

/** Weeks are counted from this Tuesday, in local time. */
const firstWeek = Date.UTC(2019, 0, 1)

/**
 * The times at which a schedule occurs, in order, each later than `from`. Ends when none follows within 50 years.
 *
 * A local time that the clocks skip in spring does not occur that day; one that comes twice in autumn occurs twice. So it
 * is in the service, which besides may miss a whole day next to such a change, where midnight is skipped or the offset
 * changes by half an hour, and take the end of that month for a day earlier. Those are faults, and not repeated here.
 *
 * @param zone A name that `resolveTimeZone` knows; another one is a RangeError.
 */
export function* occurrences(cron: Cron, zone: string, from: Date): Generator<Date, void, undefined> {
  const resolved = resolveTimeZone(zone)
  if (resolved === undefined) throw new RangeError(`${zone} is no time zone of the service: use an IANA or Rails name`)
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

/** The first `count` of the {@link occurrences}; fewer when there are no more. */
export function nextOccurrences(cron: Cron, zone: string, from: Date, count: number): Date[] {
  const dates: Date[] = []
  if (count < 1) return dates
  for (const date of occurrences(cron, zone, from)) if (dates.push(date) >= count) break
  return dates
}

/** Goes through the stretches of one offset: within each, local time runs like UTC. */
function nextOccurrence(cron: Cron, offsets: Offsets, last: number): number | undefined {
  let moment = (Math.floor(last / secondMs) + 1) * secondMs
  const horizon = new Date(last).setUTCFullYear(new Date(last).getUTCFullYear() + horizonYears)
  while (moment < horizon) {
    const { until, offset } = offsets.at(moment)
    const weekOf: WeekOf = (year, month, day) => {
      // The service compares moments, so that in a northern summer a Tuesday's midnight belongs to the week before.
      const origin = firstWeek - offsets.at(firstWeek).offset
      return Math.floor((Date.UTC(year, month - 1, day) - offset - origin) / weekMs) + 1
    }
    const local = nextLocal(cron, moment + offset, until + offset, weekOf)
    if (local !== undefined) return local - offset
    moment = until
  }
  return undefined
}

/** The first local time that matches, from one to before another, both written as if they were UTC. */
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
