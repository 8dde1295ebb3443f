import type { Input, Output } from '@pulumi/pulumi'
import { type TSchema, Type } from '@sinclair/typebox'
import { canonicalColor, canonicalReference, canonicalTitle } from './canonical'

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
  /** What is wrong with a value of the right shape, and what would be right. */
  problem?(value: Given): string | undefined
  /** What is wrong with a value that is new, but would be fine had it been there before: a date that has passed. */
  problemWhenNew?(value: Plain, now: Date): string | undefined
  /** Never shown; wrapped as a secret before it reaches the engine. */
  readonly secret?: boolean
  /** Never sent to the service and never read from it. */
  readonly local?: boolean
  /** Sent, but not shown by the service: state's value stays. */
  readonly writeOnce?: boolean
  /** `""` and null mean the same to people: both become the default. */
  readonly emptyIsUnset?: boolean
  /** Name in the service's JSON, where it is not the name in snake case. */
  readonly wire?: string
  /** The value in the service's JSON, where it is written another way. */
  toWire?(value: Plain): unknown
  /** The other way round. */
  fromWire?(value: unknown): Given | Plain | null
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
  [K in keyof F as F[K]['optional'] extends true ? K : never]?: Args<Given<F[K]>> | undefined
}

/** The stored form of all fields. */
export type PlainOf<F extends Fields> = { [K in keyof F]: Plain<F[K]> }

/** The fields as outputs of the resource. */
export type OutputsOf<F extends Fields> = { readonly [K in keyof F]: Output<Plain<F[K]>> }

interface Traits<G, P> {
  problem?: (value: G) => string | undefined
  problemWhenNew?: (value: P, now: Date) => string | undefined
  secret?: boolean
  local?: boolean
  writeOnce?: boolean
  emptyIsUnset?: boolean
  wire?: string
  canonical?: (value: G | P, like?: unknown) => P
  toWire?: (value: P) => unknown
  fromWire?: (value: unknown) => G | P | null
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

/** The same field, left out by most programs; what is unset on the service counts as the default, too. */
export function optional<G, P, D extends P | null>(
  field: Field<G, P, boolean>,
  fallback: D,
): Field<D extends null ? G | null : G, D extends null ? P | null : P, true> {
  const { problem, problemWhenNew, toWire, ...rest } = field
  return {
    ...rest,
    schema: fallback === null ? Type.Union([field.schema, Type.Null()]) : field.schema,
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

const nul = (value: string) => (value.includes('\0') ? 'must not contain the character NUL' : undefined)

/** Any text, kept as it is. */
export const text = ({ problem, ...traits }: Traits<string, string> = {}) =>
  required<string>(Type.String(), { problem: (value) => nul(value) ?? problem?.(value), ...traits })

/** A one-line name: outer blanks go, as the service drops them. */
export const title = (traits: Traits<string, string> & { maxLength?: number } = {}) => {
  const { maxLength = 255, problem, ...rest } = traits
  return required<string>(Type.String(), {
    canonical: canonicalTitle,
    problem: (value) => {
      const trimmed = canonicalTitle(value)
      if (trimmed === '') return 'must not be empty'
      // The service counts characters, not UTF-16 units: an emoji is one.
      const length = [...trimmed].length
      if (length > maxLength) return `must have at most ${maxLength} characters, has ${length}`
      return nul(value) ?? problem?.(trimmed)
    },
    ...rest,
  })
}

/** A whole number. */
export const integer = (range: { minimum?: number; maximum?: number } = {}, traits: Traits<number, number> = {}) =>
  required<number>(Type.Integer(range), traits)

/** Yes or no; a live null is no. */
export const flag = (traits: Traits<boolean, boolean> = {}) =>
  required<boolean>(Type.Boolean(), { ...traits, canonical: Boolean })

/** A project or group: a positive whole number or a full path. Digits become the number, outer slashes go. */
export const reference = (noun: 'project' | 'group') =>
  required<number | string>(Type.Union([Type.Integer({ minimum: 1 }), Type.String()]), {
    canonical: canonicalReference,
    problem: (value) => {
      const plain = canonicalReference(value)
      const wanted = `must be the ${noun}'s numeric id or its full path, like ${noun === 'project' ? '"acme/web"' : '"acme/platform"'}`
      if (typeof plain === 'number') return plain >= 1 ? undefined : wanted
      if (/^[a-z]+:\/\//i.test(plain)) return `${wanted}: not a URL`
      if (/[\s\0]/.test(plain) || plain.split('/').some((part) => /^\.{0,2}$/.test(part))) return wanted
      return noun === 'project' && !plain.includes('/') ? `${wanted}: the group is missing` : undefined
    },
  })

/** A colour: `#RRGGBB` in any case, `#RGB`, or the name of a CSS colour. Stored as `#RRGGBB` in upper case. */
export const color = (traits: Traits<string, string> = {}) =>
  required<string>(Type.String(), {
    canonical: canonicalColor,
    problem: (value) =>
      /^#[0-9A-F]{6}$/.test(canonicalColor(value))
        ? undefined
        : 'must be a colour like "#D9534F", "#F00" or the name of a CSS colour like "crimson"',
    ...traits,
  })
