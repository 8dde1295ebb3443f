import type { Clock } from '../store/clock'
import type { Store } from '../store/store'

/** Which behavior the emulator has where the two differ: that of the specification or that of GitLab. */
export type Flavor = 'spec' | 'gitlab'

/**
 * Which paid features are on. `ce` is the Community Edition, `free` the Enterprise Edition without a license. The
 * flavor `spec` does not distinguish them.
 */
export type Tier = 'ce' | 'free' | 'premium' | 'ultimate'

/** Which release of GitLab the flavor `gitlab` behaves like. The flavor `spec` does not distinguish them. */
export type Release = '18.9' | '19.3'

/** The parts of a running emulator. */
export interface Instance {
  /** Base URL, as in `Link` and `Location`. */
  readonly url: string
  readonly flavor: Flavor
  readonly tier: Tier
  readonly release: Release
  readonly store: Store
  readonly clock: Clock
}

/** Whether the instance lacks the routes of the Enterprise Edition. */
export const isCommunity = ({ flavor, tier }: { flavor: Flavor; tier: Tier }): boolean =>
  flavor === 'gitlab' && tier === 'ce'

/**
 * Whether the instance lacks the features of the Enterprise Edition: the tier `ce` and, in the flavor `spec`, `free`.
 */
export const isBasic = (one: { flavor: Flavor; tier: Tier }): boolean =>
  one.flavor === 'gitlab' ? isCommunity(one) : isFree(one)

/** Whether the instance has no license. */
export const isFree = ({ tier }: { tier: Tier }): boolean => tier === 'ce' || tier === 'free'
