import type { Day } from './local-time'
import type { CalendarRow, CalendarWindow } from './windows'

/** The state of a day in a strip with one character for each day. */
export type DayState = 'open' | 'part' | 'all' | 'overlap'

/** The character and meaning of each state. */
export const dayMarks: Readonly<Record<DayState, readonly [mark: string, meaning: string]>> = {
  open: ['·', 'open'],
  part: ['▄', 'partly frozen'],
  all: ['█', 'frozen all day'],
  overlap: ['▚', 'two freezes at once'],
}

/** A day with less open time than this counts as frozen: many freezes end at 23:59. */
const slackMs = 60_000

/** The state of each day. */
export function statesOf({ windows }: CalendarRow, days: Day[]): DayState[] {
  let open: CalendarWindow[] = []
  let next = 0
  return days.map((day) => {
    open = open.filter(({ end }) => end === null || end > day.start)
    for (; next < windows.length && windows[next]!.start < day.end; next++) {
      const { end } = windows[next]!
      if (end === null || end > day.start) open.push(windows[next]!)
    }
    return stateOf(open, day)
  })
}

/** @param seen The windows that overlap the day, sorted by start. */
function stateOf(seen: CalendarWindow[], day: Day): DayState {
  const [start, end] = [day.start.getTime(), day.end.getTime()]
  let reached = start
  let frozenMs = 0
  for (const window of seen) {
    const begin = Math.max(window.start.getTime(), start)
    if (begin < reached) return 'overlap'
    reached = Math.min(window.end?.getTime() ?? Infinity, end)
    frozenMs += reached - begin
  }
  if (seen.length === 0) return 'open'
  return end - start - frozenMs <= slackMs ? 'all' : 'part'
}

/** A line above strips, with a date over the first day and over each Monday that has room: `15 Jun`. */
export function headOf(days: Day[]): string {
  // Created on demand, because the first format of a process takes 10 ms.
  const months = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })
  let line = ''
  days.forEach(({ date, weekday }, index) => {
    const label = `${Number(date.slice(8))} ${months.format(new Date(date))}`
    const nextMonday = days.findIndex((day, at) => at > 0 && day.weekday === 'Mon')
    const hasRoom = weekday === 'Mon' || (index === 0 && (nextMonday === -1 || nextMonday > label.length))
    if (hasRoom) line = line.padEnd(index) + label
  })
  return line
}
