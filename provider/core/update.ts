import type { Connection } from './connection'
import { unmet } from './diff'
import { ResourceError, subject } from './errors'
import type { Fields } from './field'
import { find } from './find'
import { type Address, type Change, type Definition } from './define'
import { address, isShown, keyOf, type Place } from './identity'
import { EmptyAnswer, isLost } from './lost'
import type { Json } from './plain'
import { observed, showsSecrets, toWire } from './wire'

/** How often an update whose answer was lost is sent, the client's own retries aside. */
const ATTEMPTS = 2

/** Sends an update. After a lost answer it is only sent again for what the service is then seen to lack. */
export async function sendUpdate(
  definition: Definition,
  connection: Connection,
  place: Place,
  state: Json,
  change: Change<Fields, object>,
  attempt = 1,
): Promise<object> {
  const { want, changed, live } = change
  const names = new Set([...changed, ...(definition.sendWith?.('update', changed) ?? [])])
  const body = toWire(definition, want, names)
  if (!definition.update) throw new Error(`a ${definition.kind} cannot be changed`)
  try {
    const answer = await definition.update(connection.api, address(definition, place), body, change)
    // An answer may show no more than which object it is, and what was sent of it.
    if (!isShown(definition, answer) || (definition.reveal && !showsSecrets(definition, answer)))
      throw new EmptyAnswer()
    return { ...live, ...answer }
  } catch (error) {
    if (!isLost(error) || attempt === ATTEMPTS) throw error
    const found = await existing(definition, connection, place, state)
    const there = { ...place, key: keyOf(definition, found) }
    const lacking = new Set(unmet(changed, want, observed(definition, found, want)))
    if (lacking.size > 0) {
      return sendUpdate(definition, connection, there, state, { want, changed: lacking, live: found }, attempt + 1)
    }
    return definition.reveal ? reveal(definition, connection, address(definition, there), want) : found
  }
}

/** Makes the service show anew what it shows once. */
export async function reveal(definition: Definition, { api }: Connection, at: Address, want: Json): Promise<object> {
  const live = await definition.reveal?.(api, at, want)
  if (!isShown(definition, live) || !showsSecrets(definition, live)) throw new EmptyAnswer()
  return live
}

/** The object of a state, or what took its place. */
export async function existing(
  definition: Definition,
  connection: Connection,
  place: Place,
  state: Json,
): Promise<object> {
  const found = await find(definition, connection, place, state)
  if (typeof found !== 'string') return found.live
  throw new ResourceError(
    found === 'expired'
      ? `${subject(definition, state)} has expired, as declared: declare a later day to go on.`
      : `${subject(definition, state)} is gone from ${connection.instance}: run "pulumi up --refresh" to make it anew.`,
  )
}
