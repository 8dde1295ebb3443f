import type { Action } from './action'
import type { Definition } from './define'
import type { SetKind } from './set'

/** The declaration of a kind of resource: of single objects, of actions, or of sets of objects. */
export type Declaration = Definition | Action | SetKind
