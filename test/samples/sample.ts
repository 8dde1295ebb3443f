import type { Json } from '../../provider/core/schema/json'
import type { kinds } from '../../provider/kinds'

/** A request of a user that creates an object: a path of the API, and the body. */
export type Request = readonly [path: string, body: Json]

/**
 * The inputs with which all suites test a kind. What the provider and the service do with them is written in each
 * suite, without the provider.
 */
export interface Sample {
  readonly kind: (typeof kinds)[number]
  /** The collection of its objects in the emulator. */
  readonly collection: string
  /** The output with the id of its object. An alert has none, and subscriptions and settings are parts of other objects. */
  readonly id?: string
  /** The user whose token manages the kind: the one with the least role that is allowed to. */
  readonly as: 'maintainer' | 'owner' | 'root'
  /**
   * A valid declaration with a value for every argument, none of which is the default. `<url>` is the URL of the
   * service.
   */
  readonly args: Json
  /** Valid values of further settings, which only flavor `gitlab` has. */
  readonly later?: Readonly<Record<string, readonly unknown[]>>
  /** Another valid value for each argument that an update changes in place. */
  readonly changes: Json
  /** The method of the request that changes an object. Default: PUT. */
  readonly updateMethod?: 'PATCH'
  /**
   * Another valid value for each argument whose change replaces the object: `{ project: 'acme/api' }`. Suites that try
   * one replacement use the last one.
   */
  readonly replaces: Json
  /**
   * Arguments that are declared before and after the change of another one, which is invalid without them:
   * `{ mirrorBranchRegex: { onlyProtectedBranches: false } }`.
   */
  readonly alsoDeclared?: Readonly<Record<string, Json>>
  /** Optional arguments that another rule makes necessary, so that no test leaves them out: `['expiresAt']`. */
  readonly alwaysDeclared?: readonly string[]
  /**
   * Arguments that need another value in another parent, or beside another value of `replaces`, by this value:
   * `{ 'acme/api': { findingId: 203 } }`.
   */
  readonly inOtherParent?: Readonly<Record<string, Json>>
  /** The arguments that identify an object for people, with its parent. */
  readonly naturalKey?: readonly string[]
  /** The arguments that make one of several objects of a parent different from the others, from a word. */
  readonly named?: (word: string) => Json
  /** Creates the declared object, or one that is equal to it for people. */
  readonly object?: Request
  /** The arguments of the function that reads `object`: `getLabel` for a label. */
  readonly get?: Json
  /** The keys of the objects that the project or group has in the seed world. */
  readonly seeded?: readonly number[]
  /** Requests of another user that create other objects. */
  readonly others: readonly Request[]
  /** A declaration that adopts the first one of `others`, with a change. */
  readonly adopts?: Json
}
