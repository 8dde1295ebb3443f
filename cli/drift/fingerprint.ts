import { createHash } from 'node:crypto'
import type { Difference, Property } from './finding'

/** The same for the same difference of the same object, whatever the values are. */
export function fingerprintOf(difference: Difference, object: string, properties: readonly Property[]): string {
  const paths = properties.map(({ path }) => path).sort()
  return createHash('sha256')
    .update(JSON.stringify([difference, object, paths]))
    .digest('hex')
}
