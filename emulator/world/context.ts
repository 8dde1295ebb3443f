import type { Store } from '../store/store'
import type { Problems } from './problems'

/** The common parameters of the functions that add parts of a world. */
export interface WorldContext {
  store: Store
  problems: Problems
  /** The time at which everything was created. */
  now: string
}
