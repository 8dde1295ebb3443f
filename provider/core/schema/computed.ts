import type { Json } from './json'

/** A value that the service computes. */
export interface Computed<T = unknown> {
  /** Name in the service's JSON, where it is not the name in snake case. */
  readonly wire?: string
  /** Stored encrypted. */
  readonly secret?: boolean
  /** Shown by writes alone, or masked later: reading never changes what the state has. */
  readonly once?: boolean
  /** Whether a value is of the type. Other values in answers of the service are ignored. */
  is(value: unknown): boolean
  /** The argument that this output repeats. The output is secret if the argument is. */
  readonly shows?: string
  /** Works the value out where it is not simply a field of the service's JSON; undefined where it is not shown. */
  read?(live: Json): unknown
  /** Only the type `T`, for the outputs of the class. */
  readonly example?: T
}

type ComputedTraits = Omit<Computed, 'example' | 'is'>

type Test = (value: unknown) => boolean

export type Outputs = Readonly<Record<string, Computed>>
export type ComputedOf<O extends Outputs> = { [K in keyof O]: O[K] extends Computed<infer T> ? T : never }

export const isText: Test = (value) => typeof value === 'string'
export const isNumber: Test = Number.isSafeInteger
const isBoolean: Test = (value) => typeof value === 'boolean'
/** Accepts null in addition to a type. */
export const orNull =
  (is: Test): Test =>
  (value) =>
    value === null || is(value)
/** Accepts objects whose values are all of a type. */
export const recordOf =
  (is: Test): Test =>
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(is)

/** A computed value of any type: `computed<string | null>(orNull(isText), { once: true })`. */
export const computed = <T>(is: Test, traits: ComputedTraits = {}): Computed<T> => ({ ...traits, is })
/** A computed whole number; `wire` names it in the service's JSON. */
export const number = (wire?: string) => computed<number>(isNumber, wire ? { wire } : {})
/** A computed text. */
export const string = (wire?: string) => computed<string>(isText, wire ? { wire } : {})
/** A computed yes or no. */
export const boolean = (wire?: string) => computed<boolean>(isBoolean, wire ? { wire } : {})
