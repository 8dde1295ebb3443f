import { NotFound } from '../../../../sdk'
import type { Definition } from '../../schema/define'
import { formatId, objectParams, type ObjectRef } from '../../schema/identity'
import type { Json } from '../../schema/json'
import { describeRefusals, refusal } from '../../schema/refusal'
import { subject } from '../../schema/subject'
import { hasUnknown } from '../../schema/unknown'
import { observed, sentFields, toWire } from '../../schema/wire'
import type { Connection } from '../../service/connection'
import { missingIn, notContained } from '../outputs'

/** Whether a definition knows more about a change than its arguments say. */
export const foresees = ({ api }: Definition): boolean => api.refusals !== undefined || api.effects !== undefined

/**
 * Warns in a preview of what the changed arguments do not say: why the update would fail, because the live object does not
 * fit or does not have a setting, and what else it would change on the service. Only reads.
 *
 * @param known The live object, if it was read already.
 */
export async function previewChange(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  inputs: Json,
  changed: ReadonlySet<string>,
  known?: object,
): Promise<void> {
  const { api } = definition
  const names = sentFields(definition).filter((name) => changed.has(name) && !hasUnknown(inputs[name]))
  if (!foresees(definition) || names.length === 0) return
  const live = known ?? (await api.read?.(connection.api, objectParams(definition, ref)).catch(absent))
  if (!live) return
  const body = toWire(definition, inputs, names)
  const results = await Promise.allSettled([
    api.refusals?.(connection.api, live, body, inputs) ?? Promise.resolve([]),
    api.effects?.(connection.api, live, body) ?? Promise.resolve([]),
  ])
  const [refused, affected] = results
  const refusals = refused.status === 'fulfilled' ? refused.value : []
  const effects = affected.status === 'fulfilled' ? affected.value : []
  const current = observed(definition, live, inputs)
  const missing = missingIn(definition, names, inputs, current, live).map((name) =>
    refusal(notContained(definition.hints?.byArgument, name)),
  )
  const what = subject(definition, inputs)
  if (refusals.length + missing.length > 0) {
    connection.warnOfFailure(describeRefusals(what, [...refusals, ...missing]))
  }
  for (const effect of effects)
    connection.warn(`${what} (id ${formatId(definition, ref)}) would get another ${effect}.`)
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** The update creates an object again that was deleted. */
const absent = (error: unknown): undefined => {
  if (!NotFound.is(error) || error.routeMissing) throw error
}
