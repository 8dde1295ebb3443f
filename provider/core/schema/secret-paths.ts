import { hiding, type Redact, type Redaction, replacing } from '../../../sdk/http/redact'
import { HIDDEN } from './display'
import type { Json } from './json'
import type { Identity, Kind } from './kind'
import type { Failure } from './problem'
import type { SetKind } from './set'

/**
 * The path of an argument that a program marks as secret: `['description']`, or `['items', 'bug', 'description']` for
 * an item. A shorter path marks everything below it, and an empty path marks all arguments.
 */
export type SecretPath = readonly string[]

/** The paths within an item of a set. */
export const secretsOfItem = (paths: readonly SecretPath[], key: string): SecretPath[] =>
  paths.flatMap((path) => {
    const [first, item, ...rest] = path
    if (first !== 'items') return [path]
    return item === undefined || item === key ? [rest] : []
  })

/** Whether the program marks an argument as secret. */
export const isSecretIn = (paths: readonly SecretPath[], name: string): boolean =>
  paths.some(([first = name]) => first === name)

/** Arguments for messages, without secret values. */
export const withoutSecretValues = (values: Json, paths: readonly SecretPath[]): Json =>
  paths.length === 0
    ? values
    : Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, isSecretIn(paths, name) ? HIDDEN : value]),
      )

/** The reason of a failure, without the value of a secret argument. */
export function reasonWithout(
  paths: readonly SecretPath[],
  { property, reason, key, within }: Failure & { key?: string; within?: Failure },
): string {
  const [secrets, name] = key === undefined ? [paths, property] : [secretsOfItem(paths, key), within?.property ?? '']
  const [argument = ''] = name.split(/[.[]/)
  if (!isSecretIn(secrets, argument)) return reason
  const at = reason.indexOf(' (got ')
  if (at < 0) return reason
  // The value can also contain a bracket and a colon.
  const end = reason.endsWith(')') ? reason.length : reason.lastIndexOf('): ') + 1
  // What follows a value that does not end like this could be a part of it.
  if (end < at) return reason.slice(0, at)
  const detail = reason.slice(end)
  // A quotation in it can be a part of the value.
  return reason.slice(0, at) + (detail.includes('"') ? '' : detail)
}

/** Removes secret arguments from texts. */
export function hideSecrets(kind: Kind | SetKind, values: Json, paths: readonly SecretPath[]): Redaction {
  const found = paths.map((path) => ({ path, value: valueAt(values, path) }))
  const { input } = 'of' in kind ? kind.of : kind
  const names = namesOf(kind)
  // An object or list can contain names, unless it is a secret of every program, such as headers.
  const isName = ({ path, value }: (typeof found)[number]) => {
    const name = path.at(-1) ?? ''
    return names.has(name) || (typeof value === 'object' && !input[name]?.secret)
  }
  return hideArguments(
    textsIn(found.map(({ value }) => value)),
    textsIn(found.filter(isName).map(({ value }) => value)),
  )
}

/** Removes secret arguments from the reasons why arguments are invalid, which quote them. */
export const hideInReasons = (values: Json, paths: readonly SecretPath[]): Redact =>
  hideArguments(paths.flatMap((path) => textsIn(valueAt(values, path)))).ours

const valueAt = (values: Json, path: SecretPath): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Json | null | undefined)?.[name], values)

/** The arguments that paths of requests and messages contain. */
function namesOf(kind: Kind | SetKind): ReadonlySet<string> {
  const { parent, key, naturalKey = [], title }: Identity = ('of' in kind ? kind.of : kind).identity
  return new Set([parent, title, ...naturalKey, ...[key].flat()].filter((name) => name !== undefined))
}

/**
 * Removes arguments from texts. The short ones among `names` are removed where texts of this package name an object: in
 * quotes, in a path, and after the noun.
 */
export function hideArguments(texts: readonly string[], names: readonly string[] = texts): Redaction {
  const { ours, theirs } = hiding(texts)
  const inPlace = replacing(
    names.filter((name) => name !== ''),
    (name) =>
      new RegExp(
        `(?<=(?<![/:])/|"|\\b(?:project|group) )(?!api/v4/)${name}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`,
        'gu',
      ),
  )
  return { ours: (text) => inPlace(ours(text)), theirs: (text) => inPlace(theirs(text)) }
}

/** The strings in a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
