/** Replaces a secret value in messages. */
export const HIDDEN = Object.freeze({ toString: () => '[secret]' })

const MAX_LENGTH = 60

/** Truncates a long text for messages. */
export const clipped = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text)

/**
 * A value in messages: JSON, truncated, and without credentials in URLs. A password in a URL can contain any character.
 */
export function show(value: unknown): string {
  if (value === HIDDEN) return String(value)
  try {
    return clipped(JSON.stringify(value, presentable) ?? 'nothing')
  } catch {
    return 'a value that is nested too deeply'
  }
}

/** The type of a value in messages, where the value itself may be a secret in the wrong place. */
export function showType(value: unknown): string {
  if (value === undefined || value === null) return value === null ? 'null' : 'nothing'
  if (Array.isArray(value)) return 'a list'
  return (
    { string: 'a string', number: 'a number', boolean: 'a Boolean', object: 'an object' }[typeof value as string] ??
    typeof value
  )
}

function presentable(_: string, value: unknown): unknown {
  if (typeof value === 'string') return withoutCredentials(value)
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return String(value)
  if (typeof value !== 'object' || value === null) return value
  // Each item takes at least a character, so the text has no room for more items.
  if (Array.isArray(value)) return value.slice(0, MAX_LENGTH)
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(entries.slice(0, MAX_LENGTH).map(([key, item]) => [withoutCredentials(key), item]))
}

function withoutCredentials(text: string): string {
  const from = text.indexOf('//')
  const to = text.lastIndexOf('@')
  return from >= 0 && to > from + 1 ? `${text.slice(0, from)}//…${text.slice(to)}` : text
}
