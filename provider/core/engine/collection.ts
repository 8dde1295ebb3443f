import { isDeepStrictEqual } from 'node:util'
import type { Collection, Definition } from '../schema/define'
import { collectionName, collectionParams, type CollectionRef, keyOf, showsObject } from '../schema/identity'
import { InvalidResponse } from '../schema/invalid-response'
import type { Json } from '../schema/json'
import { meaningOf } from '../schema/natural-key'
import { observed } from '../schema/wire'
import type { Connection } from '../service/connection'
import type { Needs } from '../service/snapshot'

/** What the operation has seen of a collection. */
export const snapshotOf = (
  definition: Definition,
  connection: Connection,
  collection: CollectionRef,
  needs: Needs = {},
) =>
  connection.snapshots.of(
    collectionName(definition, collection),
    () => listed(definition, connection, collection),
    (live) => keyOf(definition, live),
    needs,
  )

/** A collection, each of its objects once. What lists something else is not the service's, and proves nothing. */
export function listed(definition: Definition, { api }: Connection, collection: CollectionRef): Collection<object> {
  const list = definition.api.list(api, collectionParams(definition, collection))
  const verified = (items: object[]): object[] => {
    if (!items.every((live) => showsObject(definition, live))) throw new InvalidResponse()
    // An object moves on to the next page when another one comes before it meanwhile.
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

/** The objects of a collection that are the parent's own. */
export async function listOwn(
  definition: Definition,
  connection: Connection,
  collection: CollectionRef,
): Promise<object[]> {
  const items = await listed(definition, connection, collection).all()
  return items.filter((live) => definition.existence?.isOwned?.(live) ?? true)
}

/** Whether a live object has the natural key that is declared. */
export function matchesNaturalKey(definition: Definition, inputs: Json, live: object): boolean {
  if (definition.existence?.isEnded?.(live) || definition.existence?.isInactive?.(live)) return false
  const seen = observed(definition, live, inputs)
  const { naturalKey, within = [] } = definition.identity
  const own = naturalKey?.filter((name) => !within.includes(name))
  const means = (name: string, value: unknown) => meaningOf(definition, name, value)
  return own?.every((name) => isDeepStrictEqual(means(name, seen[name]), means(name, inputs[name]))) ?? false
}
