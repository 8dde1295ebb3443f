import type { Json } from '../schema/json'
import type { KindDefinition } from '../schema/kind-definition'
import { nounOf } from '../schema/subject'
import { ResourceError } from '../service/resource-error'

/**
 * Whether a resource is only read, with the resource option `id`. Its properties are the program's arguments, which,
 * unlike those of a state, do not contain the service.
 */
export const isOnlyRead = (props: Json): boolean => props.instance === undefined

/** Rejects kinds that cannot be read by id, because only the state contains their objects. */
export function verifyReadable(kind: KindDefinition, id: string): void {
  if (!('of' in kind) && !('perform' in kind)) return
  throw new ResourceError(
    `${nounOf(kind)} ${id} cannot be read by its id, because it is not an object of the service: ` +
      `read its data with a function, such as getLabels or getPipeline.` +
      ('of' in kind ? ' To import existing objects, declare the set with onConflict: "adopt".' : ''),
  )
}

/** Returns the error for the id of a resource that a program reads or imports, and that does not exist on the service. */
export const notFound = (kind: KindDefinition, id: string): ResourceError =>
  new ResourceError(`${nounOf(kind)} ${id} was not read: it does not exist. Correct the id.`)
