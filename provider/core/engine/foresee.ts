import type { Definition } from '../schema/define'
import { formatId, whereabouts } from '../schema/identity'
import { hasUnknown, type Json } from '../schema/plain'
import { subject } from '../schema/subject'
import type { Connection } from '../service/connection'
import { ResourceError } from '../service/errors'
import { resolve } from '../service/references'
import type { Adoption } from './adopt'
import { Creation } from './create'
import { changes } from './diff'
import type { Declarer } from './verbs'

/**
 * Says in a preview what the update would adopt: by reading alone, and only of a resource that has no state. Objects
 * that would not change are counted; the program tells how many there are. It also tells of projects and groups that are
 * scheduled for deletion.
 */
export async function foresee(
  definition: Definition,
  connection: Connection,
  olds: Json,
  inputs: Json,
  { secrets, ...holder }: Declarer,
): Promise<void> {
  const isNew = Object.keys(olds).length === 0
  const isChanged = isNew || changes(definition, olds, inputs).size > 0
  const prevented = isChanged ? await connection.deletions.foresee(definition, inputs) : undefined
  if (isNew && prevented !== undefined) {
    return connection.inform(`The update would fail: ${subject(definition, inputs)} cannot be created: ${prevented}`)
  }
  const choice = inputs.onConflict ?? connection.settings.onConflict ?? 'fail'
  const mayAdopt = inputs.adoptId !== undefined || choice === 'adopt' || choice === 'adopt-if-equal'
  if (!isNew || !mayAdopt || hasUnknown(inputs)) return
  const ids = await resolve(definition, connection, inputs)
  const there = whereabouts(definition, inputs, ids)
  const creation = new Creation({ definition, connection, there, inputs: { ...inputs, ...ids }, holder, secrets })
  const plan = await creation.foresee().catch((error: unknown): Partial<Adoption> => {
    if (!(error instanceof ResourceError)) throw error
    return { refusal: error.message }
  })
  if (!plan) return
  const { refusal, what, changes: difference, rotates, place } = plan
  const changed = [...(difference ? [difference] : []), ...(rotates ? ['its secret becomes a new one'] : [])].join('; ')
  connection.ownership.tellAdoption(definition, refusal !== undefined ? 'refused' : changed ? 'some' : 'none')
  if (refusal !== undefined) return connection.inform(`The update would fail: ${refusal}`)
  const id = place ? ` (id ${formatId(place)})` : ''
  if (changed) connection.inform(`${what}${id} exists already and would be adopted: ${changed}.`)
}
