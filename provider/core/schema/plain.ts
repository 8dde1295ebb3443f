/** A JSON object, as the engine hands it around. */
export type Json = Record<string, unknown>

/** The value of an own property. Users choose the names, which can also be `constructor`. */
export const own = <T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined

/** The arguments without undefined and null, which mean the same. */
export const written = (given: object): Json =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null))

/** What Pulumi puts in place of a value that a preview cannot know yet. */
export const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9'

export const isUnknown = (value: unknown) => value === UNKNOWN

/** Whether a value is, or holds, an unknown. */
export function hasUnknown(value: unknown): boolean {
  if (typeof value === 'string') return value === UNKNOWN
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(hasUnknown)
}

/** The deepest nesting that a program may write. Recursion over what is deeper would end in an overflow. */
export const MAX_DEPTH = 100

/** Whether a value is nested more than so many levels. */
export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1))
}

/** Replaces a secret value in messages. */
export const HIDDEN = Object.freeze({ toString: () => '[secret]' })

const longest = 60

/** The beginning of a text, for people: whole where it is short. */
export const clipped = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

/** A value for people: short, in JSON, and without what may be credentials in a URL, where a password may hold anything. */
export function show(value: unknown): string {
  if (value === HIDDEN) return String(value)
  try {
    return clipped(JSON.stringify(value, presentable) ?? 'nothing')
  } catch {
    return 'something that is nested too deeply'
  }
}

function presentable(_: string, value: unknown): unknown {
  if (typeof value === 'string') return withoutCredentials(value)
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [withoutCredentials(key), item]))
}

function withoutCredentials(text: string): string {
  const from = text.indexOf('//')
  const to = text.lastIndexOf('@')
  return from >= 0 && to > from + 1 ? `${text.slice(0, from)}//…${text.slice(to)}` : text
}
