/** A number with its noun: `1 label`, `3 protected branches`. */
export const counted = (count: number, noun: string): string => `${count} ${count === 1 ? noun : regularPlural(noun)}`

export function regularPlural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}
