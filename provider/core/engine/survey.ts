import { ApiError } from '../../../sdk'
import { kinds } from '../../kinds'
import type { Definition } from '../schema/define'
import { formatId, keyOf } from '../schema/identity'
import { idOf, type Parents } from '../schema/kind'
import type { Json } from '../schema/json'
import type { Connection } from '../service/connection'
import { diagnose } from '../service/explain'
import type { Reference } from '../service/parents'
import { snapshotOf } from './collection'
import { load } from './load'
import { Reconciler } from './reconciler'

/** An object of the service as state has it that a refresh has just seen. */
export interface Surveyed {
  kind: string
  /** The Pulumi id. */
  id: string
  inputs: Json
  outputs: Json
}

/** The kinds of objects that a project or a group consists of, and that do not refer to something else. */
export const surveyedKinds = (parentKind: keyof Parents): readonly string[] =>
  kinds.filter((kind) => {
    const declaration = load(kind)
    return 'exported' in declaration && declaration.identity.parent === parentKind
  })

/** Every object of these kinds that a project or group has of its own, whoever made it. Only reads. */
export async function survey(
  connection: Connection,
  parentKind: keyof Parents,
  parent: Reference,
  wanted: readonly string[] = surveyedKinds(parentKind),
): Promise<Surveyed[]> {
  const found = await Promise.all(
    wanted.map((kind) => surveyKind(connection, load(kind) as Definition, parentKind, parent)),
  )
  return found.flat()
}

async function surveyKind(
  connection: Connection,
  definition: Definition,
  parentKind: keyof Parents,
  parent: Reference,
): Promise<Surveyed[]> {
  const reconciler = new Reconciler(definition, connection)
  try {
    const collection = { parent: await connection.parents.id(parentKind, parent), within: [] }
    const all = await snapshotOf(definition, connection, collection).all()
    const own = all.filter(
      (live) => (definition.existence?.isOwned?.(live) ?? true) && !definition.existence?.isEnded?.(live),
    )
    const surveyed = own.map(async (live) => {
      const key = keyOf(definition, live)
      const id = formatId({ ...collection, key })
      const found = await reconciler.read(id, {
        [parentKind]: parent,
        [idOf(parentKind)]: collection.parent,
        // A key that is an argument, too, says which it is.
        ...(definition.identity.key in definition.input && { [definition.identity.key]: key }),
        instance: connection.instance,
      })
      return found ? [{ kind: definition.kind, id, inputs: found.inputs, outputs: found.props }] : []
    })
    return (await Promise.all(surveyed)).flat()
  } catch (error) {
    const told = await diagnose(connection, definition, 'read', { [parentKind]: parent }, error)
    told.cause = error
    throw told
  }
}

/** Whether a survey failed because the service does not show a kind to this user, or has none of it in its edition. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error && ApiError.is(error.cause) && [401, 403, 404].includes(error.cause.status)
