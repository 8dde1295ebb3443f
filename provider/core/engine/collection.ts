import { isDeepStrictEqual } from 'node:util'
import type { Collection, Definition } from '../schema/define'
import { collectionName, collectionParams, type CollectionRef, identifiesObject, keyOf } from '../schema/identity'
import { InvalidResponse } from '../schema/invalid-response'
import type { Json } from '../schema/json'
import { meaningOf } from '../schema/natural-key'
import { observed } from '../schema/wire'
import type { Connection } from '../service/connection'
import type { Freshness } from '../service/snapshot'

/** The snapshot of a collection in this operation. */
export const snapshotOf = (
  definition: Definition,
  connection: Connection,
  collection: CollectionRef,
  needs: Freshness = {},
) =>
  connection.snapshots.of(
    collectionName(definition, collection),
    () => collectionOf(definition, connection, collection),
    (live) => keyOf(definition, live),
    needs,
  )

/** A collection with each of its objects once. @throws InvalidResponse if a list contains anything else. */
export function collectionOf(
  definition: Definition,
  { api }: Connection,
  collection: CollectionRef,
): Collection<object> {
  const list = definition.api.list(api, collectionParams(definition, collection))
  const verified = (items: object[]): object[] => {
    if (!items.every((live) => identifiesObject(definition, live))) throw new InvalidResponse()
    // An object is on two pages if another one is created before it in the meantime.
    return [...new Map(items.map((live) => [keyOf(definition, live), live])).values()]
  }
  return {
    all: async () => verified(await list.all()),
    ...(list.page && {
      page: async (number: number) => {
        const page = await list.page!(number)
        return { ...page, items: verified(page.items) }
      },
    }),
  }
}

/** The objects of a collection that belong to the parent itself. */
export async function listOwn(
  definition: Definition,
  connection: Connection,
  collection: CollectionRef,
): Promise<object[]> {
  const items = await collectionOf(definition, connection, collection).all()
  return items.filter((live) => definition.existence?.isOwned?.(live) ?? true)
}

/** Whether a live object has the declared natural key. */
export function matchesNaturalKey(definition: Definition, inputs: Json, live: object): boolean {
  const { isEnded, isInactive, isOther } = definition.existence ?? {}
  if (isEnded?.(live) || isInactive?.(live) || isOther?.(live, inputs)) return false
  const current = observed(definition, live, inputs)
  const { naturalKey, within = [] } = definition.identity
  const names = naturalKey?.filter((name) => !within.includes(name))
  const means = (name: string, value: unknown) => meaningOf(definition, name, value)
  return names?.every((name) => isDeepStrictEqual(means(name, current[name]), means(name, inputs[name]))) ?? false
}
