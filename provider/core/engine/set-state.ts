import { declaredPart } from '../schema/check'
import { formatId } from '../schema/identity'
import { type Json, own } from '../schema/json'
import { idOf } from '../schema/kind'
import { naturalKeyOf } from '../schema/natural-key'
import { argumentsOfKey, keyIn } from '../schema/object-key'
import { type SetKind, UNMANAGED } from '../schema/set'
import { subjectIdsIn } from '../schema/subject-names'
import type { Holder } from '../service/ownership/holder'
import { holderOf, OWNER, persistentMark } from '../service/ownership/mark'
import type { Declaration } from './declaration'
import type { ItemSecrets } from './set-secrets'

/** The objects of a set, by the keys of its items. */
export interface SetContents {
  items: Record<string, Json>
  ids: Record<string, number | string>
  tokens: Record<string, unknown>
  /** The ids of the users and groups that an item names. */
  subjectIds: Record<string, unknown>
}

/** The mark and name of a set, and what it stores besides its items. */
export interface SetOwner extends Holder {
  /** Objects that only other resources declare, by id. An exclusive set does not remove them. */
  others?: Record<string, Json>
  /** Removed items whose objects other resources also declared, by key, with the names of these resources. */
  leaving?: Record<string, readonly string[]>
  /** The arguments of items that the program marks as secret. */
  secrets?: ItemSecrets
  /** The items that the program last declared. */
  declared?: Declaration
}

export const contentsOf = (state: Json): SetContents => ({
  items: (state.items ?? {}) as SetContents['items'],
  ids: (state.ids ?? {}) as SetContents['ids'],
  tokens: (state.tokens ?? {}) as SetContents['tokens'],
  subjectIds: (state.subjectIds ?? {}) as SetContents['subjectIds'],
})

export const ownerOf = (state: Json): SetOwner & { mark: string } => ({
  ...(state[OWNER] as SetOwner | undefined),
  ...holderOf(state),
})

export function remove(contents: SetContents, key: string): void {
  for (const part of [contents.items, contents.ids, contents.tokens, contents.subjectIds]) delete part[key]
}

/** Stores an object under a key. `outs` are its outputs as a single resource. */
export function store(set: SetKind, contents: SetContents, key: string, outs: Json): void {
  const { [set.identity.parent]: _, onConflict, ...item } = declaredPart(set.of, outs)
  contents.items[key] = item
  contents.ids[key] = keyIn(set.of, outs) as number | string
  const secret = secretOf(set)
  if (secret && outs[secret] !== undefined) contents.tokens[key] = outs[secret]
  if (Object.keys(subjectIdsIn(outs)).length > 0) contents.subjectIds[key] = outs.subjectIds
  else delete contents.subjectIds[key]
}

/** The new key of an object whose key another object has taken. Programs cannot contain it. */
export const formerKey = (key: string, id: number | string): string => `${key}${UNMANAGED}${id}`

/** Whether a key is that of an unmanaged object. */
export const isUnmanaged = (key: string): boolean => key.startsWith(UNMANAGED)

/**
 * Returns the objects of a set under the current keys of the program: an object belongs to the item with its natural
 * key, or else to the item with its key. If an item only gets another key, nothing changes on the service.
 */
export function byCurrentKeys(
  { of, identity: { parent } }: SetKind,
  state: Json,
  wanted: Record<string, Json>,
): SetContents {
  const had = contentsOf(state)
  const keyOf = (item: Json | undefined) => JSON.stringify(naturalKeyOf(of, { ...item, [parent]: null }) ?? null)
  const unmatched = new Map<string, string[]>()
  for (const key of Object.keys(had.ids)) {
    if (isUnmanaged(key)) continue
    const natural = keyOf(own(had.items, key))
    unmatched.set(natural, [...(unmatched.get(natural) ?? []), key])
  }
  const newKeys = new Map<string, string>()
  const match = (key: string, natural: string, former: string) => {
    newKeys.set(former, key)
    const rest = (unmatched.get(natural) ?? []).filter((other) => other !== former)
    unmatched.set(natural, rest)
  }
  const items = Object.entries(wanted)
  // Match equal keys first, so that each of several identical items keeps its object.
  for (const [key, item] of items) if (unmatched.get(keyOf(item))?.includes(key)) match(key, keyOf(item), key)
  for (const [key, item] of items) {
    const natural = keyOf(item)
    const [other] = natural === 'null' || newKeys.get(key) === key ? [] : (unmatched.get(natural) ?? [])
    if (other !== undefined) match(key, natural, other)
  }
  const matched = new Set(newKeys.values())
  const canRename = of.identity.naturalKey?.every((name) => !of.replaceOn.includes(name)) ?? false
  for (const [key] of items) if (canRename && !matched.has(key)) keepRenamed(key, had.ids, wanted, newKeys)
  const taken = new Set(newKeys.values())
  for (const [key] of items) {
    if (!taken.has(key) && Object.hasOwn(had.ids, key) && !newKeys.has(key)) newKeys.set(key, key)
  }
  const renamed = (key: string) => {
    const known = newKeys.get(key)
    if (known !== undefined) return known
    return taken.has(key) ? formerKey(key, own(had.ids, key) ?? '') : key
  }
  const under = <T>(part: Record<string, T>) =>
    Object.fromEntries(Object.entries(part).map(([key, value]) => [renamed(key), value]))
  return {
    items: under(had.items),
    ids: under(had.ids),
    tokens: under(had.tokens),
    subjectIds: under(had.subjectIds),
  }
}

/**
 * Lets items keep their objects if each one gets the former name of the next. If each item took the object that has its
 * new name, the first object would be deleted and another one created for the last item.
 */
function keepRenamed(
  last: string,
  ids: SetContents['ids'],
  wanted: Record<string, Json>,
  newKeys: Map<string, string>,
): void {
  const chain: string[] = []
  for (let key: string | undefined = last; key !== undefined;) {
    const taker = newKeys.get(key)
    if (taker === undefined) break
    // A new item has no object to rename.
    if (!Object.hasOwn(ids, taker) || !Object.hasOwn(wanted, taker)) return
    chain.push(key)
    key = taker
  }
  for (const key of chain) newKeys.delete(key)
}

export const itemsOf = (values: Json): Record<string, Json> => (values.items ?? {}) as Record<string, Json>

/** The name of the secret output of a single object. */
export const secretOf = ({ of }: SetKind) => Object.keys(of.output).find((name) => of.output[name]?.secret)

export const collectionRefOfSet = ({ identity: { parent } }: SetKind, state: Json) => ({
  parent: Number(state[idOf(parent)]),
  within: [],
})

export const objectRefOfItem = (set: SetKind, state: Json, key: string) => ({
  ...collectionRefOfSet(set, state),
  key: own(contentsOf(state).ids, key) ?? '',
})

/** The Pulumi id and the state that an item of a set would have as a single resource. */
export interface SingleState {
  readonly id: string
  readonly state: Json
}

/** Returns items of a set's state as single resources. */
export function singlesOf(set: SetKind, state: Json): (key: string) => SingleState {
  const {
    of,
    identity: { parent },
  } = set
  const { items, ids, tokens, subjectIds } = contentsOf(state)
  const secret = secretOf(set)
  // If the state has no mark, it is a hash of all items, so compute it only once.
  const { mark, name } = ownerOf(state)
  const shared = {
    [parent]: state[parent],
    [idOf(parent)]: state[idOf(parent)],
    instance: state.instance,
    [OWNER]: { mark, name },
  }
  return (key) => ({
    id: formatId(set.of, objectRefOfItem(set, state, key)),
    state: {
      ...own(items, key),
      ...shared,
      ...argumentsOfKey(of, own(ids, key)),
      ...(secret && Object.hasOwn(tokens, key) && { [secret]: tokens[key] }),
      ...(Object.hasOwn(subjectIds, key) && { subjectIds: subjectIds[key] }),
    },
  })
}

/** The owner data to store in the state, without empty parts. */
export function ownerToStore({ mark, name, others = {}, leaving = {}, secrets = {}, declared }: SetOwner): SetOwner {
  return {
    mark: persistentMark(mark ?? ''),
    ...(name !== undefined && { name }),
    ...(Object.keys(others).length > 0 && { others }),
    ...(Object.keys(leaving).length > 0 && { leaving }),
    ...(Object.keys(secrets).length > 0 && { secrets }),
    ...(declared && { declared }),
  }
}
