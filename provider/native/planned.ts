import { keptOutputs } from '../core/engine/kept-outputs'
import type { Json } from '../core/schema/json'
import { idOf } from '../core/schema/kind'
import type { KindDefinition } from '../core/schema/kind-definition'
import { UNKNOWN } from '../core/schema/unknown'
import type { Connection } from '../core/service/connection'

/** The outputs of a resource that an update would create: the known arguments. */
export const plannedCreate = (kind: KindDefinition, inputs: Json): Json => ({ ...unknownOutputs(kind), ...inputs })

/** The outputs of a resource that an update would change. */
export const plannedUpdate = (
  kind: KindDefinition,
  olds: Json,
  inputs: Json,
  { instance, ledger }: Connection,
): Json => ({
  ...unknownOutputs(kind),
  ...keptOutputs(kind, olds, inputs, (path) => ledger.movedPath(path)),
  instance,
  ...inputs,
})

const unknownOutputs = ({ identity: { parent }, output }: KindDefinition): Json =>
  Object.fromEntries(
    [...Object.keys(output), ...(parent ? [idOf(parent)] : []), 'instance'].map((name) => [name, UNKNOWN]),
  )
