import type { Json } from '../../../provider/core/schema/json'
import type { ObjectParams } from '../../../provider/core/schema/params'
import type { Client } from '../../../sdk'
import type { Sample } from '../../samples'

export const flavors = ['spec', 'gitlab'] as const
export type Flavor = (typeof flavors)[number]

/**
 * What `conforms` expects of a kind, beside the inputs of its sample in `test/samples/`. A kind needs the first two; the
 * others are for kinds whose arguments depend on each other, or whose objects the suite cannot change by itself.
 *
 *     conforms(label, {
 *       spellings: { color: ['#DC143C', 'Crimson'] },
 *       refused: [['priority', -1, /priority must be/]],
 *     })
 */
export interface Conformance {
  /** Other ways to write the values of `args`. They must not show a diff: `{ project: [1, '/acme/web'] }`. */
  spellings: Record<string, readonly unknown[]>
  /** Invalid values, each with a part of its error: `['name', '', /must not be empty/]`. */
  refused: readonly (readonly [argument: string, value: unknown, reason: RegExp])[]
  /**
   * Arguments of one flavor that the sample does not have, and other values for them. A flavor that refuses to
   * change an argument has no value for it: `...(flavor === 'spec' && { requiredApprovalCount: 2 })`.
   */
  args?: Json
  changes?: Json
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
   * Arguments that the kind's own file tests, each with the reason: `{ rotation: 'test/resources/rotation.test.ts' }`.
   */
  skipped?: Record<string, string>
}

/** The inputs of the sample, and what is expected. */
export type Cases = Conformance & Sample
