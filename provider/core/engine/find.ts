import { NotFound } from '../../../sdk'
import type { Definition } from '../schema/define'
import { InvalidResponse } from '../schema/invalid-response'
import { objectParams, showsObject, keyOf, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { computedValues } from '../schema/wire'
import { now } from '../service/clock'
import type { Connection } from '../service/connection'
import { snapshotOf, listOwn } from './collection'
import { proveGone, notOwned } from './prove-gone'

/** How old what is known of a collection may be when something in it is about to be written. */
const recentMs = 10_000

/** What became of an object. */
export type Found =
  /** It is there. `outputs` says what the state has to add to it, where another object took its place. */
  | { readonly live: object; readonly outputs?: Json }
  /** It is proven to be gone. */
  | 'gone'
  /** It ended on the day that was declared. */
  | 'expired'

/**
 * Looks for the object of a state.
 *
 * A 404 alone proves nothing: the same answer is given for what a token may not see. Only a complete list of the same
 * collection, answered to the same token and lacking the object, does.
 *
 * `'shared'` lets all who look into a collection share its list: what they are told may be as old as the operation.
 * `'recent'` does so, too, but with a list of the last seconds: enough to know what is about to be written.
 */
export async function find(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  values: Json,
  how: 'alone' | 'recent' | 'shared' = 'alone',
): Promise<Found> {
  const maxAgeMs = how === 'shared' ? Infinity : recentMs
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
  return definition.rotation?.successor?.(state, await others()) ?? 'gone'
}

/** The object with this very key, asked for alone; undefined when the service says that there is none. */
async function readOne(definition: Definition, connection: Connection, ref: ObjectRef): Promise<object | undefined> {
  const live = await unlessMissing(() => definition.api.read?.(connection.api, objectParams(definition, ref)))
  if (live && !showsObject(definition, live)) throw new InvalidResponse()
  // A number that is no id may be taken for a name.
  return live && keyOf(definition, live) === ref.key ? live : undefined
}

/** The object, where it is in what the service has listed; undefined says nothing. */
async function lookInSnapshot(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  maxAgeMs: number,
): Promise<object | undefined> {
  if (!definition.api.read) {
    const needs = { maxAgeMs, knowing: ref.key }
    return unlessMissing(() => snapshotOf(definition, connection, ref, needs).find(ref.key))
  }
  const snapshot = snapshotOf(definition, connection, ref, { maxAgeMs })
  const seen = await unlessMissing(() => snapshot.look(ref.key))
  return seen === 'unseen' ? undefined : seen
}

async function unlessMissing<T>(ask: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (!NotFound.is(error) || error.routeMissing) throw error
    return undefined
  }
}
