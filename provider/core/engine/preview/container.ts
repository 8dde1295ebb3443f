import type { ContainerDefinition } from '../../schema/define'
import { collectionRefOf, type ObjectRef, objectRefOf } from '../../schema/identity'
import type { Json } from '../../schema/json'
import { idOf } from '../../schema/kind'
import { hasUnknown } from '../../schema/unknown'
import type { Connection } from '../../service/connection'
import { unlessHidden } from '../../service/parent-group'
import { resolve } from '../../service/references'
import { recordMissing } from '../../service/unchecked'
import { type Adoption, planAdoption } from '../adopt'
import { snapshotOf } from '../collection'
import { isCreatable, problemOf, refusalOfCreation } from '../container-problem'
import type { DesiredObject } from '../desired-object'
import type { ProgramResource } from '../verbs'
import { isReplacement, reportAdoption } from './adoption'

/**
 * Reports in a preview what the update would do with a project or group without a state: adopt it, create it, or fail. Only
 * reads. Returns whether that is known.
 */
export async function previewContainer(
  definition: ContainerDefinition,
  connection: Connection,
  inputs: Json,
  { secrets = [], isIndependent, ...holder }: ProgramResource,
): Promise<boolean> {
  if (hasUnknown(inputs)) return false
  const problem = await problemOf(definition, connection, inputs)
  if (problem) {
    const isCreated = isCreatable(inputs, problem)
    if (!isCreated && problem.isMissing) recordMissing(connection, definition, inputs, problem.message)
    const refusal = isCreated
      ? await refusalOfCreation(definition, connection, inputs, isIndependent)
      : `The update would fail: ${problem.message}`
    if (refusal !== undefined) connection.warnOfFailure(refusal)
    return true
  }
  const ids = await resolve(definition, connection, inputs)
  const collection = collectionRefOf(definition, inputs, ids)
  const desired = { definition, connection, collection, inputs: { ...inputs, ...ids }, holder, secrets }
  const [live] = await snapshotOf(definition, connection, collection).all()
  if (!live) return false
  const plan = await planAdoption(desired, live)
  if (isReplacement(desired, plan.ref)) reportReplacement(definition, desired, plan)
  else await reportAdoption(desired, plan, isIndependent)
  return true
}

/**
 * Reports the replacement of the resource's own project or group. Whether the replacement deletes it first is a resource
 * option, of which only the engine knows.
 */
function reportReplacement(
  { container, identity: { parent } }: ContainerDefinition,
  { connection, inputs }: DesiredObject,
  { ref, subject }: Adoption,
): void {
  const { replacedParents } = connection
  const reason = replacedParents.keptBecause(parent, ref.parent, container.keptBecause(inputs))
  replacedParents.add(parent, ref.parent)
  if (reason !== undefined) connection.warnOfFailure(`The update would fail: ${subject} cannot be replaced: ${reason}`)
}

/**
 * The project or group of a state in a preview. The state of a dynamic resource then consists of its inputs, which contain
 * the path, but no id. Undefined if this path no longer exists, which the verb `diff` deals with.
 */
export async function previewedContainer(
  definition: ContainerDefinition,
  connection: Connection,
  olds: Json,
): Promise<ObjectRef | undefined> {
  if (olds[idOf(definition.identity.parent)] !== undefined) return objectRefOf(definition, '', olds)
  const ids = await unlessHidden(() => resolve(definition, connection, olds))
  return ids && objectRefOf(definition, '', { ...olds, ...ids })
}
