import type { Json } from '../../../provider/core/schema/json'
import type { ObjectParams } from '../../../provider/core/schema/params'
import type { Client } from '../../../sdk'

export const flavors = ['spec', 'gitlab'] as const
export type Flavor = (typeof flavors)[number]

/**
 * The values with which `conforms` tests a kind. A kind needs the first five; the others are for kinds whose arguments
 * depend on each other, or whose objects the suite cannot change by itself.
 *
 *     conforms(label, {
 *       args: { project: 'acme/web', name: 'bug', color: 'crimson', description: 'Broken', priority: 2 },
 *       changes: { name: 'defect', color: '#00FF00', description: 'Does not work', priority: 0 },
 *       replaces: { project: 'acme/api' },
 *       spellings: { color: ['#DC143C', 'Crimson'] },
 *       refused: [['priority', -1, /priority must be/]],
 *     })
 */
export interface Conformance {
  /** A valid declaration with a value for every argument, none of which is the default. */
  args: Json
  /**
   * Another valid value for each argument that an update changes in place. A flavor that refuses to change an argument
   * leaves it out: `...(flavor === 'spec' && { requiredApprovalCount: 2 })`.
   */
  changes: Record<string, unknown>
  /** Another valid value for each argument whose change replaces the object: `{ project: 'acme/api' }`. */
  replaces: Record<string, unknown>
  /** Other ways to write the values of `args`. They must not show a diff: `{ project: [1, '/acme/web'] }`. */
  spellings: Record<string, readonly unknown[]>
  /** Invalid values, each with a part of its error: `['name', '', /must not be empty/]`. */
  refused: readonly (readonly [argument: string, value: unknown, reason: RegExp])[]
  /** The user whose token manages the kind: the one with the least role that is allowed to. Default: `maintainer`. */
  as?: string
  /**
   * The body of an update, for an argument whose change sends fields that have other names than the argument and those
   * of `sendWith`: `{ expiresAt: ['expires_at'] }`.
   */
  sends?: Record<string, readonly string[]>
  /**
   * How another user changes an argument, for a kind that cannot do so with its own update:
   * `{ expiresAt: (api, { group, token }) => api.groupAccessTokens.rotate(group, token, { expires_at: '2026-11-30' })
   * }`.
   */
  drift?: Record<string, (api: Client, at: ObjectParams) => Promise<unknown>>
  /**
   * Arguments that are declared before and after the change of another one, which is invalid without them:
   * `{ mirrorBranchRegex: { onlyProtectedBranches: false } }`.
   */
  alsoDeclared?: Record<string, Json>
  /** Optional arguments that another rule makes necessary, so that no test leaves them out: `['expiresAt']`. */
  alwaysDeclared?: readonly string[]
  /**
   * Arguments that the kind's own file tests, each with the reason: `{ rotation: 'test/resources/rotation.test.ts' }`.
   */
  skipped?: Record<string, string>
  /** Arguments that need another value in another parent, by parent: `{ 'acme/api': { findingId: 203 } }`. */
  inOtherParent?: Record<string, Json>
}
