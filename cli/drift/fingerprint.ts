import { createHash } from 'node:crypto'
import type { Property } from '../shared/property'
import type { Difference } from './finding'

/**
 * A fingerprint that does not depend on the values: the same difference of an object has the same one in each run. `item`
 * is the key of the object in its set.
 */
export function fingerprintOf(
  difference: Difference,
  object: string,
  properties: readonly Property[],
  item?: string,
): string {
  const paths = properties.map(({ path }) => path).sort()
  return createHash('sha256')
    .update(JSON.stringify([difference, object, paths, ...(item === undefined ? [] : [item])]))
    .digest('hex')
}
