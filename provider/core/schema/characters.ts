/**
 * Characters that a terminal or a browser obeys instead of showing them (control characters, line separators, what turns
 * the direction of writing), those that nobody sees, and those that XML cannot hold.
 */
const obeyed = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffe\uffff]/gu

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Text on one line, with each character that would be obeyed written as JSON writes it: names come from anybody. */
export const visible = (text: string): string =>
  text.replace(obeyed, (character) => short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The lines of a text that may have several. */
export const linesOf = (text: string): string[] => text.split(/\r\n|[\r\n]/).map(visible)
