import { randomUUID } from 'node:crypto'
import { type OnConflict } from './check'
import type { Connection } from './connection'
import type { Definition } from './define'
import { unmet } from './diff'
import { ResourceError, subject } from './errors'
import { address, formatId, keyOf, objectOf, type Whereabouts } from './identity'
import { type Json, show } from './plain'
import { reveal, sendUpdate } from './update'
import { computedValues, observed, sentFields } from './wire'

/** An object that now is there as declared, but for what its answer shows otherwise. */
export interface Established {
  readonly live: object
  /** The mark of its adoption, if it was there before: state keeps it, and so tells adopters apart. */
  readonly adopted?: string
  /** The arguments the service was asked to take. */
  readonly asked: readonly string[]
  /** It is there, but what the service shows once was lost, and asking anew failed with this. */
  readonly concealedBy?: unknown
}

/**
 * Takes over an object that was there before, if the program says so. Of an heir, which took the place of the one that
 * the program names, nobody need know what the service shows once: it is made to show that anew.
 */
export async function adopt(
  definition: Definition,
  connection: Connection,
  there: Whereabouts,
  inputs: Json,
  twin: object,
  isHeir = false,
): Promise<Established> {
  const what = subject(definition, inputs)
  const key = keyOf(definition, twin)
  const place = { ...there, key }
  const id = formatId(place)
  const object = objectOf(definition, place)
  const choice = (inputs.onConflict ?? connection.settings.onConflict ?? 'fail') as OnConflict
  const seen = observed(definition, twin, inputs)
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
    throw new ResourceError(
      `${what} exists already (id ${id}), but ${fixed.join(', ')} cannot be changed: ${list}. Declare what it has, or let a new one be created.`,
    )
  }
  let live = twin
  if (differing.length > 0) {
    const changed = new Set(differing)
    const state = { ...inputs, ...computedValues(definition, twin, 'read') }
    live = await sendUpdate(definition, connection, place, state, { want: inputs, changed, live: twin })
  } else if (isHeir && definition.reveal) {
    live = await reveal(definition, connection, address(definition, place), inputs)
  }
  const unseen = Object.keys(definition.input).filter((name) => definition.input[name]?.local && inputs[name] != null)
  const shown = computedValues(definition, live, 'write')
  const secrets = Object.keys(definition.output).filter((name) => definition.output[name]?.secret)
  const missing = secrets.filter((name) => !(name in shown))
  const trust = [
    unseen.length > 0 ? ` What it has as ${unseen.join(' and ')} cannot be seen: it is taken to be as declared.` : '',
    missing.length > 0 ? ` Its ${missing.join(' and ')} cannot be seen and stays empty.` : '',
  ].join('')
  const adopted = randomUUID()
  connection.claims.adopt(object, adopted)
  const how = list ? `: ${list}` : live === twin ? ', unchanged' : `, with a new ${secrets.join(' and ')}`
  connection.warn(`${what} existed already (id ${id}) and was adopted${how}.${trust}`)
  return { live, adopted, asked }
}
