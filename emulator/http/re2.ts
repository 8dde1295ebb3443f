/** What is wrong with a pattern in RE2's grammar, in its words; undefined when nothing is. Finds what people get wrong. */
export function complaintAboutPattern(pattern: string): string | undefined {
  if (/^(?:[^\\]|\\[^])*\\$/.test(pattern)) return 'trailing \\ at end of regexp'
  const reference = (pattern.match(/\\[^]/g) ?? []).find((escaped) => /[1-9]/.test(escaped))
  if (reference) return `invalid escape sequence: ${reference}`
  // What is escaped or in brackets, and what opens a group, says nothing about the structure.
  const plain = pattern.replace(/\\[^]/g, '_')
  // What opens behind the last bracket never closes, and need not be looked for from each place.
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

/** Whether a repetition is neither too often nor reversed. */
const isSize = (from: number, to: string | undefined): boolean =>
  from <= mostRepetitions && (!to || (Number(to) >= from && Number(to) <= mostRepetitions))
