import type { Definition } from '../schema/define'
import { formatId, keyOf } from '../schema/identity'
import { subject } from '../schema/subject'
import { computedValues } from '../schema/wire'
import { explain } from '../service/explain'
import { ResourceError } from '../service/resource-error'
import { secretsOf } from './adopt'
import type { DesiredObject } from './desired-object'
import { deleteObject } from './send-delete'

/** Whether only the response to the creation contained a secret of the object, and the API cannot make a new one. */
export function losesSecret(definition: Definition, live: object): boolean {
  if (definition.rotation?.regenerateSecret || !definition.api.delete) return false
  const shown = computedValues(definition, live, 'write')
  return secretsOf(definition).some((name) => definition.output[name]?.once && !(name in shown))
}

/**
 * Deletes a new object whose secret was only in a lost response, so that another one can be created.
 *
 * @throws ResourceError if it could not be deleted, or if it was the last attempt.
 */
export async function deleteWithLostSecret(desired: DesiredObject, live: object, isLast: boolean): Promise<void> {
  const { definition, connection, collection, inputs } = desired
  const ref = { ...collection, key: keyOf(definition, live) }
  const created = `${subject(definition, inputs)} was created (id ${formatId(definition, ref)}), but the response with its ${secretsOf(definition).join(' and ')}`
  await deleteObject(definition, connection, ref, inputs).catch((error: unknown) => {
    const reason = explain(connection, definition, 'delete', inputs, error).message
    throw new ResourceError(
      `${created} was lost, and it could not be deleted: delete it, and run "pulumi up" again. ${reason}`,
    )
  })
  if (!isLast) return
  throw new ResourceError(
    `${created} was lost each time. It was deleted again: run "pulumi up" again when the connection to ` +
      `${connection.instance} is stable.`,
  )
}
