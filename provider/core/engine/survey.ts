import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '../../../sdk'
import { kinds } from '../../kinds'
import type { Definition } from '../schema/define'
import { formatId, keyOf } from '../schema/identity'
import type { Json } from '../schema/json'
import { idOf, type Parents } from '../schema/kind'
import { argumentsOfKey, hasComputedKey } from '../schema/object-key'
import type { Connection } from '../service/connection'
import { diagnose } from '../service/explain'
import type { Reference } from '../service/parents'
import { snapshotOf } from './collection'
import { load, verbsOf } from './load'

/** An object of the service, with the values that a state has after a refresh. */
export interface Surveyed {
  kind: string
  /** The Pulumi id. */
  id: string
  inputs: Json
  outputs: Json
  /** A name for it that is not secret. Undefined if it has a unique one, or none. */
  exportName?: string
  /** The optional secrets that are set, of which the service does not show the values. */
  unread?: string[]
  /** Whether another object has the same natural key. */
  isRepeated?: boolean
}

/** The kinds of objects that `trueup export` lists for a project or group. */
export const surveyedKinds = (parentKind: keyof Parents): readonly string[] =>
  kinds.filter((kind) => {
    const definition = load(kind)
    return 'exported' in definition && definition.identity.parent === parentKind
  })

/**
 * Reads all objects of these kinds that belong to a project or group itself, including those that no program manages.
 */
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
  const verbs = verbsOf(definition, connection)
  try {
    const collection = { parent: await connection.parents.id(parentKind, parent), within: [] }
    const all = await snapshotOf(definition, connection, collection).all()
    const own = all.filter(
      (live) => (definition.existence?.isOwned?.(live) ?? true) && !definition.existence?.isEnded?.(live),
    )
    const surveyed = own.map(async (live) => {
      const key = keyOf(definition, live)
      const id = formatId(definition, { ...collection, key })
      const found = await verbs.read(id, {
        [parentKind]: parent,
        [idOf(parentKind)]: collection.parent,
        // If arguments are the key, the state must contain them.
        ...(!hasComputedKey(definition) && argumentsOfKey(definition, key)),
        instance: connection.instance,
      })
      if (!found) return []
      const one = { kind: definition.kind, id, inputs: found.inputs, outputs: found.props }
      const readParent = () => connection.parents.get(parentKind, collection.parent)
      return definition.single ? changedSince(definition, definition.single, one, live, readParent) : [one]
    })
    return (await Promise.all(surveyed)).flat()
  } catch (error) {
    const explained = await diagnose(connection, definition, 'read', { [parentKind]: parent }, error)
    explained.cause = error
    throw explained
  }
}

/**
 * An object that each parent has once, without the values that new parents have. They are null, as in the state of a
 * program that omits them. None if no value remains.
 */
async function changedSince(
  { input }: Definition,
  { initialValues }: NonNullable<Definition['single']>,
  one: Surveyed,
  live: object,
  readParent: () => Promise<Parents[keyof Parents]>,
): Promise<Surveyed[]> {
  const initial = (await initialValues(live, readParent)) as Json
  const omitted: Json = {}
  let isChanged = false
  for (const [name, { optional, default: unmanaged }] of Object.entries(input)) {
    if (!optional) continue
    const [value, initially] = [one.inputs[name], initial[name]]
    // A text without a value is null or empty.
    const isOmitted = value == null || isDeepStrictEqual(value, initially) || (value === '' && initially == null)
    if (isOmitted) omitted[name] = unmanaged
    else isChanged = true
  }
  if (!isChanged) return []
  return [{ ...one, inputs: { ...one.inputs, ...omitted }, outputs: { ...one.outputs, ...omitted } }]
}

/** Whether a survey failed because the user cannot read the kind, or the edition of the service does not have it. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error && ApiError.is(error.cause) && [401, 403, 404].includes(error.cause.status)
