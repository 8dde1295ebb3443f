import { closest, distance } from 'fastest-levenshtein'
import { clipped } from './display'

/** Longer names are not compared, because that takes too long. */
const MAX_LENGTH = 100

/** The maximum number of names that a hint lists. */
const MAX_NAMES = 40

/** Returns the known name that is most similar to a misspelled name, if it is similar enough. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const near = known.length > 0 && name.length <= MAX_LENGTH ? closest(name, known) : ''
  return near && distance(name, near) <= Math.max(2, name.length / 3) ? near : undefined
}

/** Returns a hint for an unknown name: the most similar name, or all known names. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  if (near !== undefined) return `did you mean ${near}?`
  const more = known.length > MAX_NAMES ? ' …' : ''
  return `known are ${known.slice(0, MAX_NAMES).map(clipped).join(', ')}${more}`
}
