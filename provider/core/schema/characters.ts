/**
 * Characters that a terminal or a browser interprets instead of displaying them (control characters, line separators,
 * and characters that change the writing direction), invisible characters, and characters that XML cannot contain.
 */
const interpreted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffe\uffff]/gu

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Puts text on one line and escapes these characters as JSON does, because users choose the names in messages. */
export const visible = (text: string): string =>
  text.replace(
    interpreted,
    (character) => escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Splits text into lines and escapes each line. */
export const linesOf = (text: string): string[] => text.split(/\r\n|[\r\n]/).map(visible)
