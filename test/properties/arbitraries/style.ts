/** Spellings by number: the same number spells the same value the same way. */

export const pick = <T>(style: number, list: readonly T[]): T => list[style % list.length]!

/** ASCII letters in a mixture of cases; 0 leaves them as they are. */
export const anyCase = (text: string, style: number): string =>
  style === 0
    ? text
    : [...text].map((letter, at) => ((style >> (at % 13)) & 1 ? letter.toUpperCase() : letter.toLowerCase())).join('')

const blanks = ['', ' ', '\t', '\n', '\r\n', '\v', '\f', '  ', ' \t\n']

/** With blanks around it, of all that the service strips. */
export const padded = (text: string, style: number): string =>
  pick(style, blanks) + text + pick(Math.floor(style / blanks.length), blanks)

/** The same entries in another order; 0 leaves them as they are. */
export function shuffled<T>(list: readonly T[], style: number): T[] {
  const rest = [...list]
  return list.map((_, at) => rest.splice((style >> at) % rest.length, 1)[0]!)
}
