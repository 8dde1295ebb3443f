import type { Definition } from '../schema/define'
import { objectParams, keyOf, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { nounOf, subject } from '../schema/subject'
import type { Connection } from '../service/connection'
import { explain } from '../service/explain'
import { listOwn } from './collection'

/**
 * Deletes duplicates that lost requests created beside this object, because their secrets are lost, too. It deletes at
 * most as many as requests were lost: if there are more, another client updated the object at the same moment, and all
 * duplicates are kept.
 *
 * @param most The number of duplicates that lost requests can have created.
 */
export async function deleteDuplicates(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  want: Json,
  live: object,
  most: number,
): Promise<void> {
  if (!definition.existence?.duplicates) return
  const what = subject(definition, want)
  try {
    const keys = keysOf(definition, definition.existence.duplicates(live, await listOwn(definition, connection, ref)))
    if (keys.length <= most) {
      for (const key of keys) await definition.api.delete?.(connection.api, objectParams(definition, { ...ref, key }))
    } else {
      connection.warn(
        `${what} was updated by someone else at the same moment: id ${keys.join(', ')} can be used, too. Delete it ` +
          `if nothing uses it.`,
      )
    }
  } catch (error) {
    const { message } = explain(connection, definition, 'read', want, error)
    connection.warn(
      `The response to an update of ${what} was lost, and the service may have carried it out twice. ${message} Look ` +
        `for another ${nounOf(definition)} of this name, and delete it if nothing uses it.`,
    )
  }
}

/** Warns of objects that say the same as this one, which no resource needs. */
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

const keysOf = (definition: Definition, items: object[]) => items.map((one) => keyOf(definition, one))
