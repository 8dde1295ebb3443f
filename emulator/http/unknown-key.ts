import { closest, distance } from 'fastest-levenshtein'
import { EmulatorError } from '../store/emulator-error'

/** The message for an unknown key: suggests a similar key, or lists all keys. */
export function unknownKey(key: string, known: readonly string[]): string {
  const near = closest(key, known)
  const meant = distance(key, near) <= Math.max(2, key.length / 3)
  return `unknown key ${JSON.stringify(key)}: ${meant ? `did you mean ${JSON.stringify(near)}?` : `use ${known.join(', ')}`}`
}

/** @throws EmulatorError for an unknown key. */
export function refuseUnknown(what: string, given: object, known: readonly string[]): void {
  const odd = Object.keys(given).find((key) => !known.includes(key))
  if (odd !== undefined) throw new EmulatorError(`${what}: ${unknownKey(odd, known)}`)
}
