import { shortened, visible } from './characters'
import { webAddress } from './web-address'

/** Longer texts are truncated. */
const mostCharacters = 300

/** Punctuation with a meaning in Markdown or in the extensions of a service. */
const meaningful = /[&<>"'`*_[\]~#@!|$:^{}%+\\]|(?<=www)\./gi

const encoded = (text: string): string => text.replace(meaningful, (mark) => `&#${mark.charCodeAt(0)};`)

/**
 * Any text as code, also in a table: the text appears unchanged, and cannot add markup or mention users. Backticks cannot
 * quote every text in a table.
 */
export const code = (text: string, most = mostCharacters): string =>
  `<code>${encoded(shortened(visible(text), most))}</code>`

/** A word without a special meaning: not a reference, an address, an emoji or a commit. */
const plain = /^(?!.*(?:www\.|[0-9a-f]{7}))[\p{L}\p{N}.,;()'"?/…→·-]+:?$/iu

/** A sentence. Words that a service can interpret, such as `@all` or `#12`, become code. */
export const prose = (sentence: string, most = mostCharacters): string =>
  shortened(visible(sentence), most)
    .split(' ')
    .map((word) => (word === '' || plain.test(word) ? word : code(word)))
    .join(' ')
    .replaceAll('</code> <code>', ' ')

/** Markdown with a link, if there is an address. */
export function link(markdown: string, text: string | undefined): string {
  const address = webAddress(text)
  return address === undefined ? markdown : `[${markdown}](${address})`
}

/** A part of a text. If space is short, whole rows are left out. */
export interface Section {
  /** The noun for a row, such as `finding`. */
  noun: string
  before: string
  rows: string[]
  after: string
}

/** Fits sections into `most` characters. Returns the text, and the number of omitted rows by noun. */
export function fitted(sections: readonly Section[], most: number): { text: string; left: Map<string, number> } {
  const left = new Map<string, number>()
  let text = ''
  for (const { noun, before, rows, after } of sections) {
    let body = ''
    for (const row of rows) {
      const room = most - text.length - before.length - body.length - after.length
      // After the first omitted row, all rows are omitted: a list with gaps would mislead.
      if (left.size > 0 || row.length > room) left.set(noun, (left.get(noun) ?? 0) + 1)
      else body += row
    }
    if (body !== '') text += before + body + after
  }
  return { text, left }
}
