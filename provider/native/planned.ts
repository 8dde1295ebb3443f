import type { Declaration } from '../core/engine/load'
import type { Json } from '../core/schema/json'
import { idOf } from '../core/schema/kind'
import { UNKNOWN } from '../core/schema/unknown'

/** The outputs of a resource that an update would create: the known arguments. */
export const plannedCreate = (kind: Declaration, inputs: Json): Json => ({ ...unknownOutputs(kind), ...inputs })

/**
 * The outputs of a resource that an update would change. Outputs that identify the object stay, and so do secrets that no
 * update rotates. All others can change, so that other resources must not use their former values.
 */
export function plannedUpdate(kind: Declaration, olds: Json, inputs: Json): Json {
  const { parent, key } = kind.identity
  const secrets = Object.keys(kind.output).filter((name) => kind.output[name]?.secret)
  const stable = [...(parent ? [idOf(parent)] : []), ...(kind.rotation || 'of' in kind ? [] : [key, ...secrets])]
  const kept = stable.flatMap((name) => (olds[name] == null ? [] : [[name, olds[name]] as const]))
  return { ...unknownOutputs(kind), ...Object.fromEntries(kept), ...inputs }
}

const unknownOutputs = ({ identity: { parent }, output }: Declaration): Json =>
  Object.fromEntries(
    [...Object.keys(output), ...(parent ? [idOf(parent)] : []), 'instance'].map((name) => [name, UNKNOWN]),
  )
