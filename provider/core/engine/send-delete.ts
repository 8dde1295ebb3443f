import { NotFound } from '../../../sdk'
import type { Definition } from '../schema/define'
import { collectionName, identifiesObject, objectParams, type ObjectRef } from '../schema/identity'
import { InvalidResponse } from '../schema/invalid-response'
import type { Json } from '../schema/json'
import type { Connection } from '../service/connection'
import type { Holder } from '../service/ownership/holder'
import { find } from './find'

/** Deletes an object that its owner has released. An object that does not exist needs no deletion. */
export async function sendDelete(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  props: Json,
  holder: Holder,
): Promise<void> {
  try {
    await deleteObject(definition, connection, ref, props)
  } catch (error) {
    connection.ownership.giveUp(definition, ref, holder)
    throw error
  }
  connection.ownership.gone(definition, ref, holder)
  // Another resource may be creating an object with its natural key.
  connection.ownership.noteUpdate(definition, ref, props, {})
}

/** Sends the request that deletes an object. Its owner stays the same. */
export async function deleteObject(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  props: Json,
): Promise<void> {
  const markWritten = () => connection.snapshots.markWritten(collectionName(definition, ref), ref.key)
  try {
    const response = await definition.api.delete?.(connection.api, objectParams(definition, ref), props, connection)
    // Another response may be that of a proxy.
    if (response !== undefined && !identifiesObject(definition, response)) throw new InvalidResponse()
  } catch (error) {
    if (!(error instanceof InvalidResponse) && (!NotFound.is(error) || error.routeMissing)) throw error
    markWritten()
    if (typeof (await find(definition, connection, ref, props)) !== 'string') throw error
  }
  markWritten()
}
