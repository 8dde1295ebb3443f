import { type Calendar, type Format } from './calendar'
import { timelineSvg } from './timeline'

/** The picture alone, in the colours of whoever shows it. */
export const svg: Format = (calendar) =>
  pictureOf(calendar).replace('<svg ', '<svg style="color-scheme:light dark;color:CanvasText;background:Canvas" ')

/** The picture for a page. */
export const pictureOf = ({ rows, days, time }: Calendar): string =>
  timelineSvg(rows, { from: days[0]!.start, days: days.length, timezone: time.zone })
