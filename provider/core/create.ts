import { ApiError, ConnectionError, Conflict, ServerError } from '../../sdk'
import { type OnConflict } from './check'
import type { Connection } from './connection'
import type { Definition } from './define'
import { changes, unmet } from './diff'
import { ResourceError, subject } from './errors'
import { isTwin, keyOf, listOwn } from './find'
import { address, formatId } from './identity'
import { type Json, show } from './plain'
import { observed, sentFields, toWire } from './wire'

/** An object that now is there as declared, but for what its answer shows otherwise. */
export interface Established {
  readonly live: object
  /** Whether it was there before. */
  readonly adopted: boolean
  /** The arguments the service was asked to take. */
  readonly asked: readonly string[]
}

/** How often a create whose answer was lost is sent, each time after the service was seen not to have the object. */
const ATTEMPTS = 3

/** Makes the object, or finds it made: by a request whose answer was lost, or by someone else. */
export async function establish(
  definition: Definition,
  connection: Connection,
  parent: number,
  inputs: Json,
): Promise<Established> {
  const asked = toSend(definition, inputs)
  for (let attempt = 1; ; attempt++) {
    try {
      const at = address(definition, { parent })
      const live = (await definition.create(connection.api, at, toWire(definition, inputs, asked))) as
        object | undefined
      if (!live) throw new EmptyAnswer('The service said yes, but did not show what it made')
      return { live, adopted: false, asked }
    } catch (error) {
      if (!definition.naturalKey) throw error
      const lostAnswer = isLost(error)
      if (!lostAnswer && !isTaken(error)) throw error
      const twin = (await listOwn(definition, connection, parent)).find((live) => isTwin(definition, inputs, live))
      if (lostAnswer && twin && unmet(asked, inputs, observed(definition, twin)).length === 0) {
        return { live: twin, adopted: false, asked }
      }
      if (twin) return adopt(definition, connection, parent, inputs, twin)
      if (!lostAnswer || attempt === ATTEMPTS) throw error
    }
  }
}

/** What a create sends: what is not the default anyway, and what the service wants to hear. */
function toSend(definition: Definition, inputs: Json): string[] {
  const changed = changes(definition, {}, inputs)
  const names = new Set([...changed, ...(definition.sendWith?.('create', changed) ?? [])])
  return sentFields(definition).filter((name) => names.has(name))
}

/** Takes over an object that was there before, if the program says so. */
async function adopt(
  definition: Definition,
  connection: Connection,
  parent: number,
  inputs: Json,
  twin: object,
): Promise<Established> {
  const what = subject(definition, inputs)
  const key = keyOf(definition, twin)
  const id = formatId(parent, key)
  const object = `${definition.kind} ${id}`
  const choice = (inputs.onConflict ?? connection.settings.onConflict ?? 'fail') as OnConflict
  const seen = observed(definition, twin)
  const asked = sentFields(definition)
  const differing = unmet(asked, inputs, seen)
  const list = differing.map((name) => `${name} ${show(seen[name])} → ${show(inputs[name])}`).join(', ')
  if (connection.claims.isReplaced(object)) {
    throw new ResourceError(`${what} cannot be made while the one it replaces exists (id ${id}).`)
  }
  if (connection.claims.isHeld(object)) {
    throw new ResourceError(`${what} (id ${id}) is held by another resource of this program: declare it once.`)
  }
  if (choice === 'fail') {
    throw new ResourceError(
      `${what} exists already (id ${id}). To take it over, add onConflict: "adopt"` +
        (list ? `, which would change ${list}.` : ': it is as declared.'),
    )
  }
  if (choice === 'adopt-if-equal' && differing.length > 0) {
    throw new ResourceError(
      `${what} exists already (id ${id}) and differs: ${list}. onConflict: "adopt" would change it.`,
    )
  }
  const fixed = differing.filter((name) => definition.replaceOn.includes(name))
  if (fixed.length > 0) {
    throw new ResourceError(`${what} exists already (id ${id}), but ${fixed.join(', ')} cannot be changed: ${list}.`)
  }
  let live = twin
  if (differing.length > 0) {
    const names = new Set([...differing, ...(definition.sendWith?.('update', new Set(differing)) ?? [])])
    live = await definition.update(
      connection.api,
      address(definition, { parent, key }),
      toWire(definition, inputs, names),
    )
  }
  connection.warn(`${what} existed already (id ${id}) and was adopted${list ? `: ${list}` : ', unchanged'}.`)
  return { live, adopted: true, asked }
}

/** Whether a create may have been carried out although its answer says otherwise, or none came. */
function isLost(error: unknown): boolean {
  return ServerError.is(error) || (ConnectionError.is(error) && error.sent) || error instanceof EmptyAnswer
}

class EmptyAnswer extends Error {}

/** Whether the service refused a name that is in use. */
function isTaken(error: unknown): boolean {
  return Conflict.is(error) || (ApiError.is(error) && /has already been taken/.test(error.serverMessage))
}
