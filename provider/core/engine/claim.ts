import { formatId, keyOf } from '../schema/identity'
import type { Json } from '../schema/json'
import { subject } from '../schema/subject'
import { InitFailed, ResourceError } from '../service/resource-error'
import { displayName } from '../service/resource-names'
import type { CreateResult } from './adopt'
import type { DesiredObject } from './desired-object'

/**
 * Claims an object that exists now, and belongs into the state even if the claim fails.
 *
 * @param sent The names of the arguments that were sent.
 */
export function claimed(desired: DesiredObject, live: object, sent: readonly string[]): CreateResult {
  const { definition, connection, inputs, holder } = desired
  try {
    connection.ownership.claimCreated(definition, refOf(desired, live), inputs, holder)
  } catch (error) {
    return { live, sent, claimError: error }
  }
  return { live, sent }
}

/** The error for an object that is in the state, although it could not be claimed. */
export const unclaimed = ({ definition, inputs }: DesiredObject, id: string, outs: Json, error: unknown): InitFailed =>
  new InitFailed(`${subject(definition, inputs)} exists (id ${id}). ${messageOf(error)}`, id, outs)

/** Rejects the adoption of an object that another resource of the program also declares. */
export async function refuseIfDeclaredElsewhere(desired: DesiredObject, live: object): Promise<void> {
  const { definition, connection, inputs, holder } = desired
  const ref = refOf(desired, live)
  const other = await connection.ownership.rivalOf(definition, ref, inputs, holder)
  if (other === undefined) return
  throw new ResourceError(
    `${subject(definition, inputs)} (id ${formatId(definition, ref)}) is also declared by ${displayName(other)}: keep one of them.`,
  )
}

const refOf = ({ definition, collection }: DesiredObject, live: object) => ({
  ...collection,
  key: keyOf(definition, live),
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
