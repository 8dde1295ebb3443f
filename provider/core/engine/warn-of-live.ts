import type { Definition } from '../schema/define'
import { objectName, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { subject } from '../schema/subject'
import type { Connection } from '../service/connection'

/**
 * Warns of what users should know about an object. Responses to updates can contain only a part of it.
 *
 * @param state The values before a refresh, which the live object is compared with.
 */
export function warnOfLive(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  id: string,
  values: Json,
  live: object,
  state: Json = values,
): void {
  const what = `${subject(definition, values)} (id ${id})`
  for (const warning of definition.warnings?.(live, state) ?? []) connection.warn(`${what} ${warning}`)
  const disabled = definition.existence?.disabled?.(live)
  if (disabled) connection.noteDisabled(objectName(definition, ref), what, disabled)
}

/** Warns of an object that no longer works, because its date has passed. */
export function warnOfExpiry(definition: Definition, connection: Connection, id: string, values: Json): void {
  connection.warn(
    `${subject(definition, values)} (id ${id}) expired on the declared date. Declare a later date to renew it.`,
  )
}
