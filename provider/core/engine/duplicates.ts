import type { Definition } from '../schema/define'
import { keyOf, objectParams, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { nounOf, subject } from '../schema/subject'
import type { Connection } from '../service/connection'
import { explain } from '../service/explain'
import { listOwn } from './collection'

/**
 * Deletes duplicates that lost requests created beside this object, because their secrets are also lost. It deletes at
 * most as many as requests were lost: if there are more, another client updated the object at the same moment, and all
 * duplicates are kept.
 *
 * @param maxCount The number of duplicates that lost requests can have created.
 */
export async function deleteDuplicates(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  inputs: Json,
  live: object,
  maxCount: number,
): Promise<void> {
  if (!definition.existence?.duplicates) return
  const what = subject(definition, inputs)
  try {
    const keys = keysOf(definition, definition.existence.duplicates(live, await listOwn(definition, connection, ref)))
    if (keys.length <= maxCount) {
      for (const key of keys) {
        await definition.api.delete?.(connection.api, objectParams(definition, { ...ref, key }), inputs, connection)
      }
    } else {
      connection.warn(
        `${what} was updated by another user at the same time, and id ${keys.join(', ')} also works. Delete it if nothing ` +
          `uses it.`,
      )
    }
  } catch (error) {
    const { message } = explain(connection, definition, 'read', inputs, error)
    connection.warn(
      `The response to an update of ${what} was lost, and the service may have executed it twice. ${message} Search ` +
        `for another ${nounOf(definition)} of this name, and delete it if nothing uses it.`,
    )
  }
}

/** Warns of duplicates of this object. */
export function warnOfDuplicates(
  definition: Definition,
  connection: Connection,
  values: Json,
  live: object,
  items: object[],
): void {
  const keys = keysOf(definition, definition.existence?.duplicates?.(live, items) ?? [])
  if (keys.length === 0) return
  connection.warn(`${subject(definition, values)} exists more than once: delete the one with id ${keys.join(', ')}.`)
}

const keysOf = (definition: Definition, items: object[]) => items.map((live) => keyOf(definition, live))
