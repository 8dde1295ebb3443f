import type { ContainerDefinition } from '../schema/define'
import { InvalidResponse } from '../schema/invalid-response'
import type { Json } from '../schema/json'
import { idOf } from '../schema/kind'
import type { Connection } from '../service/connection'
import { explain } from '../service/explain'
import type { Reference } from '../service/parents'
import { resolve } from '../service/references'
import { ResourceError } from '../service/resource-error'
import { adopt, type CreateResult, planAdoption } from './adopt'
import { claimed, refuseIfDeclaredElsewhere } from './claim'
import { listOwn } from './collection'
import { isCreatable, lookUp, problemOf } from './container-problem'
import type { DesiredObject } from './desired-object'
import { argumentsToCreate } from './send-create'
import { sendUnique } from './send-unique'
import { sendUpdate } from './update'

/** The ids of the references, and whether the project or group was just created. */
interface FoundOrCreated {
  readonly ids: Json
  readonly isCreated: boolean
}

/**
 * Finds a project or group. If it does not exist, it is created if the program says so.
 *
 * @throws ResourceError if it does not exist, and the program does not create it.
 */
export async function findOrCreate(
  definition: ContainerDefinition,
  connection: Connection,
  inputs: Json,
): Promise<FoundOrCreated> {
  const problem = await problemOf(definition, connection, inputs)
  if (problem === undefined) return { ids: await resolve(definition, connection, inputs), isCreated: false }
  if (!isCreatable(inputs, problem)) throw new ResourceError(problem.message)
  const { id, isCreated } = await create(definition, connection, inputs)
  if (isCreated) connection.ledger.addNew(definition.identity.parent, id)
  return { ids: { [idOf(definition.identity.parent)]: id }, isCreated }
}

/**
 * Creates a project or group. If the response is lost, it is looked up by its path. It was not created here if another user
 * created it at the same moment.
 */
async function create(
  definition: ContainerDefinition,
  connection: Connection,
  inputs: Json,
): Promise<{ id: number; isCreated: boolean }> {
  const { parent } = definition.identity
  const { api, parents } = connection
  const reference = inputs[parent] as Reference
  return sendUnique({
    send: async () => {
      const created = await definition.container.create(api, inputs)
      parents.remember(parent, reference, created)
      return { id: created.id, isCreated: true }
    },
    find: async () => {
      parents.forget(parent, reference)
      return lookUp(definition, connection, inputs)
    },
    found: async ({ id }, { mayBeOwn }) => ({ id, isCreated: mayBeOwn }),
  })
}

/**
 * Adopts a project or group, or completes one that was just created.
 *
 * @throws ResourceError if another resource of the program also declares it.
 */
export async function adoptOrComplete(desired: DesiredObject, isCreated: boolean): Promise<CreateResult> {
  const { definition, connection, collection } = desired
  const [live] = await listOwn(definition, connection, collection)
  if (!live) throw new InvalidResponse()
  if (isCreated) return complete(desired, live)
  await refuseIfDeclaredElsewhere(desired, live)
  return adopt(desired, live)
}

/**
 * Sets the arguments of a project or group that was just created. It exists, so that it belongs into the state if this
 * fails.
 */
async function complete(desired: DesiredObject, live: object): Promise<CreateResult> {
  const { definition, connection, inputs } = desired
  const created = claimed(desired, live, argumentsToCreate(definition, inputs))
  const { ref, differing } = await planAdoption(desired, live)
  if (differing.length === 0) return created
  const changed = new Set(differing)
  try {
    return { ...created, live: await sendUpdate(definition, connection, ref, inputs, { inputs, changed, live }) }
  } catch (error) {
    const reason = explain(connection, definition, 'update', inputs, error).message
    return { ...created, sent: [], claimError: new Error(`It was created, but its settings were not. ${reason}`) }
  }
}
