import { NotFound } from '../../../sdk'
import type { Definition } from '../schema/define'
import { keyOf, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { subject } from '../schema/subject'
import type { Connection } from '../service/connection'
import { obstacleTo } from '../service/obstacle'
import { NotOwned, ResourceError } from '../service/resource-error'
import { matchesNaturalKey, snapshotOf } from './collection'

/** Throws unless the object is surely gone; else what is there. */
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

export function notOwned(definition: Definition, values: Json): NotOwned {
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
