import type { Json } from './json'

type CamelKey<K> = K extends `${infer Head}_${infer Tail}`
  ? Head extends ''
    ? `_${CamelKey<Tail>}`
    : `${Head}${Capitalize<CamelKey<Tail>>}`
  : K

type SnakeKey<K> = K extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeKey<Tail>}`
  : K

/** Fields that contain maps. The keys of a map are data, not names of fields. */
const keepsKeys = ['details', 'inputs', 'location', 'queues', 'system_output', 'variables'] as const

/** Whether an object in a field is a map. */
export const isMap = (field: string): boolean => keepsKeys.some((key) => key === field)

/** An object in such a field is a map. A list is converted like any other list. */
type Unchanged<T> = T extends readonly (infer E)[] ? CamelCase<E>[] : T

/** The service's JSON with names in camel case. */
export type CamelCase<T> = T extends readonly (infer E)[]
  ? CamelCase<E>[]
  : T extends object
    ? { [K in keyof Named<T> as CamelKey<K>]: K extends (typeof keepsKeys)[number] ? Unchanged<T[K]> : CamelCase<T[K]> }
    : T

/** Removes the index signature of a type that also has named fields, which outputs could not access otherwise. */
type Named<T> = [keyof Known<T>] extends [never] ? T : Known<T>
type Known<T> = { [K in keyof T as string extends K ? never : K]: T[K] }

/** Parameters with the service's names. */
export type SnakeCase<T> = { [K in keyof T as SnakeKey<K>]: T[K] }

/** `text_color` → `textColor`, at any depth. */
export const toCamelCase = <T>(value: T): CamelCase<T> => camelCase(value) as CamelCase<T>

/** `orderBy` → `order_by`. Only converts the names of the parameters, not their values. */
export const toSnakeCase = <T extends object>(params: T): SnakeCase<T> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  ) as SnakeCase<T>

const camelKey = (name: string) => name.replace(/(?<=[a-z\d])_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())

function camelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as Json).map(([name, inner]) => {
      return [camelKey(name), isMap(name) && !Array.isArray(inner) ? inner : camelCase(inner)]
    }),
  )
}
