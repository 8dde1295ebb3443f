import { declaredPart } from '../schema/check'
import { formatId } from '../schema/identity'
import { idOf } from '../schema/kind'
import { naturalKeyOf } from '../schema/natural-key'
import { type Json, own } from '../schema/json'
import { type SetKind, UNMANAGED } from '../schema/set'
import type { Holder } from '../service/holder'
import { holderOf, OWNER, settled } from '../service/mark'
import type { ItemSecrets } from './set-secrets'

/** What a set has on the service, by the keys of its items. */
export interface Holding {
  items: Record<string, Json>
  ids: Record<string, number | string>
  tokens: Record<string, unknown>
}

/** Whose state a set's is, and what it remembers beside its items. */
export interface SetOwner extends Holder {
  /** Objects that no item declares, but other resources do: id → their values. An exclusive set leaves them alone. */
  others?: Record<string, Json>
  /** Items that left while another resource declared their objects, too: key → these resources. */
  leaving?: Record<string, readonly string[]>
  /** The arguments of items that the program marks as secret. */
  secrets?: ItemSecrets
}

export const holdingOf = (state: Json): Holding => ({
  items: (state.items ?? {}) as Holding['items'],
  ids: (state.ids ?? {}) as Holding['ids'],
  tokens: (state.tokens ?? {}) as Holding['tokens'],
})

export const ownerOf = (state: Json): SetOwner & { mark: string } => ({
  ...(state[OWNER] as SetOwner | undefined),
  ...holderOf(state),
})

export function drop(holding: Holding, key: string): void {
  for (const part of [holding.items, holding.ids, holding.tokens]) delete part[key]
}

/** Stores an object under a key. `outs` are its outputs as a single resource. */
export function hold(set: SetKind, holding: Holding, key: string, outs: Json): void {
  const { [set.identity.parent]: _, onConflict, ...item } = declaredPart(set.of, outs)
  holding.items[key] = item
  holding.ids[key] = outs[set.of.identity.key] as number | string
  const secret = secretOf(set)
  if (secret && outs[secret] !== undefined) holding.tokens[key] = outs[secret]
}

/** The key of an object whose item's key is in use again: one that no program has. */
export const formerKey = (key: string, id: number | string): string => `${key}${UNMANAGED}${id}`

/** Whether a key is that of an object that no item has declared. */
export const isUnmanaged = (key: string): boolean => key.startsWith(UNMANAGED)

/**
 * What a set has, under the keys that a program has for it now: an object belongs to the item with its natural key,
 * else to the item with its key. So another key for the same object changes nothing on the service.
 */
export function byCurrentKeys(
  { of, identity: { parent } }: SetKind,
  state: Json,
  wanted: Record<string, Json>,
): Holding {
  const had = holdingOf(state)
  const keyOf = (item: Json | undefined) => JSON.stringify(naturalKeyOf(of, { ...item, [parent]: null }) ?? null)
  const free = new Map<string, string[]>()
  for (const key of Object.keys(had.ids)) {
    if (isUnmanaged(key)) continue
    const natural = keyOf(own(had.items, key))
    free.set(natural, [...(free.get(natural) ?? []), key])
  }
  const newKeys = new Map<string, string>()
  const take = (key: string, natural: string, former: string) => {
    newKeys.set(former, key)
    const rest = (free.get(natural) ?? []).filter((other) => other !== former)
    free.set(natural, rest)
  }
  const items = Object.entries(wanted)
  // The same key first: of several that are alike, each item keeps its own.
  for (const [key, item] of items) if (free.get(keyOf(item))?.includes(key)) take(key, keyOf(item), key)
  for (const [key, item] of items) {
    const natural = keyOf(item)
    const [other] = natural === 'null' || newKeys.get(key) === key ? [] : (free.get(natural) ?? [])
    if (other !== undefined) take(key, natural, other)
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
  return { items: under(had.items), ids: under(had.ids), tokens: under(had.tokens) }
}

/**
 * Lets items keep their objects if each one gets the former name of the next. If each item took the object that has its
 * new name, the first object would be deleted and another one created for the last item.
 */
function keepRenamed(
  last: string,
  ids: Holding['ids'],
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

/** The output of the single object that is a secret. */
export const secretOf = ({ of }: SetKind) => Object.keys(of.output).find((name) => of.output[name]?.secret)

export const collectionRefOfSet = ({ identity: { parent } }: SetKind, state: Json) => ({
  parent: Number(state[idOf(parent)]),
  within: [],
})

export const objectRefOfItem = (set: SetKind, state: Json, key: string) => ({
  ...collectionRefOfSet(set, state),
  key: own(holdingOf(state).ids, key) ?? '',
})

/** The Pulumi id and the state that an item of a set would have as a single resource. */
export interface Single {
  readonly id: string
  readonly state: Json
}

/** Returns items of a set's state as single resources. */
export function singlesOf(set: SetKind, state: Json): (key: string) => Single {
  const {
    of,
    identity: { parent },
  } = set
  const { items, ids, tokens } = holdingOf(state)
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
    id: formatId(objectRefOfItem(set, state, key)),
    state: {
      ...own(items, key),
      ...shared,
      [of.identity.key]: own(ids, key),
      ...(secret && Object.hasOwn(tokens, key) && { [secret]: tokens[key] }),
    },
  })
}

/** What a set remembers, without what there is nothing to say of. */
export function ownerToStore({ mark, name, others = {}, leaving = {}, secrets = {} }: SetOwner): SetOwner {
  return {
    mark: settled(mark ?? ''),
    ...(name !== undefined && { name }),
    ...(Object.keys(others).length > 0 && { others }),
    ...(Object.keys(leaving).length > 0 && { leaving }),
    ...(Object.keys(secrets).length > 0 && { secrets }),
  }
}
