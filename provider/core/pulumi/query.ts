import type { Json } from '../schema/json'
import type { SecretPath } from '../schema/secret-paths'
import type { Connection } from '../service/connection'

/** What a function of the package does, for callers with plain arguments, such as the native plugin. */
export interface Query {
  readonly isSecret: boolean
  /** @throws Error for users, without the values of the secret arguments. */
  call(args: Json, connect: () => Connection, secrets: readonly SecretPath[]): Promise<unknown>
}

const queries = new WeakMap<object, Query>()

/** Remembers what a function does. */
export function describeQuery<F extends object>(of: F, query: Query): F {
  queries.set(of, query)
  return of
}

/** What a function of the package does. Undefined for other values. */
export const queryOf = (value: unknown): Query | undefined =>
  typeof value === 'function' ? queries.get(value) : undefined
