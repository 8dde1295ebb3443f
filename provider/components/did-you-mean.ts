import { closest, distance } from 'fastest-levenshtein'

/** What to say to somebody who wrote a name that is none of the known ones. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = known.length > 0 ? closest(name, known) : ''
  if (near && distance(name, near) <= Math.max(2, name.length / 3)) return `did you mean ${near}?`
  return `known are ${known.join(', ')}`
}
