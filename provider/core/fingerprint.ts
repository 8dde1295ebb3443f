import { createHash } from 'node:crypto'
import type { Json } from './plain'

/** What stands for values: the same for the same values in another order. Hidden properties do not count. */
export function fingerprint(values: Json): string {
  const text = JSON.stringify(values, (key, value: unknown) => (key.startsWith('__') ? undefined : sorted(value)))
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** Pulumi does not keep the order of an object's properties. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
