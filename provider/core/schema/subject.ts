import type { Kind } from './kind'
import { type Json, show } from './plain'

/** `freeze-period` → `freeze period`. */
export const nounOf = ({ kind }: Kind) => kind.replace(/-/g, ' ')

/** What a resource is called in messages: `label "bug" of acme/web`. */
export function subject(kind: Kind, values: Json): string {
  // A kind without a title is called by its natural key.
  const names = (kind.naturalKey ?? []).map((name) => values[name]).filter((value) => value !== undefined)
  const title = kind.title && values[kind.title]
  const key = typeof values[kind.key] === 'object' ? '' : (values[kind.key] ?? '')
  const own = title ? show(title) : names.length > 0 ? names.map(show).join(' ') : key
  const parent = kind.parent && values[kind.parent]
  return `${nounOf(kind)} ${own}`.trim() + (parent === undefined ? '' : ` of ${String(parent)}`)
}
