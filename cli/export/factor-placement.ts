/** The fields of an item, as written in a file. */
export type Fields = Readonly<Record<string, unknown>>

/** Items by key. */
export type ItemsByKey = Readonly<Record<string, Fields>>

/** The items of a project by setting, such as `labels`. A setting that is missing is not managed. */
export type ProjectItems = Readonly<Record<string, ItemsByKey>>

/** The defaults, a group or a project. */
export interface Node {
  path: string
  children: Node[]
  /** The items of a project. */
  items?: ProjectItems
  /** The values that the node passes to the nodes below it: JSON text by field. */
  passes: Map<string, string>
}

const separator = '\0'

/** In place of the name of a field: the item itself, of which some projects declare no field. */
export const presence = ''

/** The setting, the key of the item and the name of a field. */
export function fieldOf(field: string): { setting: string; key: string; name: string } {
  const [setting = '', key = '', name = ''] = field.split(separator)
  return { setting, key, name }
}

/** Decides for each field of each item which value each group passes to the nodes below it. */
export function placeValues(root: Node): void {
  const fields = new Map<string, Map<Node, string>>()
  const bare = bareItemsOf(root)
  const collect = (node: Node): void => {
    for (const [setting, items] of Object.entries(node.items ?? {})) {
      for (const [key, own] of Object.entries(items)) {
        const present = bare.has([setting, key].join(separator)) ? [[presence, true] as const] : []
        for (const [name, value] of [...present, ...Object.entries(own)]) {
          if (value === null) continue
          const field = [setting, key, name].join(separator)
          const known = fields.get(field) ?? new Map<Node, string>()
          fields.set(field, known.set(node, JSON.stringify(value)))
        }
      }
    }
    node.children.forEach(collect)
  }
  collect(root)
  const placements = [...fields].flatMap(([field, values]) => {
    const counts = new Map<string, number>()
    for (const value of values.values()) counts.set(value, (counts.get(value) ?? 0) + 1)
    // A value of a single project is never worth sharing.
    const shared = [...counts].filter(([, count]) => count > 1).map(([value]) => value)
    return shared.length > 0 ? [{ field, values, states: [undefined, ...shared] }] : []
  })
  for (const [setting, own] of grouped(placements, ({ field }) => fieldOf(field).setting)) {
    const managing = new Map<Node, { managing: number; all: number }>()
    countManaging(root, setting, managing)
    const isMostlyManaged = (node: Node) => managing.get(node)!.managing * 2 > managing.get(node)!.all
    // One null removes all items of a setting.
    const removal = 1 / own.length
    for (const placement of own) place(root, { ...placement, setting, removal, isMostlyManaged })
  }
}

/** The items that a project declares without a field, such as the protection of a branch with the defaults. */
function bareItemsOf({ items = {}, children }: Node): Set<string> {
  const own = Object.entries(items).flatMap(([setting, byKey]) =>
    Object.entries(byKey).flatMap(([key, fields]) =>
      Object.values(fields).every((value) => value === null) ? [[setting, key].join(separator)] : [],
    ),
  )
  return new Set([...own, ...children.flatMap((child) => [...bareItemsOf(child)])])
}

/** Counts the projects below each node, and those that manage a setting. */
function countManaging(node: Node, setting: string, into: Map<Node, { managing: number; all: number }>): void {
  const own = { managing: node.items && Object.hasOwn(node.items, setting) ? 1 : 0, all: node.items ? 1 : 0 }
  for (const child of node.children) {
    countManaging(child, setting, into)
    own.managing += into.get(child)!.managing
    own.all += into.get(child)!.all
  }
  into.set(node, own)
}

/** A field of an item that several projects have. */
interface Placement {
  setting: string
  field: string
  /** The value in each project that has the field. */
  values: ReadonlyMap<Node, string>
  /** The values that a node can pass to the nodes below it; the first one is undefined: none. */
  states: readonly (string | undefined)[]
  /** The part of a line that a project needs to remove the field if it does not manage the setting. */
  removal: number
  /** Whether most projects below a node manage the setting. Others do not start to pass a value. */
  isMostlyManaged: (node: Node) => boolean
}

/** Chooses the values so that the sum of the lines in all sections is the lowest. */
function place(root: Node, { setting, field, values, states, removal, isMostlyManaged }: Placement): void {
  /** The number of lines below a node, by the state that it passes or, for a project, inherits. */
  const costs = new Map<Node, number[]>()
  const change = (node: Node, at: number) => (at === 0 || isMostlyManaged(node) ? 1 : Infinity)
  const count = (node: Node): void => {
    node.children.forEach(count)
    const { items } = node
    if (items) {
      const own = Object.hasOwn(items, setting) ? 1 : removal
      costs.set(
        node,
        states.map((state) => (values.get(node) === state ? 0 : own)),
      )
      return
    }
    const sums = states.map(() => 0)
    for (const child of node.children) {
      const below = costs.get(child)!
      const changed = child.items ? Infinity : Math.min(...below.map((cost, at) => cost + change(child, at)))
      for (const [at, cost] of below.entries()) sums[at]! += Math.min(cost, changed)
    }
    costs.set(node, sums)
  }
  count(root)
  const choose = (node: Node, inherited: number): void => {
    if (node.items) return
    const totals = costs.get(node)!.map((cost, at) => cost + (at === inherited ? 0 : change(node, at)))
    const least = Math.min(...totals)
    // With equal numbers, a node passes what it inherits, or nothing.
    const chosen = [inherited, 0].find((at) => totals[at] === least) ?? totals.indexOf(least)
    const value = states[chosen]
    if (value !== undefined) node.passes.set(field, value)
    for (const child of node.children) choose(child, chosen)
  }
  choose(root, 0)
}

const grouped = <T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
