import { createHash } from 'node:crypto'
import ical, { ICalCalendarMethod, type ICalEventData, ICalEventTransparency } from 'ical-generator'
import { grouped } from '../shared/grouped'
import { type Calendar, type Format, leftOf, listOf, type RowWindow } from './calendar'
import { recurring, type Series } from './recurrence'
import { projectsOf } from './shared-rows'
import { type CalendarRow, nameOf } from './windows'
import { describeWindow, listed, whoIs } from './words'

/** This number of single events takes up to about 6 MB, including the names in each description. */
const most = 4_000
const mostNames = 30

/**
 * For calendar programs: a recurring event for windows of a freeze on the same weekdays at the same times, and a single
 * event for each other window. Projects with the same freeze share its events. Event ids are stable, so importing the
 * file again does not create duplicates.
 */
export const ics: Format = (calendar) => {
  const { rows, time, days } = calendar
  const series: { row: CalendarRow; one: Series }[] = []
  const single: CalendarRow[] = []
  for (const row of byFreeze(rows)) {
    const { repeated, rest } = recurring(row.windows)
    series.push(...repeated.map((one) => ({ row, one })))
    single.push({ ...row, windows: rest })
  }
  const list = listOf(single, most)
  const description = leftOf(list, time)
  const file = ical({
    name: 'Deploy freezes',
    ...(description !== undefined && { description }),
    prodId: { company: 'Trueup', product: 'Deploy freezes', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  })
  for (const { row, one } of series) file.createEvent(seriesEvent(calendar, row, one))
  for (const each of list.windows) file.createEvent(windowEvent(calendar, each, days.at(-1)!.end))
  return `${file.toString()}\r\n`
}

/** A row for each freeze, with all its projects. */
function byFreeze(rows: CalendarRow[]): CalendarRow[] {
  const windows = rows.flatMap((row) => row.windows.map((window) => ({ row, window })))
  const freezes = grouped(windows, ({ window: { freeze } }) => nameOf(freeze))
  return [...freezes.values()].map((own) => {
    const projects = [...new Set(own.flatMap(({ row }) => projectsOf(row)))].sort()
    // Several projects, or one project twice, may have the same window.
    const once = new Map(own.map(({ window }) => [window.start.getTime(), { ...window, overlaps: false }]))
    const [project = '', ...alike] = projects
    return { project, alike, windows: [...once.values()], notes: [] }
  })
}

const eventOf = ({ at }: Calendar, row: CalendarRow, isEndless = false): Partial<ICalEventData> => {
  const { length } = projectsOf(row)
  const who = length === 1 ? row.project : `${length} projects`
  return {
    stamp: at,
    summary: `${who}: deploy freeze${isEndless ? ' that never ends' : ''}`,
    // Does not show people as busy.
    transparency: ICalEventTransparency.TRANSPARENT,
  }
}

const namesOf = (row: CalendarRow): string => {
  const projects = projectsOf(row)
  return projects.length === 1 ? '' : `\n${listed(projects, mostNames)}`
}

function seriesEvent(calendar: Calendar, row: CalendarRow, { first, days, last, id }: Series): ICalEventData {
  const until = last.start.toISOString().replace(/[-:]|\.\d+/g, '')
  return {
    ...eventOf(calendar, row),
    id: uidOf(calendar, row, id),
    start: first.start,
    end: first.end,
    repeating: `RRULE:FREQ=WEEKLY;BYDAY=${days.join(',')};UNTIL=${until}`,
    description: `${whoIs(row)} frozen by ${nameOf(first.freeze)}.${namesOf(row)}`,
  }
}

function windowEvent(calendar: Calendar, { row, window }: RowWindow, lastDay: Date): ICalEventData {
  const { start, end } = window
  return {
    ...eventOf(calendar, row, end === null),
    // The start of an endless window changes from run to run.
    id: uidOf(calendar, row, end && start.toISOString()),
    start,
    // Events need an end: use the end of the last day.
    end: end ?? lastDay,
    description: `${describeWindow(row, window, calendar.time)}.${namesOf(row)}`,
  }
}

/** The same id in every run for the same projects and groups. */
function uidOf({ service, about = [] }: Calendar, { windows }: CalendarRow, what: string | null): string {
  const { freezeStart, freezeEnd, cronTimezone } = windows[0]!.freeze
  const parts = [service, [...about].sort(), freezeStart, freezeEnd, cronTimezone, what]
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return `${digest.slice(0, 32)}@${new URL(service).hostname}`
}
