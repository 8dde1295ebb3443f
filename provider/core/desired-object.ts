import type { Connection } from './connection'
import type { Definition } from './define'
import type { Whereabouts } from './identity'
import type { Holder } from './holder'
import type { Json } from './plain'
import type { SecretPath } from './secret-paths'

/** An object that a resource is to have: made for it, or taken over. */
export interface DesiredObject {
  readonly definition: Definition
  readonly connection: Connection
  /** The collection that it is to be in. */
  readonly there: Whereabouts
  /** The arguments, with the ids of what they refer to. */
  readonly inputs: Json
  /** The resource. */
  readonly holder: Holder
  /** The arguments that the program has made secrets. */
  readonly secrets?: readonly SecretPath[] | undefined
}

/** Whether the object with this key is the one that the resource gives up for the desired one. */
export function isReplaced({ definition, connection, there, holder }: DesiredObject, key: number | string): boolean {
  const replacer = connection.ownership.replacerOf(definition, { ...there, key })
  if (!replacer) return false
  // Where one of them has no name, nobody can tell them apart.
  return replacer.name === undefined || holder.name === undefined || replacer.name === holder.name
}
