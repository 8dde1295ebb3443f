import type { Calendar, Format } from './calendar'
import { type Range, timelineSvg } from './timeline'

/** Only the picture, in the color scheme of the viewer. */
export const svg: Format = (calendar) =>
  timelineSvg(calendar.rows, timelineOf(calendar)).replace(
    '<svg ',
    '<svg style="color-scheme:light dark;color:CanvasText;background:Canvas" ',
  )

/** The days that the picture shows. */
export const timelineOf = ({ days, time }: Calendar): Range => ({
  from: days[0]!.start,
  days: days.length,
  timezone: time.zone,
})
