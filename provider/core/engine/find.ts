import { isDeepStrictEqual } from 'node:util'
import { NotFound } from '../../../sdk'
import type { Collection, Definition } from '../schema/define'
import { InvalidResponse } from '../schema/invalid-response'
import {
  objectParams,
  collectionName,
  showsObject,
  keyOf,
  type ObjectRef,
  collectionParams,
  type CollectionRef,
} from '../schema/identity'
import { meaningOf } from '../schema/natural-key'
import type { Json } from '../schema/plain'
import { subject } from '../schema/subject'
import { computedValues, observed } from '../schema/wire'
import { now } from '../service/clock'
import type { Connection } from '../service/connection'
import { NotOwned, ResourceError } from '../service/errors'
import { obstacleTo } from '../service/obstacle'
import type { Needs } from '../service/snapshot'

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

/** What the operation has seen of a collection. */
export const snapshotOf = (
  definition: Definition,
  connection: Connection,
  collection: CollectionRef,
  needs: Needs = {},
) =>
  connection.snapshots.of(
    collectionName(definition, collection),
    () => listed(definition, connection, collection),
    (live) => keyOf(definition, live),
    needs,
  )

/** A collection, each of its objects once. What lists something else is not the service's, and proves nothing. */
export function listed(definition: Definition, { api }: Connection, collection: CollectionRef): Collection<object> {
  const list = definition.api.list(api, collectionParams(definition, collection))
  const verified = (items: object[]): object[] => {
    if (!items.every((live) => showsObject(definition, live))) throw new InvalidResponse()
    // An object moves on to the next page when another one comes before it meanwhile.
    return [...new Map(items.map((live) => [keyOf(definition, live), live])).values()]
  }
  return {
    all: async () => verified(await list.all()),
    ...(list.page && {
      page: async (number: number) => {
        const page = await list.page!(number)
        return { ...page, items: verified(page.items) }
      },
    }),
  }
}

/** The objects of a collection that are the parent's own. */
export async function listOwn(
  definition: Definition,
  connection: Connection,
  collection: CollectionRef,
): Promise<object[]> {
  const items = await listed(definition, connection, collection).all()
  return items.filter((live) => definition.existence?.isOwned?.(live) ?? true)
}

/** Whether a live object has the natural key that is declared. */
export function matchesNaturalKey(definition: Definition, inputs: Json, live: object): boolean {
  if (definition.existence?.isEnded?.(live) || definition.existence?.isInactive?.(live)) return false
  const seen = observed(definition, live, inputs)
  const { naturalKey, within = [] } = definition.identity
  const own = naturalKey?.filter((name) => !within.includes(name))
  const means = (name: string, value: unknown) => meaningOf(definition, name, value)
  return own?.every((name) => isDeepStrictEqual(means(name, seen[name]), means(name, inputs[name]))) ?? false
}

/** Throws unless the object is surely gone; else what is there. */
async function proveGone(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  values: Json,
  maxAgeMs: number,
): Promise<object[]> {
  const { parent } = definition.identity
  const id = ref.parent
  let items: object[]
  try {
    items = await snapshotOf(definition, connection, ref, { maxAgeMs, knowing: ref.key }).all()
  } catch (error) {
    if (!NotFound.is(error) || error.routeMissing) throw error
    if (isDeclaredGone(values[parent], id)) return []
    const project = parent === 'project' ? id : undefined
    const obstacle = await obstacleTo(connection, error, { kind: definition, operation: 'read', project })
    if (obstacle !== undefined) {
      throw new ResourceError(
        `${subject(definition, values)} cannot be seen. State stays as it was. ${error.message}. ${obstacle}`,
      )
    }
    throw new ResourceError(
      `${subject(definition, values)} cannot be seen, and neither can its ${parent} (id ${id}): the access token from ` +
        `${connection.settings.tokenFrom} may not see it, or it was deleted. State stays as it was. ` +
        `${error.message}. If the ${parent} is truly gone, set TRUEUP_GONE_PARENTS=${String(values[parent] ?? id)} for one run.`,
    )
  }
  if (items.some((live) => keyOf(definition, live) === ref.key && (definition.existence?.isOwned?.(live) ?? true))) {
    throw new ResourceError(
      `${subject(definition, values)} answers 404 but is listed: it changes at this moment, or a proxy answers for the service. State stays as it was; try again.`,
    )
  }
  if (
    items.some((live) => definition.existence?.isOwned?.(live) === false && matchesNaturalKey(definition, values, live))
  ) {
    throw notOwned(definition, values)
  }
  if (items.length === 0 && definition.existence?.hiddenReason && !isDeclaredGone(values[parent], id)) {
    const reason = definition.existence.hiddenReason((await connection.parents.get(parent, id)) as never)
    if (reason) {
      throw new ResourceError(
        `${subject(definition, values)} cannot be seen: ${reason}. State stays as it was. ` +
          `If it is truly gone, set TRUEUP_GONE_PARENTS=${String(values[parent] ?? id)} for one run.`,
      )
    }
  }
  await verifyProofOfAccess(definition, connection, values)
  return items
}

/** A list may leave out what the token cannot see at its other end. */
async function verifyProofOfAccess(definition: Definition, connection: Connection, values: Json): Promise<void> {
  try {
    await definition.existence?.proofOfAccess?.(connection.api, values)
  } catch (error) {
    if (!NotFound.is(error)) throw error
    throw new ResourceError(
      `${subject(definition, values)} cannot be seen, and neither can what it leads to: ${error.message}. State stays ` +
        `as it was. If that is truly gone, take the resource out of the program and run "pulumi state delete".`,
    )
  }
}

function notOwned(definition: Definition, values: Json): NotOwned {
  const { reason, remedy } = definition.existence?.notOwned ?? {
    reason: `is no longer the ${definition.identity.parent}'s own.`,
  }
  return new NotOwned(`${subject(definition, values)} ${reason}`, remedy ?? '')
}

/** Parents whose owner has said that they are gone for good. */
function isDeclaredGone(reference: unknown, id: number): boolean {
  const names = (process.env.TRUEUP_GONE_PARENTS ?? '').split(',').map((name) => name.trim())
  return names.includes(String(id)) || (reference !== undefined && names.includes(String(reference)))
}
