import { parseCron, resolveTimeZone } from '../../cron'
import { Offsets } from '../../cron/offsets'
import { grouped } from '../shared/grouped'
import type { LiveFreeze } from './live-freeze'
import type { CalendarWindow } from './windows'

/** A window that ends. */
type Finite = CalendarWindow & { end: Date }

/** Windows of one freeze that repeat each week on the same days, at the same time in UTC and with the same length. */
export interface Series {
  first: Finite
  last: Finite
  /** Weekdays as in iCalendar, such as `MO`. */
  days: string[]
  /** Identifies the series among those of the freeze, independently of the range of days. */
  id: string
}

const dayMs = 86_400_000
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/**
 * Splits the windows of one freeze into weekly series and the rest. A series expands to exactly its windows.
 *
 * A recurring event in the freeze's own time zone would need the rules of that zone in the file, and would last an hour
 * too long or too short when the clocks change during a window. Series in UTC are split at each clock change instead.
 */
export function recurring(windows: CalendarWindow[]): { repeated: Series[]; rest: CalendarWindow[] } {
  const [one] = windows
  if (!one || !isWeekly(one.freeze)) return { repeated: [], rest: windows }
  const repeated: Series[] = []
  const rest = windows.filter(({ end }) => end === null)
  const change = changesOf(one.freeze.cronTimezone)
  const finite = windows.filter((window): window is Finite => window.end !== null)
  const alike = grouped(finite, ({ start, end }) =>
    JSON.stringify([start.getTime() % dayMs, end.getTime() - start.getTime(), change(start.getTime())]),
  )
  for (const [id, own] of alike) {
    const series = seriesOf(own, id)
    if (series) repeated.push(series)
    else rest.push(...own)
  }
  return { repeated, rest: rest.sort((a, b) => a.start.getTime() - b.start.getTime()) }
}

/** Whether the days of a freeze depend only on the weekday. */
function isWeekly({ freezeStart, freezeEnd }: LiveFreeze): boolean {
  return [freezeStart, freezeEnd].every((text) => {
    const { cron } = parseCron(text)
    const isPlain = [...(cron?.weekdays?.values() ?? [])].every(({ kind }) => kind === 'every')
    return cron !== undefined && cron.days === undefined && cron.months.length === 12 && isPlain
  })
}

/** The series of these windows; undefined if a weekly rule would add other windows. */
function seriesOf(windows: Finite[], id: string): Series | undefined {
  const [first, last] = [windows[0]!, windows.at(-1)!]
  // A freeze that starts again when it ends lasts for the whole range of days.
  if (first.end.getTime() - first.start.getTime() > 7 * dayMs) return undefined
  const days = new Set(windows.map(({ start }) => start.getUTCDay()))
  let expected = 0
  for (let at = first.start.getTime(); at <= last.start.getTime(); at += dayMs) {
    if (days.has(new Date(at).getUTCDay())) expected++
  }
  return expected === windows.length
    ? { first, last, days: [...days].sort().map((day) => weekdays[day]!), id }
    : undefined
}

/** When the clocks of a zone next change after a moment; null if they do not change within two years. */
function changesOf(zone: string): (moment: number) => number | null {
  const offsets = Offsets.of(resolveTimeZone(zone) ?? 'UTC')
  return (moment) => {
    const { offset, until } = offsets.at(moment)
    let at = until
    // Stretches also end at the end of each year.
    for (let stretches = 0; stretches < 3; stretches++) {
      const next = offsets.at(at)
      if (next.offset !== offset) return at
      at = next.until
    }
    return null
  }
}
