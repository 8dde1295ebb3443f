import { output, secret } from '@pulumi/pulumi/output'
import type { Json } from '../schema/json'
import type { Kind } from '../schema/kind'
import type { SecretPath } from '../schema/secret-paths'
import type { SetKind } from '../schema/set'
import { hasPending, isHidden, isObject } from './pending'

/** Marks arguments that are always secret. */
export function withSecrets(kind: Kind | SetKind, props: Json): Json {
  const wrapped = Object.keys(kind.input).filter((name) => kind.input[name]?.secret && props[name] !== undefined)
  return {
    ...props,
    ...Object.fromEntries(wrapped.map((name) => [name, secret(props[name])])),
    ...('of' in kind && 'items' in props && { items: itemsWithSecrets(kind.of, props.items) }),
  }
}

/** Marks the secrets in the items of a set. Marks all of the items if their properties are not known yet. */
function itemsWithSecrets({ input }: Kind, items: unknown): unknown {
  const secrets = Object.keys(input).filter((name) => input[name]?.secret)
  if (secrets.length === 0) return items
  if (!isObject(items)) return secret(items)
  const wrapped = Object.entries(items).map(([key, item]) => {
    if (!isObject(item)) return [key, secret(item)]
    const own = secrets.filter((name) => item[name] != null).map((name) => [name, secret(item[name])])
    return [key, { ...item, ...(Object.fromEntries(own) as Json) }]
  })
  return Object.fromEntries(wrapped)
}

/** The paths of the arguments that a program marks as secret. Undefined if no argument is an output or a promise. */
export function secretPathsOf(kind: Kind | SetKind, props: Json): Promise<SecretPath[]> | undefined {
  const candidates = Object.keys(kind.input).flatMap((name): [SecretPath, unknown][] => {
    if (kind.input[name]?.secret) return []
    return 'of' in kind && name === 'items' ? pathsInItems(kind.of, props.items) : [[[name], props[name]]]
  })
  const pending = candidates.filter(([, value]) => hasPending(value))
  if (pending.length === 0) return undefined
  const found = pending.map(async ([path, value]) => ((await isHidden(output(value))) ? [path] : []))
  return Promise.all(found).then((paths) => paths.flat())
}

function pathsInItems({ input }: Kind, items: unknown): [SecretPath, unknown][] {
  if (!isObject(items)) return [[['items'], items]]
  return Object.entries(items).flatMap(([key, item]): [SecretPath, unknown][] => {
    if (!isObject(item)) return [[['items', key], item]]
    const names = Object.keys(item).filter((name) => !input[name]?.secret)
    return names.map((name) => [['items', key, name], item[name]])
  })
}
