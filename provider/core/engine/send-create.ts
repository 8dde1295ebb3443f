import { ApiError, Conflict } from '../../../sdk'
import type { Definition } from '../schema/define'
import { collectionParams, type CollectionRef, identifiesObject } from '../schema/identity'
import { InvalidResponse } from '../schema/invalid-response'
import type { Json } from '../schema/json'
import { withSubjectIds } from '../schema/subject-ids'
import { containsSecrets, sentFields, toWire } from '../schema/wire'
import type { Connection } from '../service/connection'
import { changes } from './diff'

/** The names of the arguments to send: those that are not the default, and those that the service requires. */
export function argumentsToCreate(definition: Definition, inputs: Json): string[] {
  const changed = changes(definition, {}, inputs)
  const names = new Set([...changed, ...(definition.api.sendWith?.('create', changed, inputs) ?? [])])
  return sentFields(definition).filter((name) => names.has(name))
}

/** Sends the request that creates an object, once. `inputs` contain the ids of the objects that they refer to. */
export async function sendCreate(
  definition: Definition,
  connection: Connection,
  collection: CollectionRef,
  inputs: Json,
  names: readonly string[],
): Promise<object> {
  if (!definition.api.create) throw new Error(`a ${definition.kind} cannot be created`)
  const sent = withSubjectIds(definition, inputs)
  const body = toWire(definition, sent, names)
  const live = await definition.api.create(connection.api, collectionParams(definition, collection), body, sent)
  if (!identifiesObject(definition, live) || !containsSecrets(definition, live)) throw new InvalidResponse()
  return live
}

/** Also what a service says if it created an object for another request at the same moment. */
const taken = /already (been taken|attached|exists in source)|for the project already exists|PG::UniqueViolation/

/** Whether the service refused a name that is in use. */
export function isTaken(error: unknown): boolean {
  return Conflict.is(error) || (ApiError.is(error) && taken.test(error.serverMessage))
}

/** Whether a service refused a second object with the same natural key. */
export const isSecondRefused = (error: unknown): boolean =>
  ApiError.is(error) && error.serverMessage.includes('has already been taken')
