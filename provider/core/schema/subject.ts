import { isContainer } from './container'
import { isPlural } from './counted'
import { show } from './display'
import { type Json, own } from './json'
import type { Kind } from './kind'
import { keyIn } from './object-key'

/** `freeze-period` → `freeze period`. */
export const nounOf = ({ kind }: Kind) => kind.replace(/-/g, ' ')

const pluralVerbs: Readonly<Record<string, string>> = { is: 'are', was: 'were', exists: 'exist', does: 'do' }

/** What a message says about its subject, with the verb of the noun: `is kept` becomes `are kept` for approval settings. */
export const agreeing = (kind: Kind, text: string): string =>
  isPlural(nounOf(kind))
    ? text.replace(/^\w+/, (verb) => own(pluralVerbs, verb) ?? verb).replace(/ it$/, ' them')
    : text

/** One object of a kind, for messages: `an approval rule`, `approval settings`. */
export function oneOf(kind: Kind): string {
  const noun = nounOf(kind)
  return isPlural(noun) ? noun : `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

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
  if (isContainer(kind)) return parent === undefined ? nounOf(kind) : `${nounOf(kind)} ${String(parent)}`
  return `${nounOf(kind)} ${name}`.trim() + (parent === undefined ? '' : ` of ${String(parent)}`)
}
