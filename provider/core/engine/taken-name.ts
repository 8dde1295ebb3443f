import type { Definition } from '../schema/define'
import { collectionName, formatId, keyOf, type ObjectRef } from '../schema/identity'
import type { Kind } from '../schema/kind'
import { nameArgumentOf } from '../schema/set'
import { subject } from '../schema/subject'
import { observed } from '../schema/wire'
import type { Connection } from '../service/connection'
import { ResourceError } from '../service/resource-error'
import { displayName } from '../service/resource-names'
import { listOwn, matchesNaturalKey } from './collection'
import type { DesiredObject } from './desired-object'
import { isTaken } from './send-create'
import { sendUpdate } from './update'

/** How often to check whether another resource frees a name. All checks take up to 7 s. */
const ATTEMPTS = 4

/** The argument with the unique name of an object. Undefined if there is none or the name cannot be changed. */
export function renamedBy(kind: Kind): string | undefined {
  const name = nameArgumentOf(kind)
  return name !== undefined && kind.replaceOn.includes(name) ? undefined : name
}

/**
 * Sends an update that may rename an object. The engine runs updates in any order, and two resources may swap names. If
 * another resource has the name but frees it in this operation, its object gets a temporary name first.
 *
 * @throws ResourceError if no other resource is known to free the name.
 */
export async function sendRename(desired: DesiredObject, send: () => Promise<object>): Promise<object> {
  const { definition, connection, collection } = desired
  try {
    return await send()
  } catch (error) {
    if (renamedBy(definition) === undefined || !isTaken(error)) throw error
    return connection.locks.run(`names in ${collectionName(definition, collection)}`, async () => {
      for (let attempt = 1; !(await isFreed(desired)); attempt++) {
        // The engine may not have started the update of the other resource yet, and does not report its plans.
        if (attempt === ATTEMPTS) throw refusal(desired, await findByNaturalKey(desired))
        await connection.pause(attempt)
      }
      return send()
    })
  }
}

/** Gives an object a temporary name if its resource frees the name in this operation. Returns whether it does. */
export async function releaseName(
  { definition, connection, collection, inputs }: DesiredObject,
  existing: object,
): Promise<boolean> {
  const name = renamedBy(definition)
  const ref = { ...collection, key: keyOf(definition, existing) }
  if (name === undefined || !connection.ownership.renamerOf(definition, ref, inputs)) return false
  return lockName(connection, definition, ref, async () => {
    // Its own update may have renamed it since: the temporary name would undo that.
    const items = await listOwn(definition, connection, collection)
    const live = items.find((one) => keyOf(definition, one) === ref.key)
    if (!live || !matchesNaturalKey(definition, inputs, live)) return true
    const current = observed(definition, live, inputs)
    const inputs_ = { ...current, [name]: temporary(String(current[name]), ref.key) }
    await sendUpdate(definition, connection, ref, current, { inputs: inputs_, changed: new Set([name]), live })
    connection.snapshots.markWritten(collectionName(definition, collection), ref.key)
    return true
  })
}

/** Renames of one object wait for each other. */
export const lockName = <T>(
  { locks }: Connection,
  definition: Definition,
  ref: ObjectRef,
  rename: () => Promise<T>,
): Promise<T> => locks.run(`name of ${collectionName(definition, ref)} ${ref.key}`, rename)

/** Whether the name is now free in the project. */
async function isFreed(desired: DesiredObject): Promise<boolean> {
  const existing = await findByNaturalKey(desired)
  return existing === undefined || releaseName(desired, existing)
}

async function findByNaturalKey({
  definition,
  connection,
  collection,
  inputs,
}: DesiredObject): Promise<object | undefined> {
  const items = await listOwn(definition, connection, collection)
  return items.find((live) => matchesNaturalKey(definition, inputs, live))
}

function refusal(
  { definition, connection, collection, inputs }: DesiredObject,
  existing: object | undefined,
): ResourceError {
  const ref = { ...collection, key: existing ? keyOf(definition, existing) : '' }
  const other = connection.ownership.ownerOf(definition, ref)
  const what = `${subject(definition, inputs)} already exists (id ${formatId(definition, ref)})`
  return new ResourceError(
    other
      ? `${what} and is owned by ${displayName(other.name)}: declare it once.`
      : `${what}, so no other object can get this name. If its resource is also renamed, update both in one run without ` +
          `--parallel 1. Otherwise rename or delete it first, in a separate update.`,
  )
}

/** A temporary name until the object gets its declared name. It may remain after a killed update. */
const temporary = (name: string, key: number | string): string => `${name.slice(0, 200)} (being renamed ${key})`
