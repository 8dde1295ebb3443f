import { occurrences, parseCron } from '../../cron'

/** A time without deployments. Both moments are ISO 8601, in UTC. */
export interface FreezeWindow {
  /** When it begins. */
  start: string
  /** When it ends: the last moment of it. */
  end: string
}

/** Two schedules, and the time zone of both. */
interface Freeze {
  freezeStart: string
  freezeEnd: string
  cronTimezone: string
}

/** The times of a schedule that come later than a moment, in milliseconds since 1970. */
type Schedule = (moment: number) => Iterable<Date>

const secondMs = 1_000
const minuteMs = 60_000
/** As far as a schedule is looked ahead, too. */
const horizonMs = 50 * 365 * 24 * 60 * minuteMs

/**
 * The first `count` windows of a freeze period that are not over at `from`; fewer where it starts no more within 50 years.
 *
 * To the service, a freeze is in force unless it has ended since its latest start, and still is at the very moment of its
 * end. So a start within a window changes nothing, and a start at its end begins the next.
 *
 * @throws RangeError where it starts, but does not end within 50 years.
 */
export function freezeWindowsFrom(freeze: Freeze, from: Date, count: number): FreezeWindow[] {
  const starts = scheduleOf(freeze.freezeStart, freeze.cronTimezone)
  const ends = scheduleOf(freeze.freezeEnd, freeze.cronTimezone)
  const windows: FreezeWindow[] = []
  let since = lastBefore(from.getTime(), ends)
  while (windows.length < count) {
    const start = first(starts(since - 1))
    if (!start) break
    const end = first(ends(start.getTime()))
    if (!end) throw new RangeError(`the freeze of ${start.toISOString()} does not end within 50 years`)
    windows.push({ start: start.toISOString(), end: end.toISOString() })
    since = end.getTime()
  }
  return windows
}

function scheduleOf(text: string, zone: string): Schedule {
  const { cron, refusal } = parseCron(text)
  if (!cron) throw new RangeError(`"${text}" is not a valid schedule: ${refusal}`)
  return (moment) => occurrences(cron, zone, new Date(moment))
}

function first(dates: Iterable<Date>): Date | undefined {
  for (const date of dates) return date
  return undefined
}

/** Returns the last occurrence before a moment, or the horizon. Schedules only run forward, in whole seconds. */
function lastBefore(moment: number, schedule: Schedule): number {
  const nextTo = (at: number): number | undefined => {
    const next = first(schedule(at))?.getTime()
    return next !== undefined && next < moment ? next : undefined
  }
  let span = minuteMs
  while (span < horizonMs && nextTo(moment - span) === undefined) span = Math.min(2 * span, horizonMs)
  let last = nextTo(moment - span)
  let late = moment
  while (last !== undefined && late - last >= secondMs) {
    const middle: number = last + Math.floor((late - last) / 2)
    const next = nextTo(middle)
    if (next === undefined) late = middle
    else last = next
  }
  return last ?? moment - horizonMs
}
