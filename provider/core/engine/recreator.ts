import { withDefaults } from '../schema/check'
import type { Definition } from '../schema/define'
import { collectionName, collectionParams, formatId, type ObjectRef } from '../schema/identity'
import type { Json } from '../schema/json'
import { idOf, type Operation, referencesOf } from '../schema/kind'
import { keyNames } from '../schema/object-key'
import type { Recreation } from '../schema/recreation'
import { subject } from '../schema/subject'
import { withSubjectIds } from '../schema/subject-ids'
import { observed, sentFields } from '../schema/wire'
import type { Connection } from '../service/connection'
import { diagnose, failed } from '../service/explain'
import { isOutcomeUnknown, readResponse } from '../service/lost'
import { ObjectLost, ResourceError } from '../service/resource-error'
import { differingNames } from './diff'
import { find } from './find'
import { argumentsToCreate, sendCreate } from './send-create'
import { deleteObject } from './send-delete'
import { sendUnique } from './send-unique'

/**
 * Updates an object that the API cannot change: deletes it and creates it again. Checks before what it can, and restores
 * the old object if the new one cannot be created.
 */
export class Recreator {
  private readonly recreation: Recreation

  constructor(
    private readonly definition: Definition,
    private readonly connection: Connection,
    private readonly ref: ObjectRef,
    /** The state of the resource. It contains the ids of the objects that the arguments refer to. */
    private readonly state: Json,
  ) {
    if (!definition.api.recreate) throw new Error(`a ${definition.kind} is not recreated`)
    this.recreation = definition.api.recreate
  }

  /** Returns the new object, or the existing one if it is as declared. An object that does not exist is created. */
  async run(declared: Json): Promise<object> {
    const { definition, state } = this
    const ids = Object.fromEntries(referencesOf(definition).map((name) => [idOf(name), state[idOf(name)]]))
    const inputs = { ...ids, ...declared }
    const old = await this.find(inputs)
    if (!old) return this.create(inputs)
    if (this.isAsDeclared(old, inputs)) return old
    await this.refuseProblems(inputs, old)
    await this.delete(inputs)
    try {
      return await this.create(inputs)
    } catch (error) {
      const reason = await this.explain('update', inputs, error)
      throw await this.restore({ ...inputs, ...observed(definition, old, inputs) }, reason)
    }
  }

  /** @throws ResourceError if the service would not create the object. */
  private async refuseProblems(inputs: Json, old: object): Promise<void> {
    const { definition, connection, ref } = this
    const at = collectionParams(definition, ref)
    const problems =
      (await this.recreation.problems?.(connection.api, at, withSubjectIds(definition, inputs), old)) ?? []
    if (problems.length === 0) return
    throw new ResourceError(`${failed(definition, 'update', inputs)}, and not deleted. ${problems.join(' ')}`)
  }

  private async delete(inputs: Json): Promise<void> {
    const { definition, connection, ref, state } = this
    try {
      await deleteObject(definition, connection, ref, state)
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      const found = await this.find(inputs).catch(() => 'unknown' as const)
      if (found === 'unknown') throw this.lost(inputs, await this.explain('delete', inputs, error), 'may be ')
      if (found) throw error
    }
  }

  /** Creates the object, unless it exists as declared. */
  private create(inputs: Json): Promise<object> {
    const { definition, connection, ref } = this
    const names = argumentsToCreate(definition, inputs)
    return sendUnique<object, object>({
      send: () =>
        sendCreate(definition, connection, ref, inputs, names).finally(() =>
          connection.snapshots.markWritten(collectionName(definition, ref), ref.key),
        ),
      find: () => this.find(inputs),
      found: async (live, { error }) => {
        if (this.isAsDeclared(live, inputs)) return live
        throw error
      },
    })
  }

  /** Creates the old object. Returns the error of the update, which says whether that was possible. */
  private async restore(old: Json, reason: string): Promise<ResourceError> {
    const { definition, connection } = this
    const what = subject(definition, old)
    try {
      await this.create(old)
      return new ResourceError(
        `${reason} ${what} was deleted for this update, and then restored with its old arguments.`,
      )
    } catch (error) {
      const found = await this.find(old).catch(() => undefined)
      if (found) {
        return new ResourceError(
          `${reason} It was deleted for this update, but another user has created ${what} since. Run "pulumi up --refresh".`,
        )
      }
      const { message } = await diagnose(connection, definition, 'create', old, error)
      return this.lost(old, `${reason} The old one could not be restored: ${message}`)
    }
  }

  /** The error for an object that does not exist any more. `old` contains its old arguments. */
  private lost(old: Json, reason: string, certainty = 'is '): ObjectLost {
    const { definition, ref, state } = this
    const { lost, meanwhile } = this.recreation
    const values = sentFields(definition)
      .filter((name) => !keyNames(definition).includes(name) && !definition.input[name]?.secret)
      .map((name) => `${name} ${JSON.stringify(old[name] ?? null)}`)
    return new ObjectLost(
      `${subject(definition, old)} ${certainty}${lost}: the update deleted it and could not create it again, so ${meanwhile}. ` +
        `Run "pulumi up" again to create it, or restore it by hand: ${values.join(', ')}. ${reason}`,
      formatId(definition, ref),
      state,
    )
  }

  /** Looks for the object. Undefined if it is proven not to exist. */
  private async find(inputs: Json): Promise<object | undefined> {
    const { definition, connection, ref } = this
    const found = await readResponse(connection, () => find(definition, connection, ref, inputs))
    return typeof found === 'string' ? undefined : found.live
  }

  private isAsDeclared(live: object, inputs: Json): boolean {
    const { definition } = this
    const wanted = withDefaults(definition, inputs)
    return differingNames(sentFields(definition), wanted, observed(definition, live, inputs)).length === 0
  }

  private async explain(operation: Operation, inputs: Json, error: unknown): Promise<string> {
    return (await diagnose(this.connection, this.definition, operation, inputs, error)).message
  }
}
