import type { Collection, Definition } from '../schema/define'
import {
  collectionName,
  collectionParams,
  collectionRefOf,
  formatId,
  identifiesObject,
  keyOf,
  type ObjectRef,
} from '../schema/identity'
import { InvalidResponse } from '../schema/invalid-response'
import type { Json } from '../schema/json'
import { withoutSecretValues } from '../schema/secret-paths'
import { subject } from '../schema/subject'
import { hasUnknown } from '../schema/unknown'
import type { Connection } from '../service/connection'
import { resolve } from '../service/references'
import { listOwn, matchesNaturalKey, snapshotOf } from './collection'
import type { DesiredObject } from './desired-object'
import { changes } from './diff'
import type { ProgramResource } from './verbs'

/** Requests that are only for warnings must not delay an operation longer than this. */
const longestSearchMs = 10_000

type NamedObject = Pick<DesiredObject, 'definition' | 'connection' | 'collection' | 'inputs' | 'secrets'>

/** Whether one of these arguments identifies the object for people. */
export const isNamedBy = ({ identity }: Definition, names: ReadonlySet<string>): boolean =>
  identity.naturalKey?.some((name) => names.has(name)) ?? false

/** Warns in an update of the namesakes of an object that was created or renamed. */
export async function warnOfNamesakes(named: NamedObject, { key }: ObjectRef): Promise<void> {
  const { definition, connection, collection } = named
  await warn(named, ` (id ${formatId(definition, { ...collection, key })})`, async (found) => {
    const others = found.filter((live) => keyOf(definition, live) !== key)
    return others.length === 0 ? [] : withoutOwn(definition, others, await listOwn(definition, connection, collection))
  })
}

/** Warns in a preview of the namesakes of an object that the update would create or rename. */
export async function previewNamesakes(
  definition: Definition,
  connection: Connection,
  olds: Json,
  inputs: Json,
  { secrets = [] }: ProgramResource,
): Promise<void> {
  if (!definition.namesakes || hasUnknown(inputs)) return
  const changed = changes(definition, olds, inputs)
  const { parent } = definition.identity
  if (!isNamedBy(definition, changed) && !changed.has(parent)) return
  const collection = collectionRefOf(definition, inputs, await resolve(definition, connection, inputs))
  const named = { definition, connection, collection, inputs, secrets }
  await warn(named, '', async (found) =>
    withoutOwn(definition, found, await snapshotOf(definition, connection, collection).all()),
  )
}

/** @param outside Returns the objects that do not belong to the parent itself. */
async function warn(
  named: NamedObject,
  id: string,
  outside: (found: readonly object[]) => Promise<readonly object[]>,
): Promise<void> {
  const { definition, connection, inputs, secrets = [] } = named
  if (!definition.namesakes) return
  // The object exists, or the update can create it: no failure of this search is worth an error.
  const others = await search(named)
    .then((found) => (found.length === 0 ? [] : outside(found)))
    .catch(() => [])
  if (others.length === 0) return
  const what = subject(definition, withoutSecretValues(inputs, secrets))
  connection.warnOfNamesakes(`${what}${id} ${definition.namesakes.describe(others.length)}`)
}

/**
 * The objects with the natural key, of the parent and of what it contains. If all objects fit on one page, that page is
 * read once in a process. Otherwise, each name is searched for.
 */
async function search({ definition, connection, collection, inputs }: NamedObject): Promise<object[]> {
  const { api, snapshots } = connection
  const list = (search?: string): Collection<object> =>
    definition.namesakes!.list(
      api,
      collectionParams(definition, collection),
      { ...(search !== undefined && { search }) },
      { signal: AbortSignal.timeout(longestSearchMs) },
    )
  const name = `${collectionName(definition, collection)} and below`
  const all = snapshots.of(name, list, (live) => keyOf(definition, live))
  const title = String(inputs[definition.identity.naturalKey?.[0] ?? ''])
  const found = (await all.ofOnePage()) ?? (await list(title).all())
  if (!found.every((live) => identifiesObject(definition, live))) throw new InvalidResponse()
  return found.filter((live) => matchesNaturalKey(definition, inputs, live))
}

function withoutOwn(definition: Definition, found: readonly object[], own: readonly object[]): object[] {
  const keys = new Set(own.map((live) => keyOf(definition, live)))
  return found.filter((live) => !keys.has(keyOf(definition, live)))
}
