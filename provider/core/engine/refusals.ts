import type { Definition } from '../schema/define'
import { objectParams, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { describeRefusals, type Refusal, refusal } from '../schema/refusal'
import { subject } from '../schema/subject'
import { hasUnknown } from '../schema/unknown'
import { observed, sentFields, toWire } from '../schema/wire'
import type { Connection } from '../service/connection'
import { missingIn } from './outputs'

/**
 * Warns in a preview of changes that the update would not apply, because the live object does not fit or does not have
 * the setting. Only reads. If this fails, there is no warning.
 *
 * @param known The live object, if it was read already.
 */
export async function warnOfRefusals(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  inputs: Json,
  changed: ReadonlySet<string>,
  known?: object,
): Promise<void> {
  const names = sentFields(definition).filter((name) => changed.has(name) && !hasUnknown(inputs[name]))
  if (!definition.api.refusals || names.length === 0) return
  const found = await refusalsOf(definition, connection, ref, inputs, names, known).catch(() => [])
  if (found.length === 0) return
  connection.warnOfFailure(describeRefusals(subject(definition, inputs), found))
}

async function refusalsOf(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  inputs: Json,
  names: readonly string[],
  known: object | undefined,
): Promise<Refusal[]> {
  const { api } = definition
  const live = known ?? (await api.read?.(connection.api, objectParams(definition, ref)))
  if (!live) return []
  const refusals = (await api.refusals?.(connection.api, live, toWire(definition, inputs, names), inputs)) ?? []
  const missing = missingIn(definition, names, inputs, observed(definition, live, inputs), live)
  return [...refusals, ...missing.map(refusal)]
}
