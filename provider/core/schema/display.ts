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
