import { type Store } from '../store/store'
import { type Problems } from './problems'

/** What the functions that add the parts of a world share. */
export interface WorldContext {
  store: Store
  problems: Problems
  /** The time at which everything was created. */
  now: string
}
