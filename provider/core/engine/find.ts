import { NotFound } from '../../../sdk'
import { isContainer } from '../schema/container'
import type { Definition } from '../schema/define'
import { identifiesObject, keyOf, objectParams, type ObjectRef } from '../schema/identity'
import { ABOUT_ANOTHER, InvalidResponse } from '../schema/invalid-response'
import type { Json } from '../schema/json'
import { computedValues } from '../schema/wire'
import { now } from '../service/clock'
import type { Connection } from '../service/connection'
import { listOwn, snapshotOf } from './collection'
import { notOwned, proveGone } from './prove-gone'

/** The maximum age of a snapshot before a write, in milliseconds. */
const RECENT_MS = 10_000

/** The result of a search for an object. */
export type Found =
  /** It exists. `outputs` are additional outputs for the state if a successor was found. */
  | { readonly live: object; readonly outputs?: Json }
  /** It was deleted, which is proven. */
  | 'gone'
  /** It expired on the declared date, whether or not the service still has it. */
  | 'expired'

/**
 * Finds the object of a state.
 *
 * A 404 does not prove that it was deleted, because the service responds the same way for objects that the token cannot
 * see. Only a complete list of the same collection that does not contain the object is a proof.
 *
 * @param wanted `'shared'` uses the list that all resources of the operation share, which can be as old as the operation.
 * `'recent'` also uses a shared list, but only from the last seconds, for writes. `'alone'` sends a request for the
 * object.
 */
export async function find(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  values: Json,
  wanted: 'alone' | 'recent' | 'shared' = 'alone',
): Promise<Found> {
  const how = definition.api.listOmits?.(values) ? 'alone' : wanted
  const maxAgeMs = how === 'shared' ? Infinity : RECENT_MS
  const live =
    (how !== 'alone' || !definition.api.read
      ? await lookInSnapshot(definition, connection, ref, maxAgeMs)
      : undefined) ?? (await readOne(definition, connection, ref))
  if (!live) {
    if (definition.existence?.isExpired?.(values, now())) return 'expired'
    const others = await proveGone(definition, connection, ref, values, maxAgeMs)
    return definition.rotation?.successor?.(values, others) ?? 'gone'
  }
  if (definition.existence?.isOwned && !definition.existence.isOwned(live)) throw notOwned(definition, values)
  if (!definition.existence?.isEnded?.(live)) return { live }
  const state = { ...values, ...computedValues(definition, live, 'read') }
  const others = () =>
    how === 'alone' ? listOwn(definition, connection, ref) : snapshotOf(definition, connection, ref, { maxAgeMs }).all()
  const successor = definition.rotation?.successor?.(state, await others())
  return successor ?? (definition.existence.isExpired?.(values, now()) ? 'expired' : 'gone')
}

/**
 * Looks for an object whose key the program knows, on the first page of the shared list, or else with a request of its
 * own. Does not prove that it does not exist.
 */
export async function lookFor(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
): Promise<object | undefined> {
  const found = await snapshotOf(definition, connection, ref).peek(ref.key)
  return found === 'unseen' ? readOne(definition, connection, ref) : found
}

/** Reads the object with this key. Undefined if the service returns 404. */
async function readOne(definition: Definition, connection: Connection, ref: ObjectRef): Promise<object | undefined> {
  const live = await unlessMissing(() => definition.api.read?.(connection.api, objectParams(definition, ref)))
  if (live && !identifiesObject(definition, live)) throw new InvalidResponse()
  const isAsked = live !== undefined && keyOf(definition, live) === ref.key
  // No list could prove that a project or group is gone.
  if (live && !isAsked && isContainer(definition)) throw new InvalidResponse(ABOUT_ANOTHER)
  // The service can return an object whose name is this number.
  return isAsked ? live : undefined
}

/** Finds the object in the snapshot. Undefined proves nothing. */
async function lookInSnapshot(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  maxAgeMs: number,
): Promise<object | undefined> {
  if (!definition.api.read) {
    return unlessMissing(() => snapshotOf(definition, connection, ref, { maxAgeMs, includes: ref.key }).find(ref.key))
  }
  const snapshot = snapshotOf(definition, connection, ref, { maxAgeMs })
  const found = await unlessMissing(() => snapshot.peek(ref.key))
  return found === 'unseen' ? undefined : found
}

async function unlessMissing<T>(read: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!NotFound.is(error) || error.routeMissing) throw error
    return undefined
  }
}
