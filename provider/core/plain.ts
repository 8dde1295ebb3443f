/** A JSON object, as the engine hands it around. */
export type Json = Record<string, unknown>

/** What Pulumi puts in place of a value that a preview cannot know yet. */
export const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9'

export const isUnknown = (value: unknown) => value === UNKNOWN

/** Whether a value is, or holds, an unknown. */
export function hasUnknown(value: unknown): boolean {
  if (typeof value === 'string') return value === UNKNOWN
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(hasUnknown)
}

/** A value for people: short, in JSON, and without what may be credentials in a URL, where a password may hold anything. */
export function show(value: unknown): string {
  const json = (JSON.stringify(value) ?? 'nothing').replace(/\/\/(?:[^"\\]|\\.)*@/g, '//…@')
  return json.length > 60 ? `${json.slice(0, 59)}…` : json
}
