import { createHash } from 'node:crypto'
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { type Calendar, type Format } from './calendar'
import { type CalendarWindow } from './windows'
import { describeWindow } from './words'

/** For calendar programs: an event for each window. Who imports it again has each event once. */
export const ics: Format = (calendar) => {
  const { at, days, rows, time } = calendar
  const file = ical({
    name: 'Deploy freezes',
    prodId: { company: 'Trueup', product: 'Deploy freezes', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  })
  const written = new Set<string>()
  for (const window of rows.flatMap(({ windows }) => windows)) {
    const id = uidOf(calendar, window)
    // A freeze that a project has twice.
    if (written.has(id)) continue
    written.add(id)
    file.createEvent({
      id,
      start: window.start,
      // An event has an end: the last that is known.
      end: window.end ?? days.at(-1)!.end,
      stamp: at,
      summary: `${window.freeze.project}: deploy freeze${window.end ? '' : ' that never ends'}`,
      description: `${describeWindow(window, time)}.`,
      // Nobody is busy for it.
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return `${file.toString()}\r\n`
}

/** The same for the same window, whenever the calendar is made. One without end has moving starts. */
function uidOf({ service }: Calendar, { start, end, freeze }: CalendarWindow): string {
  const { project, freezeStart, freezeEnd, cronTimezone } = freeze
  const parts = [service, project, freezeStart, freezeEnd, cronTimezone, end && start.toISOString()]
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return `${digest.slice(0, 32)}@${new URL(service).hostname}`
}
