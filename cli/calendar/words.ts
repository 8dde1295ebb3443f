import { type LocalTime, spell } from './local-time'
import { type CalendarRow, type CalendarWindow, nameOf } from './windows'

/** When a window is and why, in words. */
export function describeWindow({ start, end, freeze, overlaps }: CalendarWindow, time: LocalTime): string {
  const until = end ? `until ${time.minute(end)} (${spell(end.getTime() - start.getTime())})` : 'without end'
  const overlap = overlaps ? '; another freeze of the project is in force meanwhile' : ''
  return `${freeze.project} is frozen from ${time.minute(start)} ${until} by ${nameOf(freeze)}${overlap}`
}

/** The same for windows of one project that are drawn as one, in their order. */
export function describeBar(windows: CalendarWindow[], time: LocalTime): string {
  const [first, last] = [windows[0]!, windows.at(-1)!]
  if (first === last) return describeWindow(first, time)
  const until = last.end ? `until ${time.minute(last.end)}` : 'without end'
  return `${first.freeze.project} is frozen ${windows.length} times from ${time.minute(first.start)} ${until}, with gaps too short to be drawn`
}

/** The notes of all projects, each once with those that it is about. */
export function notesOf(rows: CalendarRow[]): string[] {
  const about = new Map<string, string[]>()
  for (const { project, notes } of rows) {
    for (const note of notes) about.set(note, [...(about.get(note) ?? []), project])
  }
  return [...about].map(([note, projects]) => `! ${listed(projects, 5)}: ${note}`)
}

/** The first few names, and how many more there are. */
export const listed = (names: string[], most: number): string =>
  names.slice(0, most).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '')

/** Breaks a text into lines of about so many characters, at blanks that are not between quotes. */
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

/** The end of a text that is too long: of a project's path, that is what tells it from others. */
export const shorten = (text: string, length: number): string =>
  text.length > length ? `…${text.slice(1 - length)}` : text
