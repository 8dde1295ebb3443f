import type { Json } from './plain'

/** A value that the service computes. */
export interface Computed<T = unknown> {
  /** Name in the service's JSON, where it is not the name in snake case. */
  readonly wire?: string
  /** Stored encrypted. */
  readonly secret?: boolean
  /** Shown by writes alone, or masked later: reading never changes what the state has. */
  readonly once?: boolean
  /** Works the value out where it is not simply a field of the service's JSON; undefined where it is not shown. */
  read?(live: Json): unknown
  /** Only the type `T`, for the outputs of the class. */
  readonly example?: T
}

type ComputedTraits = Omit<Computed, 'example'>

export type Outputs = Readonly<Record<string, Computed>>
export type ComputedOf<O extends Outputs> = { [K in keyof O]: O[K] extends Computed<infer T> ? T : never }

/** A computed whole number; `wire` names it in the service's JSON. */
export const number = (wire?: string): Computed<number> => (wire ? { wire } : {})
/** A computed text. */
export const string = (wire?: string): Computed<string> => (wire ? { wire } : {})
/** A computed yes or no. */
export const boolean = (wire?: string): Computed<boolean> => (wire ? { wire } : {})
/** A computed value of any other type: `computed<string | null>({ once: true })`. */
export const computed = <T>(traits: ComputedTraits = {}): Computed<T> => traits
