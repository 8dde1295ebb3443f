import { shortened, visible } from './characters'

/** Longer texts have no place in a comment. */
const mostCharacters = 300

/** Punctuation that Markdown, or what a service adds to it, gives a meaning to. */
const meaningful = /[&<>"'`*_[\]~#@!|$:^{}%+\\]|(?<=www)\./gi

const encoded = (text: string): string => text.replace(meaningful, (mark) => `&#${mark.charCodeAt(0)};`)

/**
 * Any text as code, also within a table: it shows as it is, makes no markup, and mentions nobody. Backticks would not do:
 * in a table, no code between them can hold every text.
 */
export const code = (text: string, most = mostCharacters): string =>
  `<code>${encoded(shortened(visible(text), most))}</code>`

/** A word that says nothing but itself: no reference, no address, no emoji and no commit. */
const plain = /^(?!.*(?:www\.|[0-9a-f]{7}))[\p{L}\p{N}.,;()'"?/…→-]+:?$/iu

/** A sentence, in which each word that a service might take for more, such as `@all` or `#12`, is code. */
export const prose = (sentence: string): string =>
  shortened(visible(sentence), mostCharacters)
    .split(' ')
    .map((word) => (word === '' || plain.test(word) ? word : code(word)))
    .join(' ')
    .replaceAll('</code> <code>', ' ')

/** Consecutive parts of a text, each with rows that are only left out whole. */
export interface Section {
  /** What a row tells of: `finding`. */
  noun: string
  before: string
  rows: string[]
  after: string
}

/** As much of the sections as is within `most` characters, and how many rows of each noun are not. */
export function fitted(sections: readonly Section[], most: number): { text: string; left: Map<string, number> } {
  const left = new Map<string, number>()
  let text = ''
  for (const { noun, before, rows, after } of sections) {
    let body = ''
    for (const row of rows) {
      const room = most - text.length - before.length - body.length - after.length
      // Once something is missing, all that follows is: a list with gaps would mislead.
      if (left.size > 0 || row.length > room) left.set(noun, (left.get(noun) ?? 0) + 1)
      else body += row
    }
    if (body !== '') text += before + body + after
  }
  return { text, left }
}
