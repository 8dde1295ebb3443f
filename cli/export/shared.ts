import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../provider/command-line/basics'
import { grouped } from '../shared/grouped'
import type { Exported } from './estate'

/** Equal items of the same sets, by key. */
export interface Block {
  /** `label-set` */
  kind: string
  items: Record<string, Json>
  /** Full paths of the projects with these sets. */
  projects: string[]
}

/** The items of a set: those of blocks, and its own. */
export interface Composition {
  blocks: Block[]
  own: Record<string, Json>
}

/** Sets of several projects that consist only of the same blocks. */
export interface Alike extends Pick<Composition, 'blocks'> {
  kind: string
  /** Full paths. */
  projects: string[]
}

export interface SharedItems {
  blocks: Block[]
  alike: Alike[]
  /** The other sets that use blocks. */
  composed: Map<Exported, Composition>
  rest: Exported[]
}

/** A block with a single item needs at least this many sets. */
const manySets = 3
const manyItems = 2

/** Finds equal items of the sets of several projects, so that the program contains each shared item once. */
export function sharedItemsOf(resources: readonly Exported[]): SharedItems {
  const sets = resources.filter(({ kind, parentKind }) => kind.endsWith('-set') && parentKind === 'project')
  const compositions = new Map(sets.map((set) => [set, { blocks: [] as Block[], own: { ...itemsOf(set) } }]))
  const blocks: Block[] = []
  for (const { holders, items } of commonItems(sets)) {
    const isWhole = holders.some((set) => isDeepStrictEqual(itemsOf(set), items))
    const isWorthIt = Object.keys(items).length >= manyItems || holders.length >= manySets || isWhole
    if (holders.length < 2 || !isWorthIt) continue
    const block = { kind: holders[0]!.kind, items, projects: holders.map(({ parent }) => parent) }
    blocks.push(block)
    for (const set of holders) {
      const composition = compositions.get(set)!
      composition.blocks.push(block)
      for (const key of Object.keys(items)) delete composition.own[key]
    }
  }
  const whole = sets.filter((set) => {
    const { blocks: used, own } = compositions.get(set)!
    return used.length > 0 && Object.keys(own).length === 0
  })
  const same = grouped(whole, (set) =>
    compositions
      .get(set)!
      .blocks.map((block) => blocks.indexOf(block))
      .join(),
  )
  const loops = [...same.values()].filter((all) => all.length > 1)
  const looped = new Set(loops.flat())
  return {
    blocks,
    alike: loops.map((all) => ({
      kind: all[0]!.kind,
      projects: all.map(({ parent }) => parent),
      blocks: compositions.get(all[0]!)!.blocks,
    })),
    composed: new Map([...compositions].filter(([set, { blocks: used }]) => used.length > 0 && !looped.has(set))),
    rest: resources.filter((one) => !looped.has(one)),
  }
}

/** Groups equal items by the sets that have them. */
function commonItems(sets: readonly Exported[]): { holders: Exported[]; items: Record<string, Json> }[] {
  const all = sets.flatMap((set) => Object.entries(itemsOf(set)).map(([key, item]) => ({ set, key, item })))
  const equal = [...grouped(all, ({ set, key, item }) => JSON.stringify([set.kind, key, item])).values()]
  const number = new Map(sets.map((set, at) => [set, at]))
  const together = grouped(equal, (own) => own.map(({ set }) => number.get(set)).join())
  return [...together.values()].map((own) => ({
    holders: own[0]!.map(({ set }) => set),
    items: Object.fromEntries(own.map(([one]) => [one!.key, one!.item])),
  }))
}

const itemsOf = ({ args }: Exported) => args.items as Record<string, Json>
