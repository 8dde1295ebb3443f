import type { Client } from '../../../sdk'
import type { CurrentUser } from './caller'
import type { Fields, PlainOf } from './field'
import type { Json } from './json'
import type { Parents } from './kind'

/** That the service no longer uses an object, as sentences without their subject. */
export interface Disabled {
  /** `was disabled by the service, because calls failed.` */
  readonly reason: string
  /** `Check its URL.` */
  readonly remedy: string
}

/** Whether an object exists, and to whom it belongs. */
export interface Existence<
  I extends Fields = Fields,
  Live extends object = object,
  P extends keyof Parents = keyof Parents,
> {
  /** Whether an object belongs to the parent itself. A list may also contain inherited objects. */
  isOwned?(live: Live): boolean
  /** The message about an object that no longer belongs to the parent. */
  readonly notOwned?: { reason: string; remedy?: string }
  /** The words for objects in a list that are not owned. Default: `of parent groups`. */
  readonly others?: { subject: string; reason: string }
  /** Returns why an empty list of this parent does not prove that its objects were deleted. */
  hiddenReason?(parent: Parents[P]): string | undefined
  /**
   * Whether an object has expired on the declared date. The state keeps it, also after the service or a user has revoked or
   * removed it.
   */
  isExpired?(state: PlainOf<I>, now: Date): boolean
  /** Whether an object no longer works, although the service still returns it, such as a revoked token. */
  isEnded?(live: Live): boolean
  /** Why the service no longer uses an object that exists, if it does not. */
  disabled?(live: Live): Disabled | undefined
  /** Whether an object can no longer be used, so that another one can have its natural key. */
  isInactive?(live: Live): boolean
  /** Whether an object with the declared natural key is not the declared one, because their types differ. */
  isOther?(live: Live, inputs: Readonly<Json>): boolean
  /** Whether an object belongs to another user, who decides whether it is still needed. */
  isForeign?(live: Live, username: string): boolean
  /**
   * Why an object cannot be adopted with these arguments, with the remedy: a clause, and sentences. `isNamed`: the program
   * names it with `adoptId`, so that what the service does not show counts as declared.
   */
  notAdoptable?(live: Live, inputs: PlainOf<I>, isNamed: boolean): string | undefined
  /** Whether an exclusive set keeps an object that no item declares. */
  isKept?(live: Live, collection: Live[], user: CurrentUser): boolean
  /** Returns the other objects of the collection that concurrent requests created instead of one. */
  duplicates?(live: Live, collection: Live[]): Live[]
  /** Reads what else the token must see before a list without the object proves that it was deleted. */
  proofOfAccess?(api: Client, state: Json): Promise<unknown>
}
