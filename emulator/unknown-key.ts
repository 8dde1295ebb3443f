import { closest, distance } from 'fastest-levenshtein'
import { EmulatorError } from './emulator-error'

/** What is to be said of a key that there is none of: which was meant perhaps, else all that there are. */
export function unknownKey(key: string, known: readonly string[]): string {
  const near = closest(key, known)
  const meant = distance(key, near) <= Math.max(2, key.length / 3)
  return `has no ${JSON.stringify(key)}: ${meant ? `did you mean ${JSON.stringify(near)}?` : `there are ${known.join(', ')}`}`
}

/** @throws EmulatorError for a key that would have no effect. */
export function refuseUnknown(what: string, given: object, known: readonly string[]): void {
  const odd = Object.keys(given).find((key) => !known.includes(key))
  if (odd !== undefined) throw new EmulatorError(`${what} ${unknownKey(odd, known)}`)
}
