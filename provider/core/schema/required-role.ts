import type { Fields, PlainOf } from './field'

/** A role that one object of each collection must have at any time, such as Owner among the members of a group. */
export interface RequiredRole<I extends Fields = Fields, Live extends object = object> {
  /** Whether the arguments give an object the role. Sets write these objects before the others. */
  isGiven(inputs: PlainOf<I>): boolean
  /** Whether the object with this key is the only one that has the role. Missing if the service lets it go anyway. */
  isOnlyHolder?(objects: Live[], key: number | string): boolean
}
