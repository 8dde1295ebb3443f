import colorNames from 'color-name'
import { strip } from '../../../cron/strip'

/** Converts a color to `#RRGGBB` in upper case. Returns other strings unchanged. */
export function canonicalColor(color: string): string {
  const trimmed = strip(color)
  const name = trimmed.toLowerCase()
  if (Object.hasOwn(colorNames, name)) {
    const [red, green, blue] = colorNames[name as keyof typeof colorNames]
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
  }
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(trimmed)
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`.toUpperCase()
  return /^#[0-9a-f]{6}$/i.test(trimmed) ? trimmed.toUpperCase() : trimmed
}

/**
 * Converts a reference to a number, or to a path without slashes at its ends. The case of a path is kept, as on the
 * service.
 */
export function canonicalReference(reference: number | string): number | string {
  if (typeof reference === 'number') return reference
  const path = trimSlashes(reference.trim())
  return /^\d{1,15}$/.test(path) ? Number(path) : path
}

/** Removes slashes at both ends of a path. */
export function trimSlashes(path: string): string {
  let [start, end] = [0, path.length]
  while (path[start] === '/') start++
  while (end > start && path[end - 1] === '/') end--
  return path.slice(start, end)
}

/**
 * Sorts a list whose order has no meaning like the list `like`. Entries of `like` keep their index, and other entries
 * fill the gaps, so that a changed entry is compared with its former value. `name` identifies an entry.
 */
export function inOrderOf<T>(like: unknown, list: readonly T[], name: (entry: T) => string): T[] {
  const free = new Map((Array.isArray(like) ? (like as T[]) : []).map((entry, index) => [name(entry), index]))
  const placed = new Map<number, T>()
  const others: T[] = []
  for (const entry of list) {
    const ref = free.get(name(entry))
    if (ref === undefined) others.push(entry)
    else placed.set(ref, entry)
    free.delete(name(entry))
  }
  for (const ref of [...free.values()].sort((one, other) => one - other)) {
    if (others.length > 0) placed.set(ref, others.shift() as T)
  }
  return [...[...placed].sort(([one], [other]) => one - other).map(([, entry]) => entry), ...others]
}
