import type { Json } from './json'
import type { Kind } from './kind'
import { hasUnknown } from './unknown'

/**
 * Identifies an object of a kind in its parent by the meanings of its natural key. References are omitted, because a
 * path and a number can refer to the same project. Undefined if the kind has no natural key, or if a part of it is
 * unknown.
 */
export function naturalKeyOf(kind: Kind, values: Json): unknown[] | undefined {
  const parts = kind.identity.naturalKey?.filter((name) => !kind.input[name]?.refers)
  if (!parts) return undefined
  const meanings = parts.map((name) => meaningOf(kind, name, values[name]))
  return meanings.some((part) => part === undefined || hasUnknown(part)) ? undefined : [kind.kind, ...meanings]
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

/** The meaning of an argument's value. */
export function meaningOf(kind: Kind, name: string, value: unknown): unknown {
  const field = kind.input[name]
  try {
    const plain = field?.canonical(value ?? null) ?? value
    return plain === null ? null : (field?.meaning?.(plain) ?? plain)
  } catch {
    // Invalid, which `check` reports.
    return value
  }
}
