import { nounOf, ResourceError } from './errors'
import type { Declaration } from './load'
import type { Json } from './plain'

/**
 * Whether a resource is only read, by the resource option `id`: then there are the arguments of the program alone. A
 * state says which service it is about.
 */
export const isOnlyRead = (props: Json): boolean => props.instance === undefined

/** Refuses what only a state knows. */
export function verifyReadable(kind: Declaration, id: string): void {
  if (!('of' in kind) && !('perform' in kind)) return
  throw new ResourceError(
    `${nounOf(kind)} ${id} cannot be read by its id, since the service knows no such object: ` +
      `read what it has with a function, such as getLabels or getPipeline.`,
  )
}

/** There is no object with the id of the resource option `id`. */
export const notFound = (kind: Declaration, id: string): ResourceError =>
  new ResourceError(`${nounOf(kind)} ${id} was not read: there is none with this id. Correct the resource option id.`)
