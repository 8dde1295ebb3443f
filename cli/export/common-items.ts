import type { Json } from '../../provider/command-line/basics'
import { grouped } from '../shared/grouped'
import type { Exported } from './estate'

/** Items that several sets have in common. */
export interface CommonItems {
  items: Record<string, Json>
  /** The sets that have the items, all or most of them. */
  sets: Exported[]
}

/** Items are together if each of them is in at least this part of the sets that have any of them. */
const nearlyAll = 5 / 6

/** A set with a smaller part of the items does not use them, because it would mostly list what it omits. */
const enough = 1 / 3

/** An item, and the sets that have an equal one. */
interface Item {
  /** Its position among all items. */
  at: number
  key: string
  value: Json
  sets: ReadonlySet<Exported>
}

/** Items, and the sets that have any of them. */
interface Group {
  items: Item[]
  sets: ReadonlySet<Exported>
}

/** Finds equal items of several sets of a kind. Items that nearly the same sets have are together. */
export function commonItems(
  sets: readonly Exported[],
  itemsOf: (set: Exported) => Readonly<Record<string, Json>>,
): CommonItems[] {
  const all = sets.flatMap((set) => Object.entries(itemsOf(set)).map(([key, value]) => ({ set, key, value })))
  const items = [...grouped(all, ({ key, value }) => JSON.stringify([key, value])).values()].map((equal, at): Item => {
    const { key, value } = equal[0]!
    return { at, key, value, sets: new Set(equal.map(({ set }) => set)) }
  })
  const shared = items.filter((item) => item.sets.size > 1)
  return joined(sameSets(shared, sets)).map((group) => ({
    items: Object.fromEntries(group.items.map(({ key, value }) => [key, value])),
    sets: sets.filter((set) => group.items.filter((item) => item.sets.has(set)).length >= enough * group.items.length),
  }))
}

/** Groups items that exactly the same sets have. */
function sameSets(items: readonly Item[], sets: readonly Exported[]): Group[] {
  const number = new Map(sets.map((set, at) => [set, at]))
  const groups = grouped(items, (item) => [...item.sets].map((set) => number.get(set)).join())
  return [...groups.values()].map((own) => ({ items: own, sets: own[0]!.sets }))
}

/** Joins groups that nearly the same sets have. Groups and items are in the order of the first items. */
function joined(groups: readonly Group[]): Group[] {
  const found: Group[] = []
  // The largest numbers of sets first: then all items of a group are in at least as many sets as the next one.
  for (const { items, sets } of [...groups].sort((one, other) => other.sets.size - one.sets.size)) {
    const near = found.find((group) => isNear(sets, group.sets))
    if (near) {
      near.items.push(...items)
      near.sets = new Set([...near.sets, ...sets])
    } else found.push({ items: [...items], sets })
  }
  for (const { items } of found) items.sort((one, other) => one.at - other.at)
  return found.sort((one, other) => one.items[0]!.at - other.items[0]!.at)
}

const isNear = (sets: ReadonlySet<Exported>, others: ReadonlySet<Exported>): boolean =>
  sets.size >= nearlyAll * others.size && sets.size >= nearlyAll * new Set([...others, ...sets]).size
