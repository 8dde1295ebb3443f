import type fc from 'fast-check'
import type { Definition } from '../../../provider/core/schema/define'
import type { Json } from '../../../provider/core/schema/plain'
import type { TestEmulator } from '../../support/emulator'

/** One argument: what it can be, and how each of its values can be written. */
export interface Argument<T = unknown> {
  /** Each value in one form, which stands for all its spellings. */
  readonly values: fc.Arbitrary<T>
  /** The spelling of that number, plain for 0; undefined leaves the line out. */
  write(value: T, style: number): unknown
}

/** A whole declaration, each argument in the one form of its value. */
export type Values = Record<string, unknown>

/** An object as the service shows it, and the service. */
export interface Target<V = Values> {
  readonly emulator: TestEmulator
  readonly live: Json
  /** Where the API has it. */
  readonly path: string
  /** What it is so far, each argument in the one form of its value. */
  readonly values: V
}

/** What the promises need to know of a kind. Of the provider it only has the names of arguments. */
export interface Cases<V extends object = Values> {
  readonly definition: Definition
  /** Whose token manages it; default `maintainer`. */
  readonly as?: string
  readonly arguments: { readonly [K in keyof V]: Argument<V[K]> }
  /** Arguments that have property tests of their own, or none, each with the reason. */
  readonly skipped?: Readonly<Record<string, string>>
  /** Makes values go together that were generated one by one. */
  settle?(values: V): V
  /** Makes what declarations refer to. */
  prepare?(emulator: TestEmulator): Promise<unknown>
  /** The writes that create, change, replace and delete one; default POST, PUT, POST and DELETE, DELETE. */
  readonly writes?: Readonly<Partial<Record<'create' | 'update' | 'replace' | 'delete', readonly string[]>>>
  /** Path of the list that it is in. */
  collection(values: V): string
  /** Path of the object. */
  path(values: V, live: Json): string
  /** Whether something in the list is there for Pulumi. */
  isThere?(live: Json): boolean
  /** What the service shows of it, each argument in the one form of its value; without what it does not show. */
  seen(live: Json, emulator: TestEmulator): Partial<V>
  /** How somebody else changes an argument, by its name; of those that the service shows, all but what identifies it. */
  readonly drift: { readonly [K in keyof V]?: (target: Target<V>, value: V[K], style: number) => unknown }
  /** Values of such an argument that a service may have, where programs cannot declare them all. */
  readonly driftValues?: { readonly [K in keyof V]?: fc.Arbitrary<V[K]> }
  /** What all arguments are when somebody else has changed one; default: the others stay. */
  drifted?(values: V, name: keyof V, after: V): V
  /** The values as far as the service shows them. */
  shown?(values: V): Values
  /** Changes what nobody declares. */
  noise?(target: Target<V>, style: number): unknown
  /** How somebody else deletes it; default a DELETE of its path. */
  remove?(target: Target<V>): unknown
}

/** Forgets the types of a kind's values: the promises handle all kinds alike. */
export const cases = <V extends object>(of: Cases<V>): Cases => of as unknown as Cases

/** An argument that can be left out. `unset` are further ways to write the default. */
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
