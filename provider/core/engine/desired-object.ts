import type { OnDuplicate } from '../schema/adoption-fields'
import type { Definition } from '../schema/define'
import type { CollectionRef, ObjectRef } from '../schema/identity'
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
}

/**
 * What to do if the object exists. In a project or group that this program has just created, the service has made it:
 * the protection of the default branch, the membership of the creator, or what a template contains.
 */
export function conflictChoice({ definition, connection, collection, inputs }: DesiredObject): OnDuplicate {
  const { parent, isSingle } = definition.identity
  const usual = isSingle?.(inputs) ? 'adopt' : (connection.settings.onConflict ?? 'fail')
  const choice = (inputs.onConflict ?? usual) as OnDuplicate
  return choice !== 'create' && connection.ledger.isNew(parent, collection.parent) ? 'adopt' : choice
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

/** Whether this resource owns the object, or replaces it. */
export function isOwn(desired: DesiredObject, ref: ObjectRef): boolean {
  const { definition, connection, holder } = desired
  const owner = connection.ownership.ownerOf(definition, ref)
  return (owner?.name !== undefined && owner.name === holder.name) || isReplaced(desired, ref.key)
}
