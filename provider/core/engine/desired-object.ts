import type { Definition } from '../schema/define'
import type { CollectionRef } from '../schema/identity'
import type { Json } from '../schema/json'
import type { SecretPath } from '../schema/secret-paths'
import type { Connection } from '../service/connection'
import type { Holder } from '../service/ownership/holder'

/** An object that a resource will create or adopt. */
export interface DesiredObject {
  readonly definition: Definition
  readonly connection: Connection
  /** The collection to create it in. */
  readonly collection: CollectionRef
  /** The arguments, with the ids of the objects that they refer to. */
  readonly inputs: Json
  /** The resource that will own the object. */
  readonly holder: Holder
  /** The arguments that the program marks as secret. */
  readonly secrets?: readonly SecretPath[] | undefined
  /** Whether the object is a parent that this operation has just created. */
  readonly isCreated?: boolean | undefined
}

/** Whether the resource replaces the object with this key by the desired object. */
export function isReplaced(
  { definition, connection, collection, holder }: DesiredObject,
  key: number | string,
): boolean {
  const replacer = connection.ownership.replacerOf(definition, { ...collection, key })
  if (!replacer) return false
  // Resources cannot be distinguished if one of them has no name.
  return replacer.name === undefined || holder.name === undefined || replacer.name === holder.name
}
