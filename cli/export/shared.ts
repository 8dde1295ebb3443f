import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../provider/command-line/basics'
import { grouped } from '../shared/grouped'
import { type CommonItems, commonItems } from './common-items'
import type { Exported } from './estate'

/** Items that several sets share, by key. */
export interface Block {
  /** `label-set` */
  kind: string
  items: Record<string, Json>
  /** Full paths of the projects with these sets. */
  projects: string[]
}

/** A block in a set, without some of its items. */
export interface Use {
  block: Block
  /** The keys of these items. */
  omitted: string[]
}

/** The items of a set: those of blocks, and its own. An own item takes precedence over an item of a block. */
export interface Composition {
  uses: Use[]
  own: Record<string, Json>
}

/** Sets of several projects that consist only of the same items of blocks. */
export interface Alike extends Pick<Composition, 'uses'> {
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
  const rest = new Map(sets.map((set) => [set, { ...itemsOf(set) }]))
  const used = new Map(sets.map((set) => [set, [] as Block[]]))
  const blocks = [...grouped(sets, ({ kind }) => kind)].flatMap(([kind, alike]) => blocksOf(kind, alike, rest, used))
  const compositions = new Map(sets.map((set) => [set, compositionOf(set, used.get(set)!, rest.get(set)!)]))
  const whole = sets.filter((set) => {
    const { uses, own } = compositions.get(set)!
    return uses.length > 0 && Object.keys(own).length === 0
  })
  const same = grouped(whole, (set) =>
    JSON.stringify(compositions.get(set)!.uses.map(({ block, omitted }) => [blocks.indexOf(block), omitted])),
  )
  const loops = [...same.values()].filter((all) => all.length > 1)
  const looped = new Set(loops.flat())
  return {
    blocks,
    alike: loops.map((all) => ({
      kind: all[0]!.kind,
      projects: all.map(({ parent }) => parent),
      uses: compositions.get(all[0]!)!.uses,
    })),
    composed: new Map([...compositions].filter(([set, { uses }]) => uses.length > 0 && !looped.has(set))),
    rest: resources.filter((one) => !looped.has(one)),
  }
}

/**
 * Finds the blocks of the sets of a kind, and moves their items from `rest`. It repeats this for the sets that have too
 * few items of a block.
 */
function blocksOf(
  kind: string,
  sets: readonly Exported[],
  rest: ReadonlyMap<Exported, Record<string, Json>>,
  used: ReadonlyMap<Exported, Block[]>,
): Block[] {
  const found = commonItems(sets, (set) => rest.get(set)!).filter(isWorthIt)
  const blocks = found.map(({ items, sets: own }): Block => {
    const block = { kind, items, projects: own.map(({ parent }) => parent) }
    for (const set of own) {
      used.get(set)!.push(block)
      const left = rest.get(set)!
      for (const key of Object.keys(items)) if (isDeepStrictEqual(left[key], items[key])) delete left[key]
    }
    return block
  })
  return blocks.length > 0 ? [...blocks, ...blocksOf(kind, sets, rest, used)] : []
}

const isWorthIt = ({ items, sets }: CommonItems): boolean =>
  Object.keys(items).length >= manyItems ||
  sets.length >= manySets ||
  sets.some((set) => isDeepStrictEqual(itemsOf(set), items))

const compositionOf = (set: Exported, blocks: readonly Block[], own: Record<string, Json>): Composition => ({
  uses: blocks.map((block) => ({
    block,
    omitted: Object.keys(block.items).filter(
      (key) => !Object.hasOwn(own, key) && !isDeepStrictEqual(itemsOf(set)[key], block.items[key]),
    ),
  })),
  own,
})

const itemsOf = ({ args }: Exported) => args.items as Record<string, Json>
