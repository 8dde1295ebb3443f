import { closest, distance } from 'fastest-levenshtein'
import { clipped } from './plain'

/** No name that is longer was meant to be one of ours, and to compare it would take long. */
const LONGEST = 100

/** More names than these help nobody. */
const MOST = 40

/** What to say to somebody who wrote a name that is none of the known ones. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = known.length > 0 && name.length <= LONGEST ? closest(name, known) : ''
  if (near && distance(name, near) <= Math.max(2, name.length / 3)) return `did you mean ${near}?`
  const more = known.length > MOST ? ' …' : ''
  return `known are ${known.slice(0, MOST).map(clipped).join(', ')}${more}`
}
