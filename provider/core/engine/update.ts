import { ApiError } from '../../../sdk'
import type { Change, Definition } from '../schema/define'
import type { Fields } from '../schema/field'
import { identifiesObject, keyOf, objectParams, type ObjectRef } from '../schema/identity'
import { InvalidResponse } from '../schema/invalid-response'
import type { Json } from '../schema/json'
import type { ObjectParams } from '../schema/params'
import { agreeing, subject } from '../schema/subject'
import { withSubjectIds } from '../schema/subject-ids'
import { concealed, containsSecrets, observed, toWire } from '../schema/wire'
import { isRoleTooLow } from '../service/causes'
import type { Connection } from '../service/connection'
import { isOutcomeUnknown } from '../service/lost'
import { ResourceError } from '../service/resource-error'
import { collectionOf } from './collection'
import { changes, differingNames } from './diff'
import { deleteDuplicates } from './duplicates'
import { find } from './find'
import { recreates } from './recreation'
import { Recreator } from './recreator'
import { waitFor } from './wait-for'

/** How often an update is sent if its response is lost, in addition to the client's own retries. */
const ATTEMPTS = 2

/**
 * Sends an update. If the response is lost, the object is read, and only missing changes are sent again. Duplicates
 * that both requests may have created are deleted.
 */
export async function sendUpdate(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  state: Json,
  change: Change<Fields, object>,
): Promise<object> {
  const { inputs } = change
  let { changed, live } = change
  if (changed.size > 0 && (await recreates(definition, connection, changed))) {
    return new Recreator(definition, connection, ref, state).run(inputs)
  }
  let currentRef = ref
  for (let unknownCount = 0; ;) {
    try {
      const updated = await sendInTurn(definition, connection, currentRef, { inputs, changed, live })
      if (unknownCount > 0) await deleteDuplicates(definition, connection, currentRef, inputs, updated, unknownCount)
      return updated
    } catch (error) {
      const isUnknownOutcome = isOutcomeUnknown(error)
      if (isUnknownOutcome) unknownCount++
      // The service may reject a second request because it executed the first one.
      if (unknownCount === 0 || unknownCount === ATTEMPTS || !(isUnknownOutcome || ApiError.is(error))) throw error
      live = await findExisting(definition, connection, currentRef, state)
      currentRef = { ...currentRef, key: keyOf(definition, live) }
      const also = definition.api.sendWith?.('update', change.changed, inputs) ?? []
      const given = changes(definition, {}, inputs)
      const sent = new Set([...change.changed, ...also.filter((name) => given.has(name))])
      const unknown = concealed(definition, live).filter((name) => sent.has(name))
      changed = new Set([...differingNames(changed, inputs, observed(definition, live, inputs)), ...unknown])
      if (changed.size > 0 && isUnknownOutcome) continue
      if (changed.size > 0) throw error
      if (!definition.rotation?.regenerateSecret) return live
      const regenerated = await regenerateSecret(definition, connection, objectParams(definition, currentRef), inputs)
      await deleteDuplicates(definition, connection, currentRef, inputs, regenerated, unknownCount - 1)
      return regenerated
    }
  }
}

/**
 * Sends an update. If the service refuses it because the object is the last one with a role, waits until another resource
 * has given the role to another object.
 */
async function sendInTurn(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  change: Change<Fields, object>,
): Promise<object> {
  const { requiredRole } = definition
  try {
    return await send(definition, connection, ref, change)
  } catch (error) {
    if (!requiredRole?.holders || !isRoleTooLow(error)) throw error
    let holders: string[] = []
    const isHolder = () => holders.includes(String(ref.key))
    const isFree = async () => {
      const objects = await collectionOf(definition, connection, ref).all()
      holders = requiredRole.holders?.(objects).map(String) ?? []
      return !isHolder() || holders.length > 1
    }
    // An object without the role was refused for another reason.
    if (!(await waitFor(connection, isFree).catch(() => false)) || !isHolder()) throw error
    return send(definition, connection, ref, change)
  }
}

async function send(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  change: Change<Fields, object>,
): Promise<object> {
  const { changed, live } = change
  const inputs = withSubjectIds(definition, change.inputs)
  if (!definition.api.update) throw new Error(`a ${definition.kind} cannot be changed`)
  const names = new Set([...changed, ...(definition.api.sendWith?.('update', changed, inputs) ?? [])])
  const body = toWire(definition, inputs, names)
  const params = objectParams(definition, ref)
  const response = await definition.api.update(connection.api, params, body, { ...change, inputs }, connection)
  // A response can contain only the key of the object and the sent arguments.
  if (
    !identifiesObject(definition, response) ||
    (definition.rotation?.regenerateSecret && !containsSecrets(definition, response))
  )
    throw new InvalidResponse()
  return { ...live, ...response }
}

/** Makes the service create a new secret, and return it. */
export async function regenerateSecret(
  definition: Definition,
  { api }: Connection,
  at: ObjectParams,
  inputs: Json,
): Promise<object> {
  const live = await definition.rotation?.regenerateSecret?.(api, at, inputs)
  if (!identifiesObject(definition, live) || !containsSecrets(definition, live)) throw new InvalidResponse()
  return live
}

/** Finds the object of a state, or its successor. @throws ResourceError if neither exists. */
export async function findExisting(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  state: Json,
): Promise<object> {
  const found = await find(definition, connection, ref, state)
  if (typeof found !== 'string') return found.live
  throw new ResourceError(
    found === 'expired'
      ? `${subject(definition, state)} expired on the declared date. Declare a later date to renew it.`
      : `${subject(definition, state)} ${agreeing(definition, `does not exist on ${connection.instance}. Run "pulumi up --refresh" to recreate it.`)}`,
  )
}
