/** Pulumi's placeholder for a value that is unknown in a preview. */
export const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9'

export const isUnknown = (value: unknown) => value === UNKNOWN

/** Whether a value is unknown or contains an unknown value. */
export function hasUnknown(value: unknown): boolean {
  if (typeof value === 'string') return value === UNKNOWN
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(hasUnknown)
}
