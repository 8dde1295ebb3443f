import type { Json } from '../core/schema/json'
import type { SecretPath } from '../core/schema/secret-paths'
import { asSecret, isSecret } from '../core/schema/secret-value'
import { UNKNOWN } from '../core/schema/unknown'

/** Pulumi's placeholders for values that are unknown in a preview: one for each type. */
export const unknowns: ReadonlySet<unknown> = new Set([
  UNKNOWN,
  '1c4a061d-8072-4f0a-a4cb-0ff528b18fe7', // Boolean
  '3eeb2bf0-c639-47a8-9e75-3b44932eb421', // number
  '6a19a0b0-7e62-4c92-b797-7f8e31da9cc2', // list
  'dd056dcd-154b-4c76-9bd3-c8f88648b5ff', // object
  '030794c1-ac77-496b-92df-f27374a8bd58', // asset
  'e48ece36-62e2-4504-bad9-02848725956a', // archive
])

/** Values of a request, as plain JSON. */
export interface Received {
  readonly values: Json
  /** The paths of the values that are secret. A list with a secret entry is secret as a whole. */
  readonly secrets: readonly SecretPath[]
}

/** Converts values of a request: unwraps secrets, and makes all unknown values the same. */
export function received(values: Json): Received {
  const secrets: SecretPath[] = []
  return { values: plain(values, [], secrets) as Json, secrets }
}

function plain(value: unknown, path: SecretPath, secrets: SecretPath[]): unknown {
  if (unknowns.has(value)) return UNKNOWN
  if (Array.isArray(value)) {
    const inner: SecretPath[] = []
    const entries = value.map((entry) => plain(entry, path, inner))
    if (inner.length > 0) secrets.push(path)
    return entries
  }
  if (typeof value !== 'object' || value === null) return value
  if (isSecret(value)) {
    secrets.push(path)
    return plain(value.value, path, [])
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one, [...path, name], secrets)]))
}

/** Marks the values at the paths as secret. Paths that the values do not have are skipped. */
export function withSecretsAt(values: Json, paths: readonly SecretPath[]): Json {
  return paths.reduce((marked, path) => markAt(marked, path) as Json, values)
}

function markAt(value: unknown, [name, ...rest]: SecretPath): unknown {
  if (value === undefined || value === null || (typeof value === 'object' && isSecret(value))) return value
  if (name === undefined || typeof value !== 'object' || Array.isArray(value)) return asSecret(value)
  if (!Object.hasOwn(value, name)) return value
  return { ...value, [name]: markAt((value as Json)[name], rest) }
}
