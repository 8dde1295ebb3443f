/** RE2's error message for common mistakes in a pattern; undefined if there are none. */
export function complaintAboutPattern(pattern: string): string | undefined {
  if (/^(?:[^\\]|\\[^])*\\$/.test(pattern)) return 'trailing \\ at end of regexp'
  const reference = (pattern.match(/\\[^]/g) ?? []).find((escaped) => /[1-9]/.test(escaped))
  if (reference) return `invalid escape sequence: ${reference}`
  // Escaped characters, characters in brackets and the prefixes of groups do not affect the structure.
  const plain = pattern.replace(/\\[^]/g, '_')
  // A bracket after the last closing one is never closed. Excluding it keeps the search linear.
  const closed = plain.lastIndexOf(']') + 1
  const outline = plain.slice(0, closed).replace(/\[\^?\]?(?:\[:\^?\w+:\]|[^\]])*\]/g, '_') + plain.slice(closed)
  if (outline.includes('[')) return `missing ]: ${pattern.slice(pattern.lastIndexOf('['))}`
  const groups = outline.replace(/\(\?[imsU-]+\)/g, '').replace(/\(\?(?:P?<\w+>|[imsU-]*:)/g, '(')
  const operator = /\(\?(?:<[=!]|.?)/.exec(groups)?.[0]
  if (operator) return `invalid perl operator: ${operator}`
  const size = [...groups.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].find(([, from, to]) => !isSize(Number(from), to))
  if (size) return `invalid repetition size: ${size[0]}`
  const repetition = /(?:^|[(|])([*+?])/.exec(groups)?.[1]
  if (repetition) return `no argument for repetition operator: ${repetition}`
  let open = 0
  for (const character of groups) {
    if (character === '(') open++
    if (character === ')' && --open < 0) return `unexpected ): ${pattern}`
  }
  return open > 0 ? `missing ): ${pattern}` : undefined
}

const mostRepetitions = 1000

/** Whether the bounds of a repetition are small enough and in order. */
const isSize = (from: number, to: string | undefined): boolean =>
  from <= mostRepetitions && (!to || (Number(to) >= from && Number(to) <= mostRepetitions))
