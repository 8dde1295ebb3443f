import type { Input, Output } from '@pulumi/pulumi'
import type { Problem } from './problem'
import type { SubjectNames } from './subject-names'
import { type Schema, Type } from './type'

/**
 * One argument of a resource: its schema, its default, and its canonical form.
 *
 * `Given` is the type in programs. `Plain` is the type of the canonical form, which is stored and compared.
 */
export interface Field<Given = unknown, Plain = Given, Optional extends boolean = boolean> {
  readonly schema: Schema
  /** Whether a program can omit the argument, which then has the value of `default`. */
  readonly optional: Optional
  readonly default?: Plain
  /**
   * Converts a value to its canonical form, in which the service returns it. Used for declared and live values, so that
   * they can be compared. Null is a live value that is not set. If the order of a list has no meaning, its entries get
   * the order of `like`, the former value, because previews compare lists by position.
   */
  canonical(value: Given | Plain | null, like?: unknown): Plain
  /** Returns the meaning of a value, for natural keys, if different values can have the same meaning. */
  meaning?(value: Plain): unknown
  /**
   * Adds missing properties to a value of the state before it is compared, because an older release may have stored it.
   */
  complete?(value: Plain): Plain
  /** Returns the problem of a value that has the correct type. */
  problem?(value: Given): Problem | undefined
  /** Returns what to write in place of a text that a file contains without quotes, so that it is read as a number. */
  unquoted?(text: string): string
  /** Returns the problem of a changed value, which is not a problem if the state has it already: a date in the past. */
  problemWhenNew?(value: Plain, now: Date): Problem | undefined
  /** Whether the value is a secret for Pulumi. Messages never contain it. */
  readonly secret?: boolean
  /** Whether an invalid value can contain a secret, so that messages do not contain it. */
  readonly mayHoldSecret?: boolean
  /** Whether the argument is not a field of the service's JSON and is never read from the service. */
  readonly local?: boolean
  /** Whether a response shows the value. If not, it cannot be compared, and an update always sends it. Default: yes. */
  shownBy?(live: Readonly<Record<string, unknown>>): boolean
  /** Whether responses show only a part of the value, such as names. The rest is not compared. An update sends all. */
  readonly isShownInPart?: boolean
  /** Name in responses, if it differs from that in requests: `token_present`, which only tells whether a secret is set. */
  readonly shownAs?: string
  /** The schema of the value in responses, if it differs from that of the argument. */
  readonly wireSchema?: Schema
  /** The value if a response of an older service that is read does not contain it. Default: the value is not compared. */
  readonly ifMissing?: unknown
  /**
   * Whether a service that does not know the argument may ignore it, because nothing depends on it, and an error would
   * cost more than a warning. Default: a response without an argument that was sent is an error.
   */
  readonly isIgnorable?: boolean
  /** Whether `check` computes the value. Programs do not set it. */
  readonly derived?: boolean
  /**
   * The value that responses also contain while the service hides the real one. If a refresh finds it, the state keeps
   * its value.
   */
  readonly hiddenAs?: Plain
  /**
   * Whether the service has removed the value because another argument of the live object does not allow it. A refresh
   * keeps the value of the state, so that one change of another user is one difference. The update of the other argument
   * must send the value again, with `sendWith`.
   */
  clearedBy?(live: Readonly<Record<string, unknown>>): boolean
  /** What the value refers to, by id or by path. */
  readonly refers?: 'project' | 'group'
  /** Whether the value is a user, by id or by username. */
  readonly isUser?: boolean
  /** How the value names users and groups, if it can. */
  readonly subjectNames?: SubjectNames
  /** Whether `""` means the same as null, which becomes the default. */
  readonly emptyIsUnset?: boolean
  /** Name in the service's JSON. Default: the name in snake case. */
  readonly wire?: string
  /** Converts a value for requests. Default: unchanged. */
  toWire?(value: Plain): unknown
  /**
   * Converts a value of a response. `like` is the former value, in case the service returns another form, and `state`
   * contains the other former values. Default: unchanged.
   */
  fromWire?(value: unknown, like?: unknown, state?: Readonly<Record<string, unknown>>): Given | Plain | null
}

/** The arguments of a resource, by name. */
export type Fields = Readonly<Record<string, Field>>

type Given<F> = F extends Field<infer G, unknown> ? G : never
/** The stored form of a field's value. */
export type Plain<F> = F extends { canonical(value: never): infer P } ? P : never

declare const omitted: unique symbol

/**
 * The type of a property that must be omitted, because an object has only one of these properties. No value has this
 * type: its name explains errors of the compiler.
 */
export interface OnlyOneOf<Names extends string> {
  readonly [omitted]: Names
}

type Deep<T> = T extends (infer E)[]
  ? Args<E>[]
  : T extends readonly (infer E)[]
    ? readonly Args<E>[]
    : T extends object
      ? { [K in keyof T]: [T[K]] extends [OnlyOneOf<string> | undefined] ? T[K] : Args<T[K]> }
      : T
/** A value that can be an output of another resource, or contain outputs. */
type Args<T> = Input<Deep<T>>

/** The arguments of a program: required fields, and optional ones with `?`. Keeps the documentation of the fields. */
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

/** The properties of a field besides its schema. */
export interface Traits<G, P> {
  problem?: (value: G) => Problem | undefined
  unquoted?: (text: string) => string
  problemWhenNew?: (value: P, now: Date) => Problem | undefined
  secret?: boolean
  mayHoldSecret?: boolean
  local?: boolean
  hiddenAs?: P
  clearedBy?: (live: Readonly<Record<string, unknown>>) => boolean
  refers?: 'project' | 'group'
  isUser?: boolean
  subjectNames?: SubjectNames
  emptyIsUnset?: boolean
  wire?: string
  shownBy?: (live: Readonly<Record<string, unknown>>) => boolean
  isShownInPart?: boolean
  shownAs?: string
  wireSchema?: Schema
  ifMissing?: unknown
  isIgnorable?: boolean
  canonical?: (value: G | P, like?: unknown) => P
  meaning?: (value: P) => unknown
  toWire?: (value: P) => unknown
  fromWire?: (value: unknown, like?: unknown, state?: Readonly<Record<string, unknown>>) => G | P | null
}

/** A field that every program must set. */
export function required<G, P = G>(schema: Schema, traits: Traits<G, P> = {}): Field<G, P, false> {
  const { canonical, ...rest } = traits
  return {
    schema,
    optional: false,
    canonical: (value, like) => (value === null ? value : (canonical?.(value, like) ?? value)) as P,
    ...rest,
  }
}

/** Makes a field one that `check` computes. Programs do not set it, and it is not sent to the service. */
export const derived = <G, P, O extends boolean>(
  field: Field<G, P, O>,
): Field<G, P, O> & { readonly derived: true } => ({
  ...field,
  derived: true,
  local: true,
})

/** Failures in an object are only reported if the schema has no alternative, so an object is not put into a union. */
const nullable = (schema: Schema): Schema =>
  schema.type === 'object' ? { ...schema, nullable: true } : Type.Union([schema, Type.Null()])

/** Makes a field optional. A live value that is not set is also converted to the default. */
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
