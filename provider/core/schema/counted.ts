/** Whether a noun is always plural: `approval settings`. */
export const isPlural = (noun: string): boolean => noun.endsWith('ings')

/** A number with its noun: `1 label`, `3 protected branches`. A noun that is always plural has no number 1. */
export function counted(count: number, noun: string): string {
  if (count === 1) return isPlural(noun) ? noun : `1 ${noun}`
  return `${count} ${regularPlural(noun)}`
}

export function regularPlural(noun: string): string {
  if (isPlural(noun)) return noun
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}
