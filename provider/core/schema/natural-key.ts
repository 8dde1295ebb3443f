import type { Kind } from './kind'
import { type Json } from './json'
import { hasUnknown } from './unknown'

/**
 * What tells an object of a kind from the others of its parent: values that mean the same are the same. What an
 * argument refers to is left out, since a path and a number can name one project. Undefined for a kind that has no
 * natural key, and where a part of it is not known.
 */
export function naturalKeyOf(kind: Kind, values: Json): unknown[] | undefined {
  const parts = kind.identity.naturalKey?.filter((name) => !kind.input[name]?.refers)
  if (!parts) return undefined
  const known = parts.map((name) => meaningOf(kind, name, values[name]))
  return known.some((part) => part === undefined || hasUnknown(part)) ? undefined : [kind.kind, ...known]
}

/**
 * Identifies an object of a service by the program's arguments: its parent and its natural key, with references as they
 * are written. Undefined if a part is not known.
 */
export function identityOf(kind: Kind, values: Json): unknown[] | undefined {
  if (!kind.identity.naturalKey) return undefined
  const names = new Set([
    ...(kind.identity.parent === undefined ? [] : [kind.identity.parent]),
    ...kind.identity.naturalKey,
  ])
  const parts = [...names].map((name) => {
    const meaning = meaningOf(kind, name, values[name])
    return kind.input[name]?.refers && meaning != null ? String(meaning).toLowerCase() : meaning
  })
  return parts.some((part) => part === undefined || part === null || hasUnknown(part))
    ? undefined
    : [kind.kind, ...parts]
}

/** What the value of an argument means. */
export function meaningOf(kind: Kind, name: string, value: unknown): unknown {
  const field = kind.input[name]
  try {
    const plain = field?.canonical(value ?? null) ?? value
    return plain === null ? null : (field?.meaning?.(plain) ?? plain)
  } catch {
    // Not of the right shape: `check` will say so.
    return value
  }
}
