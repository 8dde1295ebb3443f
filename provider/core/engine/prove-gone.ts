import { NotFound } from '../../../sdk'
import { isContainer } from '../schema/container'
import type { Definition } from '../schema/define'
import { keyOf, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { subject } from '../schema/subject'
import type { Connection } from '../service/connection'
import { obstacleTo } from '../service/obstacle'
import { NotOwned, ResourceError } from '../service/resource-error'
import { matchesNaturalKey, snapshotOf } from './collection'
import { isOnlyRead } from './only-read'

/**
 * Proves that an object was deleted. Returns the other objects of its collection.
 *
 * @throws ResourceError if the object may exist.
 */
export async function proveGone(
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
    items = await snapshotOf(definition, connection, ref, { maxAgeMs, includes: ref.key }).all()
  } catch (error) {
    if (!NotFound.is(error) || error.routeMissing) throw error
    if (isDeclaredGone(values[parent], id)) return []
    const project = parent === 'project' ? id : undefined
    const obstacle = await obstacleTo(connection, error, { kind: definition, operation: 'read', project })
    if (obstacle !== undefined) {
      throw new ResourceError(
        `${subject(definition, values)} cannot be read. The state of the object was not changed. ${error.message}. ${obstacle}`,
      )
    }
    const what = isContainer(definition)
      ? `${subject(definition, values)} (id ${id})`
      : `${subject(definition, values)} and its ${parent} (id ${id})`
    throw new ResourceError(
      `${what} cannot be read: the access token from ` +
        `${connection.settings.tokenFrom} has no access to the ${parent}, or it was deleted. The state of the object was not changed. ` +
        `${error.message}. If the ${parent} was deleted, set TRUEUP_GONE_PARENTS=${String(values[parent] ?? id)} for one run.`,
    )
  }
  if (items.some((live) => keyOf(definition, live) === ref.key && (definition.existence?.isOwned?.(live) ?? true))) {
    throw new ResourceError(
      `The service responds with 404 for ${subject(definition, values)}, but lists it: the object is being changed, or a proxy ` +
        `responds instead of the service. The state of the object was not changed. Try again.`,
    )
  }
  if (
    items.some((live) => definition.existence?.isOwned?.(live) === false && matchesNaturalKey(definition, values, live))
  ) {
    throw notOwned(definition, values)
  }
  if (items.length === 0 && definition.existence?.hiddenReason && !isDeclaredGone(values[parent], id)) {
    const reason = definition.existence.hiddenReason(await connection.parents.get(parent, id))
    if (reason) {
      throw new ResourceError(
        `${subject(definition, values)} cannot be read: ${reason}. The state of the object was not changed. ` +
          `If it was deleted, set TRUEUP_GONE_PARENTS=${String(values[parent] ?? id)} for one run.`,
      )
    }
  }
  // Without a state, nothing depends on the proof, and the other end is unknown.
  if (!isOnlyRead(values)) await verifyProofOfAccess(definition, connection, values)
  return items
}

/** Reads the other end of a link, because a list omits links to objects that the token cannot see. */
async function verifyProofOfAccess(definition: Definition, connection: Connection, values: Json): Promise<void> {
  try {
    await definition.existence?.proofOfAccess?.(connection.api, values)
  } catch (error) {
    if (!NotFound.is(error)) throw error
    throw new ResourceError(
      `${subject(definition, values)} and its other end cannot be read: ${error.message}. The state of the object was not changed. ` +
        `If the other end was deleted, remove the resource from the program, and run "pulumi state delete".`,
    )
  }
}

export function notOwned(definition: Definition, values: Json): NotOwned {
  const { reason, remedy } = definition.existence?.notOwned ?? {
    reason: `no longer belongs to the ${definition.identity.parent}.`,
  }
  return new NotOwned(`${subject(definition, values)} ${reason}`, remedy ?? '')
}

/** Whether the user confirmed with `TRUEUP_GONE_PARENTS` that a parent was deleted. */
function isDeclaredGone(reference: unknown, id: number): boolean {
  const names = (process.env.TRUEUP_GONE_PARENTS ?? '').split(',').map((name) => name.trim())
  return names.includes(String(id)) || (reference !== undefined && names.includes(String(reference)))
}
