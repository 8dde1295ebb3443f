import type { Definition } from '../schema/define'
import { formatId, objectParams, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { subject } from '../schema/subject'
import { hasUnknown } from '../schema/unknown'
import { sentFields, toWire } from '../schema/wire'
import type { Connection } from '../service/connection'

/**
 * Warns in a preview of what an update would also change on the service, beside the object. Only reads. If this fails,
 * there is no warning.
 */
export async function warnOfEffects(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  inputs: Json,
  changed: ReadonlySet<string>,
): Promise<void> {
  const { api } = definition
  const names = sentFields(definition).filter((name) => changed.has(name) && !hasUnknown(inputs[name]))
  if (!api.effects || names.length === 0) return
  const body = toWire(definition, inputs, names)
  const effects = await api.effects(connection.api, objectParams(definition, ref), body).catch(() => [])
  for (const effect of effects) {
    connection.warn(`${subject(definition, inputs)} (id ${formatId(ref)}) would get another ${effect}.`)
  }
}
