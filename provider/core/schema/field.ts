import type { Input, Output } from '@pulumi/pulumi'
import { type TSchema, Type } from '@sinclair/typebox'
import type { Problem } from './problem'

/**
 * One argument of a resource: its shape, its default, and the one way in which its value is written.
 *
 * `Given` is what a program may write, `Plain` what is stored and compared.
 */
export interface Field<Given = unknown, Plain = Given, Optional extends boolean = boolean> {
  readonly schema: TSchema
  /** Whether a program may leave it out; it then has `default`. */
  readonly optional: Optional
  readonly default?: Plain
  /**
   * Writes a value the one way the service will answer it, so that whatever comes after compares plain values.
   * Used on declared and on live values alike; null stands for a live value that is unset. Where order means nothing,
   * entries take the order they have in `like`, the value of before: previews compare lists by position.
   */
  canonical(value: Given | Plain | null, like?: unknown): Plain
  /** What a value means, where values that are written differently can mean the same: for natural keys. */
  meaning?(value: Plain): unknown
  /** The value with what it leaves out, to be compared: a later release may know more than the state has. */
  complete?(value: Plain): Plain
  /** What is wrong with a value of the right type. */
  problem?(value: Given): Problem | undefined
  /** What is wrong with a value that is new, but would be fine had it been there before: a date that has passed. */
  problemWhenNew?(value: Plain, now: Date): Problem | undefined
  /** Never shown; wrapped as a secret before it reaches the engine. */
  readonly secret?: boolean
  /** Wrong values may hold a secret, and are not repeated in what is said of them. */
  readonly mayHoldSecret?: boolean
  /** Not a field of the service's JSON: it goes its own way, or nowhere, and is never read back. */
  readonly local?: boolean
  /** Worked out by `check`, never written by a program. */
  readonly derived?: boolean
  /** What its value names, by number or by path. */
  readonly refers?: 'project' | 'group'
  /** `""` and null mean the same to people: both become the default. */
  readonly emptyIsUnset?: boolean
  /** Name in the service's JSON, where it is not the name in snake case. */
  readonly wire?: string
  /** The value in the service's JSON, where it is written another way. */
  toWire?(value: Plain): unknown
  /** The other way round. `like` is the value of before, for what the service does not show as it is. */
  fromWire?(value: unknown, like?: unknown): Given | Plain | null
}

/** The arguments of a resource by name. */
export type Fields = Readonly<Record<string, Field>>

type Given<F> = F extends Field<infer G, unknown> ? G : never
/** The stored form of a field's value. */
export type Plain<F> = F extends { canonical(value: never): infer P } ? P : never

type Deep<T> = T extends readonly (infer E)[] ? Args<E>[] : T extends object ? { [K in keyof T]: Args<T[K]> } : T
/** A value that may be, or hold, outputs of other resources. */
type Args<T> = Input<Deep<T>>

/** What a program writes: required fields, and optional ones with `?`. Keeps the fields' documentation. */
export type ArgsOf<F extends Fields> = {
  [K in keyof F as F[K]['optional'] extends true ? never : K]: Args<Given<F[K]>>
} & {
  [K in keyof F as F[K] extends { derived: true } ? never : F[K]['optional'] extends true ? K : never]?:
    Args<Given<F[K]>> | undefined
}

/** The stored form of all fields. */
export type PlainOf<F extends Fields> = { [K in keyof F]: Plain<F[K]> }

/** The fields as outputs of the resource. */
export type OutputsOf<F extends Fields> = { readonly [K in keyof F]: Output<Plain<F[K]>> }

/** What a field may say of itself beside its shape. */
export interface Traits<G, P> {
  problem?: (value: G) => Problem | undefined
  problemWhenNew?: (value: P, now: Date) => Problem | undefined
  secret?: boolean
  mayHoldSecret?: boolean
  local?: boolean
  refers?: 'project' | 'group'
  emptyIsUnset?: boolean
  wire?: string
  canonical?: (value: G | P, like?: unknown) => P
  meaning?: (value: P) => unknown
  toWire?: (value: P) => unknown
  fromWire?: (value: unknown, like?: unknown) => G | P | null
}

/** A field every program has to fill. */
export function required<G, P = G>(schema: TSchema, traits: Traits<G, P> = {}): Field<G, P, false> {
  const { canonical, ...rest } = traits
  return {
    schema,
    optional: false,
    canonical: (value, like) => (value === null ? value : (canonical?.(value, like) ?? value)) as P,
    ...rest,
  }
}

/** The same field, worked out by `check`: no program writes it, and the service never hears of it. */
export const derived = <G, P, O extends boolean>(
  field: Field<G, P, O>,
): Field<G, P, O> & { readonly derived: true } => ({
  ...field,
  derived: true,
  local: true,
})

/** What is wrong inside an object is only told where there is no other branch that might have been meant. */
const nullable = (schema: TSchema): TSchema =>
  schema.type === 'object' ? { ...schema, nullable: true } : Type.Union([schema, Type.Null()])

/** The same field, left out by most programs; what is unset on the service counts as the default, too. */
export function optional<G, P, D extends P | null>(
  field: Field<G, P, boolean>,
  fallback: D,
): Field<D extends null ? G | null : G, D extends null ? P | null : P, true> {
  const { problem, problemWhenNew, toWire, ...rest } = field
  return {
    ...rest,
    schema: fallback === null ? nullable(field.schema) : field.schema,
    optional: true,
    default: fallback,
    canonical: (value: unknown, like: unknown) =>
      value === null || (field.emptyIsUnset && value === '') ? fallback : field.canonical(value as G, like),
    ...(problem && { problem: (value: G | null) => (value === null ? undefined : problem(value)) }),
    ...(problemWhenNew && {
      problemWhenNew: (value: P | null, now: Date) => (value === null ? undefined : problemWhenNew(value, now)),
    }),
    ...(toWire && { toWire: (value: P | null) => (value === null ? null : toWire(value)) }),
  } as unknown as Field<D extends null ? G | null : G, D extends null ? P | null : P, true>
}
