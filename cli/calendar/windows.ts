import { isTimeZone, parseCron } from '../../cron'
import { freezeWindowsFrom } from '../../provider/command-line/service'
import type { LiveFreeze } from './live-freeze'

/** A time in which a project is frozen. */
export interface CalendarWindow {
  start: Date
  /** Null if it never ends. */
  end: Date | null
  freeze: LiveFreeze
  /** Whether it overlaps another freeze of the project. */
  overlaps: boolean
}

/** The freezes of one project, and of other projects with the same freezes. */
export interface CalendarRow {
  project: string
  /** Paths of other projects with the same freezes. The windows are computed from the first project. */
  alike?: string[]
  /** Sorted by start. */
  windows: CalendarWindow[]
  /** Sentences about freezes that the windows do not show completely. */
  notes: string[]
}

type Span = Pick<CalendarWindow, 'start' | 'end'>

interface Schedule {
  spans: Span[]
  /** The end of a sentence about the freeze, after its name. */
  remark?: string
}

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

/** The maximum number of windows of a freeze. If there are more, close windows are combined. */
const most = 1_000

/**
 * The windows of freezes within `days` times 24 hours: a row for each project, sorted by name. A window that is active at
 * `from` keeps its earlier start. Adjacent windows of a freeze are combined.
 */
export function windowsOf(freezes: LiveFreeze[], from: Date, days: number): CalendarRow[] {
  const until = new Date(from.getTime() + days * dayMs)
  const known = new Map<string, Schedule>()
  // Many projects often have the same freeze.
  const schedule = (freeze: LiveFreeze) => {
    const key = JSON.stringify([freeze.freezeStart, freeze.freezeEnd, freeze.cronTimezone])
    const found = known.get(key) ?? scheduleOf(freeze, from, until)
    known.set(key, found)
    return found
  }
  const projects = [...new Set(freezes.map(({ project }) => project))].sort()
  return projects.map((project) => {
    const own = freezes.filter((freeze) => freeze.project === project)
    return rowOf(project, own, schedule)
  })
}

/** The name of a freeze in a sentence. */
export const nameOf = ({ freezeStart, freezeEnd, cronTimezone }: LiveFreeze): string =>
  `"${freezeStart}" to "${freezeEnd}" (${cronTimezone})`

function rowOf(project: string, freezes: LiveFreeze[], schedule: (freeze: LiveFreeze) => Schedule): CalendarRow {
  const windows: CalendarWindow[] = []
  const notes = new Set<string>()
  for (const freeze of freezes) {
    const { spans, remark } = schedule(freeze)
    windows.push(...spans.map((span) => ({ ...span, freeze, overlaps: false })))
    if (remark) notes.add(`${nameOf(freeze)} ${remark}.`)
  }
  windows.sort((a, b) => a.start.getTime() - b.start.getTime())
  for (const note of markOverlaps(windows)) notes.add(note)
  return { project, windows, notes: [...notes] }
}

/** Marks the overlapping windows of different freezes, and returns sentences about them. */
function markOverlaps(windows: CalendarWindow[]): string[] {
  const notes = new Set<string>()
  let open: CalendarWindow[] = []
  for (const window of windows) {
    open = open.filter(({ end }) => end === null || end > window.start)
    for (const other of open) {
      other.overlaps = window.overlaps = true
      const [one, two] = [nameOf(other.freeze), nameOf(window.freeze)].sort()
      notes.add(one === two ? `${one} exists more than once.` : `${one} and ${two} overlap.`)
    }
    open.push(window)
  }
  return [...notes]
}

function scheduleOf(freeze: LiveFreeze, from: Date, until: Date): Schedule {
  const remark = unreadable(freeze)
  if (remark) return { spans: [], remark }
  if (!nextSpan(freeze, from)) return { spans: [], remark: 'never starts: it has no start within 50 years' }
  const exact = spansOf(freeze, from, until, 0)
  if (!exact) return roughly(freeze, from, until)
  return exact.at(-1)?.end === null
    ? { spans: exact, remark: 'never ends: it has no end within 50 years' }
    : { spans: exact }
}

/** Why a freeze of the service cannot be shown. */
function unreadable({ freezeStart, freezeEnd, cronTimezone }: LiveFreeze): string | undefined {
  const [start, end] = [parseCron(freezeStart).refusal, parseCron(freezeEnd).refusal]
  if (start) return `is not shown because its start is invalid: ${start}`
  if (end) return `is not shown because its end is invalid: ${end}`
  if (!isTimeZone(cronTimezone)) return 'is not shown because its time zone is unknown'
  return undefined
}

/** Combines close windows, so that their number does not exceed the maximum. */
function roughly(freeze: LiveFreeze, from: Date, until: Date): Schedule {
  const minutes = Math.ceil((until.getTime() - from.getTime()) / (most - 2) / minuteMs)
  return {
    spans: spansOf(freeze, from, until, minutes * minuteMs) ?? [],
    remark: `has more than ${most} windows: windows less than ${minutes} minutes apart are shown as one`,
  }
}

/**
 * The windows that start before `until`. Windows less than `gapMs` apart are combined into one that lasts at least as long.
 * Undefined if there are too many.
 */
function spansOf(freeze: LiveFreeze, from: Date, until: Date, gapMs: number): Span[] | undefined {
  const spans: Span[] = []
  let at = from
  for (let looks = 0; looks < most; looks++) {
    const last = spans.at(-1)
    const next = nextSpan(freeze, at, last?.end)
    if (!next || next.start >= until) return spans
    if (last?.end && next.start.getTime() - last.end.getTime() <= gapMs) {
      last.end = next.end && new Date(Math.max(next.end.getTime(), last.end.getTime() + gapMs))
    } else {
      spans.push(next)
    }
    const end = spans.at(-1)?.end
    if (!end || end >= until) return spans
    at = new Date(end.getTime() + 1)
  }
  return undefined
}

/** The first window that has not ended at a time. The window before it ended at `since`. */
function nextSpan(freeze: LiveFreeze, at: Date, since: Date | null = null): Span | undefined {
  try {
    for (let moment = at; ;) {
      const [window] = freezeWindowsFrom(freeze, moment, 1)
      if (!window) return undefined
      const [start, end] = [new Date(window.start), new Date(window.end)]
      if (end >= at) return { start, end }
      // If the last end is decades ago, the windows of that time come first.
      moment = new Date(end.getTime() + 1)
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // The freeze never ends: other errors were excluded before. A freeze that ends when it starts has the last start.
    const starts = freezeWindowsFrom({ ...freeze, freezeEnd: freeze.freezeStart }, at, 2).map(({ start }) => start)
    const start = starts.map((text) => new Date(text)).find((date) => since === null || date >= since)
    return start && { start, end: null }
  }
}
