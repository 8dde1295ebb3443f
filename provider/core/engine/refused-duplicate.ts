import { formatId, keyOf, type ObjectRef } from '../schema/identity'
import { subject } from '../schema/subject'
import { isOutcomeUnknown } from '../service/lost'
import { isSame } from '../service/ownership/holder'
import { ResourceError } from '../service/resource-error'
import { displayName } from '../service/resource-names'
import { hintForReplace } from './adopt'
import { listOwn, matchesNaturalKey } from './collection'
import { type DesiredObject, isOwn, isReplaced } from './desired-object'
import { isSecondRefused } from './send-create'
import { deleteObject } from './send-delete'
import { waitFor } from './wait-for'

/**
 * A function that sends a creation with `send`, and again if the service refused it because of objects with the same
 * natural key that other resources give up in this operation. `findLate` finds the object of an earlier request whose
 * response was lost, and which the service executed only now.
 */
export function retryingWhenReleased<T>(
  desired: DesiredObject,
  send: () => Promise<T>,
  findLate: () => Promise<T | undefined>,
): () => Promise<T> {
  if (desired.definition.identity.allowsDuplicates !== 'on some services') return send
  let mayExist = false
  return async () => {
    try {
      return await send()
    } catch (error) {
      mayExist ||= isOutcomeUnknown(error)
      if (!isSecondRefused(error)) throw error
      const late = mayExist ? await findLate() : undefined
      if (late !== undefined) return late
      await releaseKey(desired)
      return send()
    }
  }
}

/**
 * Deletes the objects because of which a service refused to create one with the same natural key, if other resources
 * replace all of them in this operation. The engine would only delete them at the end of the update, after the creation.
 *
 * @throws ResourceError if one of them stays.
 */
async function releaseKey(desired: DesiredObject): Promise<void> {
  const { definition, connection, collection } = desired
  let items: object[] = []
  let alike: ObjectRef[] = []
  const isReleased = async () => {
    items = await listOwn(definition, connection, collection)
    const matching = items.filter((live) => matchesNaturalKey(definition, desired.inputs, live))
    alike = matching.map((live) => ({ ...collection, key: keyOf(definition, live) }))
    return alike.every((ref) => isGivenUp(desired, ref))
  }
  const isKnown = async () =>
    (await isReleased()) || alike.some((ref) => isOwn(desired, ref)) || !(await hasUnknownHolders(desired))
  // The engine may not have compared the other resource yet.
  await waitFor(connection, isKnown)
  const staying = alike.filter((ref) => !isGivenUp(desired, ref))
  if (staying.length > 0) throw refusal(desired, staying, items)
  for (const ref of alike) await deleteObject(definition, connection, ref, {})
}

const hasUnknownHolders = async ({ definition, connection, collection, inputs, holder }: DesiredObject) =>
  (await connection.ownership.unknownHolders(definition, collection, inputs, holder)).length > 0

/** Whether the resource that owns an object replaces it, and the engine will delete it. The items of a set have one owner. */
function isGivenUp(desired: DesiredObject, ref: ObjectRef): boolean {
  const { ownership } = desired.connection
  const replacer = ownership.replacerOf(desired.definition, ref)
  if (!replacer || ownership.isRetained(replacer)) return false
  return !isReplaced(desired, ref.key) || isSame(replacer, desired.holder)
}

/** The error about the objects that stay. `items` are those of the collection. */
function refusal(desired: DesiredObject, staying: readonly ObjectRef[], items: readonly object[]): ResourceError {
  const { definition, connection, inputs } = desired
  const what = subject(definition, inputs)
  const [keyArgument] = definition.identity.naturalKey ?? []
  const own = staying.find((ref) => isOwn(desired, ref))
  const other = staying.find((ref) => ref !== own)
  if (!other) {
    const id = own ? formatId(definition, own) : ''
    const others = items.filter((live) => keyOf(definition, live) !== own?.key)
    const reason = definition.api.refusalBeside?.(others, inputs)
    return new ResourceError(
      reason === undefined
        ? `${what} cannot be created while the object that it replaces exists (id ${id}). ` +
            'If retainOnDelete keeps it, delete it. Otherwise, set the resource option deleteBeforeReplace: true.'
        : `${what} (id ${id}) was not replaced: ${reason}.`,
    )
  }
  const exists = `${what} already exists (id ${formatId(definition, other)}), and this service accepts only one with the same ${keyArgument}.`
  const { ownership } = connection
  const replacer = ownership.replacerOf(definition, other)
  if (replacer && ownership.isRetained(replacer)) {
    return new ResourceError(
      `${exists} It is kept because of the option retainOnDelete of ${displayName(replacer.name)}. ` +
        'If no user or other stack needs it, delete it, and run "pulumi up" again.',
    )
  }
  const owner = ownership.ownerOf(definition, other)
  if (owner) {
    return new ResourceError(
      `${exists} It is owned by ${displayName(owner.name)}. If that resource leaves the program or gets another ` +
        `${keyArgument}, update it first, for example with --target.`,
    )
  }
  return new ResourceError(
    own
      ? `${exists} Nothing was deleted. If no user or other stack needs it, delete it, and run "pulumi up" again.`
      : `${exists} To adopt it, set adoptId: ${other.key}.${hintForReplace(connection)}`,
  )
}
