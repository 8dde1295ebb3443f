import { type Clock } from './clock'
import { type Store } from './store'

/** Which service is played: the specification first, or GitLab as it is. */
export type Flavor = 'seed' | 'gitlab'

/**
 * Which paid features are on. `ce` is the Community Edition and `free` the Enterprise Edition without a license; they are one
 * in the flavor of the specification.
 */
export type Tier = 'ce' | 'free' | 'premium' | 'ultimate'

/** What one running emulator is made of. */
export interface Instance {
  /** Where it listens, as in `Link` and `Location`. */
  readonly url: string
  readonly flavor: Flavor
  readonly tier: Tier
  readonly store: Store
  readonly clock: Clock
}

/** Whether what belongs to the Enterprise Edition is not there at all. */
export const isCommunity = ({ flavor, tier }: { flavor: Flavor; tier: Tier }): boolean =>
  flavor === 'gitlab' && tier === 'ce'

/** Whether there is nothing of the Enterprise Edition: in the flavor of the specification that is the tier `free`, too. */
export const isBasic = (one: { flavor: Flavor; tier: Tier }): boolean =>
  one.flavor === 'gitlab' ? isCommunity(one) : isFree(one)

/** Whether nothing is paid for. */
export const isFree = ({ tier }: { tier: Tier }): boolean => tier === 'ce' || tier === 'free'
