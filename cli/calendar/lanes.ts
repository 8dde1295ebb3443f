import type { Axis } from './axis'
import type { CalendarWindow } from './windows'

/** A bar in the picture, for one window or for several adjacent ones. */
export interface Bar {
  x: number
  right: number
  windows: CalendarWindow[]
}

/** Pixels. */
const narrowest = 2
const closest = 1.5

/** Distributes windows to lines, so that the windows of a line do not overlap. */
export function lanesOf(windows: CalendarWindow[]): CalendarWindow[][] {
  const lanes: CalendarWindow[][] = []
  for (const window of windows) {
    const free = lanes.find((lane) => {
      const { end } = lane.at(-1)!
      return end !== null && end <= window.start
    })
    if (free) free.push(window)
    else lanes.push([window])
  }
  return lanes
}

/** The bars of a line, for windows within the days of the timeline. */
export function barsOf(lane: CalendarWindow[], axis: Axis): Bar[] {
  const [first, last] = [axis.days[0]!.start, axis.days.at(-1)!.end]
  const bars: Bar[] = []
  for (const window of lane) {
    const { start, end, overlaps } = window
    if (start >= last || (end !== null && end <= first)) continue
    const x = axis.at(start)
    const right = end ? Math.max(axis.at(end), x + narrowest) : axis.right
    const before = bars.at(-1)
    if (before && x - before.right < closest && before.windows[0]!.overlaps === overlaps) {
      before.right = Math.max(before.right, right)
      before.windows.push(window)
    } else {
      bars.push({ x, right, windows: [window] })
    }
  }
  return bars
}
