import { jsonOf } from '../shared/characters'
import { type Format, listOf, timeZoneRelease } from './calendar'
import { projectsOf } from './shared-rows'
import type { CalendarWindow } from './windows'

/** This number of windows takes about 7 MB. */
const most = 25_000

/** JSON for programs. Times are ISO 8601 in UTC. */
export const json: Format = ({ service, at, days, time, rows, free }) => {
  const listed = listOf(rows, most)
  const shown = new Set<CalendarWindow>(listed.windows.map(({ window }) => window))
  const schedules = rows.map((row) => ({
    projects: projectsOf(row),
    windows: row.windows
      .filter((window) => shown.has(window))
      .map(({ start, end, overlaps, freeze: { freezeStart, freezeEnd, cronTimezone } }) => ({
        start,
        end,
        overlaps,
        freezeStart,
        freezeEnd,
        cronTimezone,
      })),
    notes: row.notes,
  }))
  const [from, until] = [days[0]!.start, days.at(-1)!.end]
  // Present if the list is truncated.
  const left = listed.from ? { windowsLeftOut: listed.left, completeUntil: listed.from } : {}
  return jsonOf({
    service,
    at,
    from,
    until,
    ...left,
    timezone: time.zone,
    timeZoneData: timeZoneRelease,
    schedules,
    withoutFreezes: free,
  })
}
