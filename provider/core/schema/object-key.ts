import type { Json } from './json'
import type { Kind } from './kind'

/** Separates the arguments of a key. Pulumi ids contain it unencoded. */
const KEY_SEPARATOR = '~'

/** The names of the output or of the arguments that are the key of an object. */
export const keyNames = ({ identity: { key } }: Kind): readonly string[] => (typeof key === 'string' ? [key] : key)

/** Whether the service assigns the key. */
export const hasComputedKey = (kind: Kind): boolean => keyNames(kind).some((name) => name in kind.output)

/** The key in arguments or outputs. Undefined if they do not contain it. */
export function keyIn(kind: Kind, values: Json): number | string | undefined {
  const parts = keyNames(kind).map((name) => values[name])
  return parts.length === 1 ? (parts[0] as number | string | undefined) : joinedKey(parts)
}

/** The key that consists of these arguments. Undefined if one is missing. */
export const joinedKey = (parts: readonly unknown[]): string | undefined =>
  parts.every((part) => typeof part === 'string' && part !== '') ? parts.join(KEY_SEPARATOR) : undefined

/** The arguments or the output with this key: the opposite of {@link keyIn}. */
export function argumentsOfKey(kind: Kind, key: number | string | undefined): Json {
  const names = keyNames(kind)
  if (key === undefined) return {}
  if (names.length === 1) return { [names[0] as string]: key }
  const parts = String(key).split(KEY_SEPARATOR)
  const values = [...parts.slice(0, names.length - 1), parts.slice(names.length - 1).join(KEY_SEPARATOR)]
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']))
}

/** The form of a key in Pulumi ids: `<id>`, `<name>`, or `<key>~<environmentScope>`. */
export const keyForm = (kind: Kind, id: string): string =>
  hasComputedKey(kind)
    ? `<${id}>`
    : keyNames(kind)
        .map((name) => `<${name}>`)
        .join(KEY_SEPARATOR)
