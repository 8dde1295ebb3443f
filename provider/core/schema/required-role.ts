import type { Fields, PlainOf } from './field'

/** A role that one object of each collection must have at any time, such as Owner among the members of a group. */
export interface RequiredRole<I extends Fields = Fields, Live extends object = object> {
  /** Whether the arguments give an object the role. Sets write these objects before the others. */
  isGiven(inputs: PlainOf<I>): boolean
  /** The keys of the objects that have the role. Missing if the service also lets the last one go. */
  holders?(objects: Live[]): (number | string)[]
}
