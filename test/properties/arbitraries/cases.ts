import type fc from 'fast-check'
import type { Definition } from '../../../provider/core/schema/define'
import type { Json } from '../../../provider/core/schema/json'
import type { TestEmulator } from '../../support/emulator'

/** The values of an argument and their spellings. */
export interface Argument<T = unknown> {
  /** Each value in one form for all its spellings. */
  readonly values: fc.Arbitrary<T>
  /** The spelling with a number, plain for 0. Undefined omits the argument. */
  write(value: T, style: number): unknown
}

/** A whole declaration, with each value in its one form. */
export type Values = Record<string, unknown>

/** An object of the service, and the service. */
export interface Target<V = Values> {
  readonly emulator: TestEmulator
  readonly live: Json
  /** Its path in the API. */
  readonly path: string
  /** Its current values, each in its one form. */
  readonly values: V
}

/** The cases of a kind. They share only the names of arguments with the provider. */
export interface Cases<V extends object = Values> {
  readonly definition: Definition
  /** The user whose token manages it. Default: `maintainer`. */
  readonly as?: string
  readonly arguments: { readonly [K in keyof V]: Argument<V[K]> }
  /** Arguments that have property tests of their own, or none, each with the reason. */
  readonly skipped?: Readonly<Record<string, string>>
  /** Makes separately generated values compatible. */
  settle?(values: V): V
  /** Creates the objects to which declarations refer. */
  prepare?(emulator: TestEmulator): Promise<unknown>
  /** The writes of a create, update, replace and delete. Default: POST, PUT, POST and DELETE, DELETE. */
  readonly writes?: Readonly<Partial<Record<'create' | 'update' | 'replace' | 'delete', readonly string[]>>>
  /** Arguments whose change replaces the object with one of the same natural key, so that it is deleted first. */
  readonly keepsKey?: readonly string[]
  /** The path of its list. */
  collection(values: V): string
  /** The path of the object. */
  path(values: V, live: Json): string
  /** Whether an object of the list exists for Pulumi. */
  isThere?(live: Json): boolean
  /** The values that the service returns, each in its one form. */
  seen(live: Json, emulator: TestEmulator): Partial<V>
  /** How another user changes an argument, for all returned arguments except those that identify the object. */
  readonly drift: { readonly [K in keyof V]?: (target: Target<V>, value: V[K], style: number) => unknown }
  /** Values that a service can have, if programs cannot declare all of them. */
  readonly driftValues?: { readonly [K in keyof V]?: fc.Arbitrary<V[K]> }
  /** All values after another user has changed one. Default: the others stay the same. */
  drifted?(values: V, name: keyof V, after: V): V
  /** The values that the service returns. */
  shown?(values: V): Values
  /** Changes values that cannot be declared. */
  noise?(target: Target<V>, style: number): unknown
  /** How another user deletes it. Default: a DELETE of its path. */
  remove?(target: Target<V>): unknown
}

/** Removes the types of the values of a kind, because the properties treat all kinds in the same way. */
export const cases = <V extends object>(of: Cases<V>): Cases => of as unknown as Cases

/** An argument that can be omitted. `unset` has further spellings of the default. */
export function optional<T>(argument: Argument<T>, fallback: T, unset: readonly unknown[] = []): Argument<T> {
  const writings = [undefined, null, ...unset]
  return {
    values: argument.values,
    write: (value, style) => {
      const at = style % (writings.length + 1)
      const isDefault = JSON.stringify(value) === JSON.stringify(fallback)
      return isDefault && at < writings.length ? writings[at] : argument.write(value, Math.floor(style / 4))
    },
  }
}

/** An argument with one spelling for each value. */
export const plain = <T>(values: fc.Arbitrary<T>): Argument<T> => ({ values, write: (value) => value })
