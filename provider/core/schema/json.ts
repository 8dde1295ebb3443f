/** A JSON object. */
export type Json = Record<string, unknown>

/** Returns the value of an own property. Users choose the names, which can also be `constructor`. */
export const own = <T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined

/** The values with these names. */
export const pick = (values: Json, names: ReadonlySet<string>): Json =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))

/** Removes undefined and null, which mean the same for arguments. */
export const withoutNull = (given: object): Json =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null))

/** The maximum nesting of arguments. Recursion over deeper values could overflow the stack. */
export const MAX_DEPTH = 100

/** Whether a value is nested deeper than this number of levels. */
export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1))
}
