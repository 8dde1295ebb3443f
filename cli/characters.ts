/**
 * Characters that a terminal or a browser obeys instead of showing them (control characters, line separators, what turns
 * the direction of writing), and those that XML cannot hold.
 */
const obeyed = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Text on one line, with each character that would be obeyed written as JSON writes it: names come from anybody. */
export const visible = (text: string): string =>
  text.replace(obeyed, (character) => short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The lines of a text that may have several. */
export const linesOf = (text: string): string[] => text.split(/\r\n|[\r\n]/).map(visible)

/** A value as JSON on several lines, which a terminal may show, too. */
export const jsonOf = (value: unknown): string => `${linesOf(JSON.stringify(value, null, 2)).join('\n')}\n`

/** The text, or its beginning, with at most so many characters. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
