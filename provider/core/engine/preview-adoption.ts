import type { Definition } from '../schema/define'
import { collectionRefOf, formatId } from '../schema/identity'
import type { Json } from '../schema/json'
import { hasUnknown } from '../schema/unknown'
import type { Connection } from '../service/connection'
import { resolve } from '../service/references'
import { ResourceError } from '../service/resource-error'
import type { Adoption } from './adopt'
import { Creator } from './creator'
import type { ProgramResource } from './verbs'

/**
 * Reports in a preview what the update would adopt, for a resource without a state. Objects that would not change are
 * only counted, and the program reports their number. Only reads.
 */
export async function previewAdoption(
  definition: Definition,
  connection: Connection,
  inputs: Json,
  { secrets, ...holder }: ProgramResource,
): Promise<void> {
  const choice = inputs.onConflict ?? connection.settings.onConflict ?? 'fail'
  const mayAdopt = inputs.adoptId !== undefined || choice === 'adopt' || choice === 'adopt-if-equal'
  if (!mayAdopt || hasUnknown(inputs)) return
  const ids = await resolve(definition, connection, inputs)
  const collection = collectionRefOf(definition, inputs, ids)
  const creator = new Creator({ definition, connection, collection, inputs: { ...inputs, ...ids }, holder, secrets })
  const plan = await creator.plan().catch((error: unknown): Partial<Adoption> => {
    if (!(error instanceof ResourceError)) throw error
    return { refusal: error.message }
  })
  if (!plan) return
  const { refusal, subject: what, changes: difference, rotates, ref } = plan
  const changed = [
    ...(difference ? [difference] : []),
    ...(rotates ? ['its secret is replaced by a new one'] : []),
  ].join('; ')
  connection.ownership.noteAdoption(definition, refusal !== undefined ? 'refused' : changed ? 'some' : 'none')
  if (refusal !== undefined) return connection.inform(`The update would fail: ${refusal}`)
  const id = ref ? ` (id ${formatId(ref)})` : ''
  if (changed) connection.inform(`${what}${id} already exists and would be adopted: ${changed}.`)
}
