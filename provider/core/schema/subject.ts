import { show } from './display'
import type { Json } from './json'
import type { Kind } from './kind'
import { keyIn } from './object-key'

/** `freeze-period` → `freeze period`. */
export const nounOf = ({ kind }: Kind) => kind.replace(/-/g, ' ')

/** Whether the parent is enough to identify an object. */
const isOnly = ({ identity: { naturalKey } }: Kind): boolean => naturalKey?.length === 0

/** How messages refer to a resource: `label "bug" of acme/web`. */
export function subject(kind: Kind, values: Json): string {
  // If there is no title, the natural key is used, unless it is secret.
  const names = (kind.identity.naturalKey ?? [])
    .filter((name) => !kind.input[name]?.secret)
    .map((name) => values[name])
    .filter((value) => value !== undefined)
  const title = kind.identity.title && values[kind.identity.title]
  const id = keyIn(kind, values)
  const key = typeof id === 'object' ? '' : (id ?? '')
  const name = title ? show(title) : names.length > 0 || isOnly(kind) ? names.map(show).join(' ') : key
  const parent = kind.identity.parent && values[kind.identity.parent]
  return `${nounOf(kind)} ${name}`.trim() + (parent === undefined ? '' : ` of ${String(parent)}`)
}
