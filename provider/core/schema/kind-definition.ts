import type { Action } from './action'
import type { Definition } from './define'
import type { SetKind } from './set'

/** The definition of a kind of resource: of single objects, of actions, or of sets of objects. */
export type KindDefinition = Definition | Action | SetKind
