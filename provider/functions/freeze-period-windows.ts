import { occurrences, parseCron } from '../../cron'

/** A period without deployments. Both times are in UTC. */
export interface FreezeWindow {
  /** Start time, in ISO 8601. */
  start: string
  /** End time, in ISO 8601. Inclusive. */
  end: string
}

/** Two schedules and their time zone. */
interface Freeze {
  freezeStart: string
  freezeEnd: string
  cronTimezone: string
}

/** Returns the times of a schedule after a timestamp in milliseconds since 1970. */
type Schedule = (time: number) => Iterable<Date>

const secondMs = 1_000
const minuteMs = 60_000
/** How far schedules are searched, in both directions. */
const horizonMs = 50 * 365 * 24 * 60 * minuteMs

/**
 * Returns the next `count` windows of a freeze period that end at or after `from`. Returns fewer if the freeze does not
 * start within 50 years.
 *
 * The service applies a freeze from its latest start up to and including its end. A start within a window therefore has
 * no effect, and a start at the end of a window starts the next one.
 *
 * @throws RangeError if a window does not end within 50 years.
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
  return (time) => occurrences(cron, zone, new Date(time))
}

function first(dates: Iterable<Date>): Date | undefined {
  for (const date of dates) return date
  return undefined
}

/** Returns the last occurrence before a time, or the horizon. Schedules only run forward, in whole seconds. */
function lastBefore(time: number, schedule: Schedule): number {
  const nextTo = (at: number): number | undefined => {
    const next = first(schedule(at))?.getTime()
    return next !== undefined && next < time ? next : undefined
  }
  let span = minuteMs
  while (span < horizonMs && nextTo(time - span) === undefined) span = Math.min(2 * span, horizonMs)
  let last = nextTo(time - span)
  let late = time
  while (last !== undefined && late - last >= secondMs) {
    const middle: number = last + Math.floor((late - last) / 2)
    const next = nextTo(middle)
    if (next === undefined) late = middle
    else last = next
  }
  return last ?? time - horizonMs
}
