import { linesOf } from '../../provider/command-line/basics'

export { linesOf, visible } from '../../provider/command-line/basics'

/** A value as JSON on several lines, without control characters. */
export const jsonOf = (value: unknown): string => `${linesOf(JSON.stringify(value, null, 2)).join('\n')}\n`

/** Truncates a text to a number of characters. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
