import type { Declaration } from '../core/engine/load'
import type { Json } from '../core/schema/json'
import { idOf } from '../core/schema/kind'
import { UNKNOWN } from '../core/schema/unknown'

/** The outputs of a resource that an update would create: the known arguments. */
export const plannedCreate = (kind: Declaration, inputs: Json): Json => ({ ...unknownOutputs(kind), ...inputs })

/**
 * The outputs of a resource that an update would change. Outputs that identify the object stay; all others can change,
 * so that other resources must not use their former values.
 */
export function plannedUpdate(kind: Declaration, olds: Json, inputs: Json): Json {
  const { parent, key } = kind.identity
  const stable = [...(parent ? [idOf(parent)] : []), ...(kind.rotation || 'of' in kind ? [] : [key])]
  const kept = stable.flatMap((name) => (olds[name] === undefined ? [] : [[name, olds[name]] as const]))
  return { ...unknownOutputs(kind), ...Object.fromEntries(kept), ...inputs }
}

const unknownOutputs = ({ identity: { parent }, output }: Declaration): Json =>
  Object.fromEntries(
    [...Object.keys(output), ...(parent ? [idOf(parent)] : []), 'instance'].map((name) => [name, UNKNOWN]),
  )
