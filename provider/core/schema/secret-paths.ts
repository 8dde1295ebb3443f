import { hide, minVariableLength, type Redact } from '../../../sdk/http/redact'
import { HIDDEN } from './display'
import type { Json } from './json'
import type { Failure } from './problem'

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
  return isSecretIn(secrets, argument) ? reason.replace(/ \(got .*\)(?=: |$)/s, '') : reason
}

/** Removes secret values from a text. Keeps very short values, which could be any word. */
export function hideSecrets(values: Json, paths: readonly SecretPath[]): Redact {
  const texts = paths.flatMap((path) =>
    textsIn(path.reduce<unknown>((inner, name) => (inner as Json | null)?.[name], values)),
  )
  return hide(texts.filter(({ length }) => length >= minVariableLength))
}

/** The strings in a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
