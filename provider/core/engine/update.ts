import { ApiError } from '../../../sdk'
import { type ObjectParams, type Change, type Definition } from '../schema/define'
import { InvalidResponse } from '../schema/invalid-response'
import type { Fields } from '../schema/field'
import { objectParams, showsObject, keyOf, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { subject } from '../schema/subject'
import { observed, showsSecrets, toWire } from '../schema/wire'
import type { Connection } from '../service/connection'
import { isLost } from '../service/lost'
import { ResourceError } from '../service/resource-error'
import { differingNames } from './diff'
import { deleteDuplicates } from './duplicates'
import { find } from './find'

/** How often an update whose answer was lost is sent, the client's own retries aside. */
const ATTEMPTS = 2

/**
 * Sends an update. After a lost answer it is only sent again for what the service is then seen to lack, and what both
 * requests may have made is reduced to one.
 */
export async function sendUpdate(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  state: Json,
  change: Change<Fields, object>,
): Promise<object> {
  const { want } = change
  let { changed, live } = change
  let at = ref
  for (let lost = 0; ;) {
    try {
      const updated = await send(definition, connection, at, { want, changed, live })
      if (lost > 0) await deleteDuplicates(definition, connection, at, want, updated, lost)
      return updated
    } catch (error) {
      const isUnknown = isLost(error)
      if (isUnknown) lost++
      // A second request may be refused because the first was carried out after all.
      if (lost === 0 || lost === ATTEMPTS || !(isUnknown || ApiError.is(error))) throw error
      live = await findExisting(definition, connection, at, state)
      at = { ...at, key: keyOf(definition, live) }
      changed = new Set(differingNames(changed, want, observed(definition, live, want)))
      if (changed.size > 0 && isUnknown) continue
      if (changed.size > 0) throw error
      if (!definition.rotation?.regenerateSecret) return live
      const revealed = await regenerateSecret(definition, connection, objectParams(definition, at), want)
      await deleteDuplicates(definition, connection, at, want, revealed, lost - 1)
      return revealed
    }
  }
}

async function send(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  change: Change<Fields, object>,
): Promise<object> {
  const { want, changed, live } = change
  if (!definition.api.update) throw new Error(`a ${definition.kind} cannot be changed`)
  const names = new Set([...changed, ...(definition.api.sendWith?.('update', changed) ?? [])])
  const body = toWire(definition, want, names)
  const answer = await definition.api.update(connection.api, objectParams(definition, ref), body, change)
  // An answer may show no more than which object it is, and what was sent of it.
  if (!showsObject(definition, answer) || (definition.rotation?.regenerateSecret && !showsSecrets(definition, answer)))
    throw new InvalidResponse()
  return { ...live, ...answer }
}

/** Makes the service show anew what it shows once. */
export async function regenerateSecret(
  definition: Definition,
  { api }: Connection,
  at: ObjectParams,
  want: Json,
): Promise<object> {
  const live = await definition.rotation?.regenerateSecret?.(api, at, want)
  if (!showsObject(definition, live) || !showsSecrets(definition, live)) throw new InvalidResponse()
  return live
}

/** The object of a state, or what took its place. */
export async function findExisting(
  definition: Definition,
  connection: Connection,
  ref: ObjectRef,
  state: Json,
): Promise<object> {
  const found = await find(definition, connection, ref, state)
  if (typeof found !== 'string') return found.live
  throw new ResourceError(
    found === 'expired'
      ? `${subject(definition, state)} has expired, as declared: declare a later day to go on.`
      : `${subject(definition, state)} is gone from ${connection.instance}: run "pulumi up --refresh" to create it again.`,
  )
}
