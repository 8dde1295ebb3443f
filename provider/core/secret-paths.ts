import { hide, type Redact, shortestVariable } from '../../sdk/redact'
import type { Failure } from './check'
import { HIDDEN, type Json } from './plain'

/**
 * The way to an argument that a program has made a secret: `['description']`, of an item `['items', 'bug',
 * 'description']`. What the way leads through may be one as a whole; an empty way is that to everything.
 */
export type SecretPath = readonly string[]

/** The ways within an item of a set. */
export const secretsOfItem = (paths: readonly SecretPath[], key: string): SecretPath[] =>
  paths.flatMap((path) => {
    const [first, item, ...rest] = path
    if (first !== 'items') return [path]
    return item === undefined || item === key ? [rest] : []
  })

/** Whether a program has made an argument a secret. */
export const isSecretIn = (paths: readonly SecretPath[], name: string): boolean =>
  paths.some(([first = name]) => first === name)

/** Arguments as people may see them. */
export const forPeople = (values: Json, paths: readonly SecretPath[]): Json =>
  paths.length === 0
    ? values
    : Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, isSecretIn(paths, name) ? HIDDEN : value]),
      )

/** What is wrong with arguments, without the values of those that are secrets. */
export function reasonWithout(
  paths: readonly SecretPath[],
  { property, reason, key, within }: Failure & { key?: string; within?: Failure },
): string {
  const [secrets, name] = key === undefined ? [paths, property] : [secretsOfItem(paths, key), within?.property ?? '']
  const [argument = ''] = name.split(/[.[]/)
  return isSecretIn(secrets, argument) ? reason.replace(/, but is .*$/s, '') : reason
}

/** Takes what a program has made secrets out of a text that may repeat it; what is very short could be anything. */
export function hideSecrets(values: Json, paths: readonly SecretPath[]): Redact {
  const texts = paths.flatMap((path) =>
    textsIn(path.reduce<unknown>((inner, name) => (inner as Json | null)?.[name], values)),
  )
  return hide(texts.filter(({ length }) => length >= shortestVariable))
}

/** The texts of a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
