/** What Pulumi puts in place of a value that a preview cannot know yet. */
export const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9'

export const isUnknown = (value: unknown) => value === UNKNOWN

/** Whether a value is, or holds, an unknown. */
export function hasUnknown(value: unknown): boolean {
  if (typeof value === 'string') return value === UNKNOWN
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(hasUnknown)
}
