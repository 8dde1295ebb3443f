import type { Definition } from '../../schema/define'
import { collectionRefOf, formatId, type ObjectRef } from '../../schema/identity'
import type { Json } from '../../schema/json'
import { withoutSecretValues } from '../../schema/secret-paths'
import { agreeing, subject } from '../../schema/subject'
import { hasUnknown } from '../../schema/unknown'
import type { Connection } from '../../service/connection'
import { resolveSubjects } from '../../service/named-subjects'
import { resolve } from '../../service/references'
import { ResourceError } from '../../service/resource-error'
import type { Adoption } from '../adopt'
import { Creator } from '../creator'
import { conflictChoice, type DesiredObject, isOwn } from '../desired-object'
import { changes as changesOf } from '../diff'
import { warnOfRecreation } from '../recreation'
import type { ProgramResource } from '../verbs'
import { previewChange } from './change'
import { mayHaveEqual, planAmongEqual } from './equal'
import { previewInputs } from './inputs'

/** Whether a preview looks for an existing object with these arguments, in the project or group that they name. */
export const looksUp = ({ identity }: Definition, inputs: Json): boolean =>
  !hasUnknown(inputs) && (inputs.adoptId !== undefined || identity.naturalKey !== undefined)

/**
 * Reports in a preview what the update would adopt, or why it would fail, for an object without a state. Objects that
 * would not change are only counted, and the program reports their number. Only reads. Returns whether the object exists.
 */
export async function previewAdoption(
  definition: Definition,
  connection: Connection,
  inputs: Json,
  { secrets = [], isIndependent, ...holder }: ProgramResource,
): Promise<boolean> {
  if (!looksUp(definition, inputs)) return false
  const ids = {
    ...(await resolve(definition, connection, inputs)),
    ...(await resolveSubjects(definition, connection, 'create', inputs)),
  }
  const collection = collectionRefOf(definition, inputs, ids)
  if (connection.replacedParents.has(definition.identity.parent, collection.parent)) return false
  const desired = { definition, connection, collection, inputs: { ...inputs, ...ids }, holder, secrets }
  if (mayHaveEqual(desired)) return previewAmongEqual(desired, isIndependent)
  const plan = await new Creator(desired).plan().catch((error: unknown): Partial<Adoption> => {
    if (!(error instanceof ResourceError)) throw error
    return { refusal: error.message }
  })
  if (!plan) return false
  await report(desired, plan, isIndependent)
  return true
}

/** Reports what the update does with equal objects, as soon as it is known which of them resources own. */
async function previewAmongEqual(desired: DesiredObject, isIndependent: boolean | undefined): Promise<boolean> {
  const { definition, connection, collection, inputs } = desired
  const { ownership } = connection
  if (!ownership.knowsProgram && !connection.hasWarnedOfFailures) await connection.waitForProgram()
  // A set with a new item can also own some of them.
  const unknown = await ownership.unknownHolders(definition, collection, inputs, {}, true)
  if (unknown.length > 0) {
    const repeat = async () => void (await previewAmongEqual(desired, isIndependent))
    ownership.whenKnown(definition, unknown, inputs, repeat, true)
    return false
  }
  const plan = await planAmongEqual(desired)
  if (plan) await report(desired, plan, isIndependent)
  return plan !== undefined
}

/** Reports the plan of an adoption, unless the resource replaces the object by itself. */
async function report(
  desired: DesiredObject,
  plan: Partial<Adoption>,
  isIndependent: boolean | undefined,
): Promise<void> {
  if (!isReplacement(desired, plan.ref)) await reportAdoption(desired, plan, isIndependent)
}

/**
 * Whether an object is that of the resource itself, which replaces it. With --replace, the engine does not ask for the
 * difference, so the owner of the object is not known.
 */
export const isReplacement = (desired: DesiredObject, ref: ObjectRef | undefined): boolean =>
  desired.connection.ownership.isDeletedFirst(desired.holder) || (ref !== undefined && isOwn(desired, ref))

/** Reports the plan of an adoption. */
export async function reportAdoption(
  desired: DesiredObject,
  plan: Partial<Adoption>,
  isIndependent: boolean | undefined,
): Promise<void> {
  const { definition, connection, inputs, secrets } = desired
  const { refusal, subject: what, changes, rotates, recreates = false, ref } = plan
  record(desired, plan)
  if (conflictChoice(desired) === 'fail' && inputs.adoptId === undefined) {
    if (refusal !== undefined) await warnUnlessFreed(desired, ref, refusal)
    return
  }
  const changed = [...(changes ? [changes] : []), ...(rotates ? ['its secret is replaced by a new one'] : [])].join(
    '; ',
  )
  connection.ownership.noteAdoption(definition, refusal !== undefined ? 'refused' : changed ? 'some' : 'none')
  if (refusal !== undefined) return connection.inform(`The update would fail: ${refusal}`)
  const id = ref ? ` (id ${formatId(definition, ref)})` : ''
  if (changed)
    connection.inform(`${what}${id} already ${agreeing(definition, 'exists and would be adopted:')} ${changed}.`)
  if (recreates) warnOfRecreation(definition, connection, what ?? '')
  if (!ref) return
  await previewChange(definition, connection, ref, inputs, changesOf(definition, {}, inputs), plan.live)
  const { differing = [] } = plan
  await previewInputs(definition, connection, inputs, new Set(differing), { secrets, isIndependent })
}

/**
 * Warns that an object which already exists makes the update fail, unless a resource of the program owns the object and
 * may replace or rename it before. The object of a resource that left the program is deleted too late, at the end of the
 * update. Pulumi compares resources in any order, so the warning waits for those that may own the object.
 */
async function warnUnlessFreed(desired: DesiredObject, ref: ObjectRef | undefined, refusal: string): Promise<void> {
  const { definition, connection, collection, inputs, holder } = desired
  const { ownership } = connection
  if (!ownership.knowsProgram && !connection.hasWarnedOfFailures) await connection.waitForProgram()
  if (ref && mayBeOwned(desired, ref)) return
  const unknown = await ownership.unknownHolders(definition, collection, inputs, holder, true)
  if (unknown.length === 0) {
    const unless = ownership.hasUnreached(definition, holder) ? ', unless another resource changes this before' : ''
    return connection.warnOfFailure(`The update would fail${unless}: ${refusal}`)
  }
  ownership.whenKnown(definition, unknown, inputs, () => warnUnlessFreed(desired, ref, refusal), true)
}

/** Whether a resource of the stack owns an object, as far as this process knows. */
function mayBeOwned({ definition, connection: { ownership } }: DesiredObject, ref: ObjectRef): boolean {
  return (
    ownership.ownerOf(definition, ref) !== undefined ||
    ownership.replacerOf(definition, ref) !== undefined ||
    ownership.isDeleted(definition, ref)
  )
}

/** Writes the existing object for the summary of the preview, which knows what happens to all objects. */
function record(desired: DesiredObject, adoption: Partial<Adoption>): void {
  const { refusal, ref, changed = [], rotates = false, recreates = false, disabled } = adoption
  const { definition, connection, inputs, holder, secrets = [] } = desired
  const { parent } = definition.identity
  connection.record({
    effect: refusal === undefined ? 'adopt' : 'conflict',
    resource: holder.name,
    kind: definition.kind,
    parent: String(inputs[parent]),
    subject: subject(definition, { ...withoutSecretValues(inputs, secrets), [parent]: undefined }),
    id: ref ? formatId(definition, ref) : '',
    changes: changed,
    rotates,
    ...(recreates && { meanwhile: definition.api.recreate?.meanwhile }),
    ...(disabled && { disabled: disabled.reason }),
    refusal,
  })
}
