import { createHash } from 'node:crypto'
import type { Json } from '../schema/json'

/** Hashes values. The order of properties does not matter, and hidden properties are ignored. */
export function fingerprint(values: Json): string {
  const text = JSON.stringify(values, (key, value: unknown) => (key.startsWith('__') ? undefined : sorted(value)))
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** Pulumi does not keep the order of an object's properties. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
