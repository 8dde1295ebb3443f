/** A JSON object, as the engine hands it around. */
export type Json = Record<string, unknown>

/** The value of an own property. Users choose the names, which can also be `constructor`. */
export const own = <T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined

/** The arguments without undefined and null, which mean the same. */
export const written = (given: object): Json =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null))

/** The deepest nesting that a program may write. Recursion over what is deeper would end in an overflow. */
export const MAX_DEPTH = 100

/** Whether a value is nested more than so many levels. */
export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1))
}
