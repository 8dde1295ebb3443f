import { type LocalTime, spell } from './local-time'
import { projectsOf } from './shared-rows'
import { type CalendarRow, type CalendarWindow, nameOf } from './windows'

/** A window with its times and freeze, in words. */
export function describeWindow(row: CalendarRow, window: CalendarWindow, time: LocalTime): string {
  const { start, end, freeze, overlaps } = window
  const until = end ? `until ${time.minute(end)} (${spell(end.getTime() - start.getTime())})` : 'with no end'
  const overlap = overlaps ? '; overlaps another freeze of the project' : ''
  return `${whoIs(row)} frozen from ${time.minute(start)} ${until} by ${nameOf(freeze)}${overlap}`
}

/** Describes windows of a row that are drawn as one bar, sorted by start. */
export function describeBar(row: CalendarRow, windows: CalendarWindow[], time: LocalTime): string {
  const [first] = windows
  if (windows.length === 1 && first) return describeWindow(row, first, time)
  return `${describeAll(row, windows, time)}, with gaps that are too short to draw`
}

/** Describes how often a row is frozen, from the first start to the last end. */
export function describeAll(row: CalendarRow, windows: CalendarWindow[], time: LocalTime): string {
  const [first, last] = [windows[0]!, windows.at(-1)!]
  const until = last.end ? `until ${time.minute(last.end)}` : 'with no end'
  return `${whoIs(row)} frozen ${windows.length} times from ${time.minute(first.start)} ${until}`
}

/** `acme/web is`, `12 projects are`. */
export function whoIs(row: CalendarRow): string {
  const { length } = projectsOf(row)
  return length === 1 ? `${row.project} is` : `${length} projects are`
}

/** The label of each row: its project, or the number of its projects with a number for {@link membersOf}. */
export function labelsOf(rows: CalendarRow[]): string[] {
  let count = 0
  return rows.map((row) => {
    const { length } = projectsOf(row)
    return length === 1 ? row.project : `${length} projects (${++count})`
  })
}

/** The projects of each row that has several. */
export function membersOf(rows: CalendarRow[]): { label: string; projects: string[] }[] {
  const labels = labelsOf(rows)
  const members = rows.map((row, at) => ({ label: labels[at]!, projects: projectsOf(row) }))
  return members.filter(({ projects }) => projects.length > 1)
}

/** The notes of all projects, each once with its projects. */
export function notesOf(rows: CalendarRow[]): string[] {
  const about = new Map<string, string[]>()
  for (const row of rows) {
    for (const note of row.notes) about.set(note, [...(about.get(note) ?? []), ...projectsOf(row)])
  }
  return [...about].map(([note, projects]) => `! ${listed(projects.sort(), 5)}: ${note}`)
}

/** The first names, and the number of the others. */
export const listed = (names: string[], most: number): string =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '')

/** Breaks a text into lines of about `width` characters, at spaces that are not between quotes. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of wordsOf(text)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function wordsOf(text: string): string[] {
  const words = ['']
  let quotes = text.split('"').length - 1
  for (const character of text) {
    if (character === '"') quotes--
    if (character === ' ' && quotes % 2 === 0) words.push('')
    else words[words.length - 1] += character
  }
  return words
}

/** Shortens a text to its end, because the ends of project paths differ most. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `…${text.slice(1 - length)}` : text
