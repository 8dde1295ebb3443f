import { type Clock } from './clock'
import { type Store } from './store'

/** Which service is played: the specification first, or GitLab as it is. */
export type Flavor = 'seed' | 'gitlab'

/** Which paid features are on. */
export type Tier = 'free' | 'premium' | 'ultimate'

/** What one running emulator is made of. */
export interface Instance {
  /** Where it listens, as in `Link` and `Location`. */
  readonly url: string
  readonly flavor: Flavor
  readonly tier: Tier
  readonly store: Store
  readonly clock: Clock
}
