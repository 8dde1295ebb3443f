export { counted } from '../../provider/command-line/basics'

/** `a, b and c`. */
export const listed = (parts: string[]): string => new Intl.ListFormat('en-GB').format(parts)

/** `a, b and 7 more`: after the first `most` names, the others are counted. */
export function listedUpTo(most: number, names: readonly string[]): string {
  const rest = names.length - most
  return listed(rest > 0 ? [...names.slice(0, most), `${rest} more`] : [...names])
}

/** The noun for a kind: `remote-mirror` → `remote mirror`. */
export const nounOf = (kind: string): string => kind.replaceAll('-', ' ')

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
