import { closest, distance } from 'fastest-levenshtein'
import { clipped } from './display'

/** No name that is longer was meant to be one of ours, and to compare it would take long. */
const LONGEST = 100

/** More names than these help nobody. */
const MOST = 40

/** Returns the known name that is most similar to a misspelled name, if it is similar enough. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const near = known.length > 0 && name.length <= LONGEST ? closest(name, known) : ''
  return near && distance(name, near) <= Math.max(2, name.length / 3) ? near : undefined
}

/** What to say to somebody who wrote a name that is none of the known ones. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  if (near !== undefined) return `did you mean ${near}?`
  const more = known.length > MOST ? ' …' : ''
  return `known are ${known.slice(0, MOST).map(clipped).join(', ')}${more}`
}
