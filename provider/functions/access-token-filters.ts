import type { AccessTokenListParams } from '../../sdk'
import type { Filters } from '../core/pulumi/invoke'

/** Identifies a token in a project or group. */
export interface OfToken {
  /** Id of the token: `tokenId` of its resource. */
  token: number
}

/** Older services ignore all filters except `state`. */
export interface TokenFilters extends Filters<AccessTokenListParams> {
  /** Only tokens created at or before this time, in ISO 8601. */
  createdBefore?: string | undefined
  /** Only tokens created at or after this time, in ISO 8601. */
  createdAfter?: string | undefined
  /** Only tokens last used at or before this time, in ISO 8601. */
  lastUsedBefore?: string | undefined
  /** Only tokens last used at or after this time, in ISO 8601. */
  lastUsedAfter?: string | undefined
  /** Only tokens that expire before this day: `YYYY-MM-DD`. */
  expiresBefore?: string | undefined
  /** Only tokens that expire on or after this day: `YYYY-MM-DD`. */
  expiresAfter?: string | undefined
}
