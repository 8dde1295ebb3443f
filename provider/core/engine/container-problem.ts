import { NotFound } from '../../../sdk'
import type { ContainerDefinition } from '../schema/define'
import { show } from '../schema/display'
import type { Json } from '../schema/json'
import type { Parents } from '../schema/kind'
import { describeRefusals } from '../schema/refusal'
import { subject } from '../schema/subject'
import { hasUnknown } from '../schema/unknown'
import type { Connection } from '../service/connection'
import { warnOfRace } from '../service/creation-race'
import { failed } from '../service/explain'
import type { Reference } from '../service/parents'
import { ResourceError } from '../service/resource-error'
import { describeDeletion, restoreRemedy } from '../service/scheduled-deletion'
import { createsParent } from '../service/unchecked'

/** Why a project or group cannot be managed. */
interface Problem {
  readonly message: string
  /** Whether its path is free, so that a new one can be created. */
  readonly isPathFree: boolean
  /** Whether it does not exist, or the access token's user cannot see it. */
  readonly isMissing: boolean
}

/** Whether the program creates the project or group that it names. */
export const isCreatable = ({ create }: Json, { isPathFree }: Problem): boolean => create === true && isPathFree

/** Says in a preview why a project or group that does not exist would not be created. Undefined if nothing is known. */
export async function refusalOfCreation(
  definition: ContainerDefinition,
  connection: Connection,
  inputs: Json,
  isIndependent = false,
): Promise<string | undefined> {
  const found = await definition.container.refusals(connection.api, inputs)
  const [missing] = found.flatMap((one) => one.missing ?? [])
  const isAwaited = missing !== undefined && (await createsParent(connection, missing))
  if (isAwaited && isIndependent) warnOfRace(connection, definition, inputs, 'group', missing)
  const refusals = isAwaited ? found.filter((one) => one.missing === undefined) : found
  return refusals.length > 0 ? describeRefusals(subject(definition, inputs), refusals) : undefined
}

/** Returns why a project or group cannot be managed: it does not exist, or it is scheduled for deletion. */
export async function problemOf(
  definition: ContainerDefinition,
  connection: Connection,
  inputs: Json,
): Promise<Problem | undefined> {
  const noun = definition.identity.parent
  const reference = inputs[noun] as Reference
  const isFound = (await lookUp(definition, connection, inputs)) !== undefined
  const deletion = isFound || inputs.restore === true ? await connection.deletions.at(noun, reference) : undefined
  if (isFound && !deletion) return undefined
  if (!deletion) return { message: missing(definition, connection, inputs), isPathFree: true, isMissing: true }
  if (inputs.restore === true && !deletion.group) {
    // The former path of a group does not work while the group is scheduled for deletion.
    connection.parents.remember(noun, reference, await connection.parents.get(noun, deletion.id))
    return undefined
  }
  const remedy = deletion.group ? restoreRemedy(deletion) : 'Set restore: true to restore it.'
  const isPathFree = typeof reference === 'string' && deletion.path.toLowerCase() !== reference.toLowerCase()
  return {
    message: `${subject(definition, inputs)} was not changed. ${describeDeletion(deletion)} ${remedy}`,
    isPathFree,
    isMissing: false,
  }
}

/** The problem of a project or group that does not exist. */
const missing = (definition: ContainerDefinition, connection: Connection, inputs: Json): string => {
  const noun = definition.identity.parent
  const hint =
    typeof inputs[noun] === 'number'
      ? `Write its path, such as "acme/web", to create it with create: true.`
      : `If it does not exist, add create: true to create it.`
  return (
    `${subject(definition, inputs)} cannot be read: it does not exist, or the access token from ` +
    `${connection.settings.tokenFrom} has no access to it. ${hint}`
  )
}

/** The project or group that the arguments name. Undefined if it does not exist. */
export async function lookUp(
  { identity: { parent } }: ContainerDefinition,
  connection: Connection,
  inputs: Json,
): Promise<Parents[keyof Parents] | undefined> {
  try {
    return await connection.parents.get(parent, inputs[parent] as Reference)
  } catch (error) {
    if (!NotFound.is(error) || error.routeMissing) throw error
    return undefined
  }
}

/** @throws ResourceError if a resource must not be replaced. */
export async function refuseReplacement(
  definition: ContainerDefinition,
  connection: Connection,
  olds: Json,
  news: Json,
): Promise<void> {
  const problem =
    definition.container.problemOfReplacement(olds) ?? (await problemOfNewOne(definition, connection, olds, news))
  if (problem !== undefined) throw new ResourceError(`${failed(definition, 'diff', olds)}. ${problem}.`)
}

/**
 * Why a resource must not be replaced by one whose project or group would be created: the program probably means to move
 * the former one, and the new one would be empty.
 */
async function problemOfNewOne(
  definition: ContainerDefinition,
  connection: Connection,
  olds: Json,
  news: Json,
): Promise<string | undefined> {
  const { parent } = definition.identity
  if (news.create !== true || hasUnknown(news[parent])) return undefined
  const problem = await problemOf(definition, connection, news)
  if (!problem?.isPathFree) return undefined
  return (
    `${parent} ${String(news[parent])} does not exist, and the resource has ${subject(definition, olds)}. To move it, keep ` +
    `${parent}: ${show(olds[parent])}, and set ${definition.container.movedBy.join(' or ')}. To create another ${parent}, declare ` +
    'another resource for it'
  )
}
