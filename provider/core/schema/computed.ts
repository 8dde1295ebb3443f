import type { Json } from './json'

/** A value that the service computes. */
export interface Computed<T = unknown> {
  /** Name in the service's JSON. Default: the name in snake case. */
  readonly wire?: string
  /** Whether the value is stored encrypted. */
  readonly secret?: boolean
  /**
   * Whether only responses to writes contain the value. Reads do not change the value in the state. If the response to a
   * creation is lost with a secret value, and nothing can make a new one, the object is deleted and created again.
   */
  readonly once?: boolean
  /** Whether a value has the type. Values of other types in responses are ignored. */
  is(value: unknown): boolean
  /** The argument that this output repeats. The output is secret if the argument is. */
  readonly shows?: string
  /** The arguments whose change in place can change the value, or `'any'`. Default: none. */
  readonly changedBy?: readonly string[] | 'any'
  /**
   * The value after a change of these arguments, as far as a preview can know it. `moved` returns the path that a path has
   * after this update.
   */
  planned?(olds: Json, inputs: Json, moved: (path: string) => string): unknown
  /**
   * Returns the value, or undefined if the response does not contain it. `like` contains the declared arguments and the
   * former outputs. Default: the field `wire`.
   */
  read?(live: Json, like: Json): unknown
  /** Never set. Carries the type `T` to the outputs of the resource class. */
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
/** A computed integer. `wire` is its name in the service's JSON. */
export const number = (wire?: string, traits: ComputedTraits = {}) =>
  computed<number>(isNumber, { ...(wire && { wire }), ...traits })
/** A computed string. */
export const string = (traits: ComputedTraits = {}) => computed<string>(isText, traits)
/** A computed Boolean. */
export const boolean = (traits: ComputedTraits = {}) => computed<boolean>(isBoolean, traits)
