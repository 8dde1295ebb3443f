import { isDeepStrictEqual } from 'node:util'
import type { Definition } from '../schema/define'
import { collectionName, formatId, keyOf, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { naturalKeyOf } from '../schema/natural-key'
import { subject } from '../schema/subject'
import { observed, sentFields } from '../schema/wire'
import type { Connection } from '../service/connection'
import type { Snapshot } from '../service/snapshot'
import { matchesNaturalKey } from './collection'
import { differingNames } from './diff'

/** The objects of a snapshot by their natural keys, because a search for each item of a set would take too long. */
const indexes = new WeakMap<Snapshot, Map<string, object[]>>()
const warned = new WeakMap<Connection, Set<string>>()

/**
 * Warns after a refresh of an identical object that no resource owns: a proxy that sends a request twice can create one.
 * Only after the whole refresh, the owners of all objects in the state are known, so this is part of the comparison
 * with the program, and `pulumi refresh` alone does not warn. Sends no request for it: of a long list, only the first
 * page may be known.
 */
export async function warnOfTwins(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  inputs: Json,
  predecessor?: ObjectRef,
): Promise<void> {
  const { ownership } = connection
  if (!definition.identity.allowsDuplicates || inputs.onConflict === 'create') return
  // The refresh records the objects that it has read.
  if (!ownership.isInOtherState(definition, ref, {})) return
  const snapshot = connection.snapshots.existing(collectionName(definition, ref))
  const natural = naturalKeyOf(definition, inputs)
  const alike = ((snapshot && natural && indexOf(definition, snapshot).get(JSON.stringify(natural))) ?? []).filter(
    (live) => matchesNaturalKey(definition, inputs, live),
  )
  const own = alike.find((live) => keyOf(definition, live) === ref.key)
  if (!own || alike.length === 1) return
  const isTwin = (live: object) => {
    const other = { ...ref, key: keyOf(definition, live) }
    return (
      live !== own &&
      other.key !== predecessor?.key &&
      isDeepStrictEqual(userOf(live), userOf(own)) &&
      differingNames(sentFields(definition), inputs, observed(definition, live, inputs)).length === 0 &&
      !ownership.isInOtherState(definition, other, {}) &&
      ownership.ownerOf(definition, other) === undefined &&
      ownership.replacerOf(definition, other) === undefined &&
      !ownership.isDeleted(definition, other)
    )
  }
  const twins = alike.filter(isTwin).map((live) => formatId(definition, { ...ref, key: keyOf(definition, live) }))
  if (twins.length === 0) return
  // Another resource of the program, which is not in the state yet, may adopt it.
  const declared = await ownership.countDeclared(definition, ref, inputs)
  if (declared === 0 || alike.length <= declared) return
  const known = warned.get(connection) ?? new Set()
  warned.set(connection, known)
  for (const id of twins) {
    const name = `${definition.kind} ${id}`
    if (known.has(name)) continue
    known.add(name)
    connection.warn(
      `${subject(definition, inputs)} (id ${formatId(definition, ref)}): an identical object (id ${id}) also exists, and no resource of ` +
        `this stack owns it. A proxy may have sent a request twice. If no user or other stack needs it, delete it.`,
    )
  }
}

function indexOf(definition: Definition, snapshot: Snapshot): Map<string, object[]> {
  const known = indexes.get(snapshot)
  if (known) return known
  const index = new Map<string, object[]>()
  for (const live of snapshot.known()) {
    const key = JSON.stringify(naturalKeyOf(definition, observed(definition, live, {})) ?? null)
    index.set(key, [...(index.get(key) ?? []), live])
  }
  indexes.set(snapshot, index)
  return index
}

/** The user who owns an object, if it has one. Objects of other users are not twins. */
const userOf = (live: object): unknown => (live as { owner?: { username?: unknown } }).owner?.username
