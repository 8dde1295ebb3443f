import { jsonOf } from '../characters'
import { type Format } from './calendar'

/** For programs; times are ISO 8601 in UTC. */
export const json: Format = ({ service, at, days, time, rows, free }) => {
  const projects = rows.map(({ project, windows, notes }) => ({
    project,
    windows: windows.map(({ start, end, overlaps, freeze: { freezeStart, freezeEnd, cronTimezone } }) => ({
      start,
      end,
      overlaps,
      freezeStart,
      freezeEnd,
      cronTimezone,
    })),
    notes,
  }))
  const [from, until] = [days[0]!.start, days.at(-1)!.end]
  return jsonOf({ service, at, from, until, timezone: time.zone, projects, withoutFreezes: free })
}
