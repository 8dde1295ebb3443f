import { canonicalPath } from './names'

/** The fields of an item, as written in a file. */
export type Fields = Readonly<Record<string, unknown>>

/** Items by key. */
export type ItemsByKey = Readonly<Record<string, Fields>>

/** The items of a project by setting, such as `labels`. A setting that is missing is not managed. */
export type ProjectItems = Readonly<Record<string, ItemsByKey>>

/** A section of a file: items by setting and key. Null removes what the section inherits. */
export type FactoredSection = Record<string, Record<string, Record<string, unknown> | null> | null>

/** Sections that declare the same as the projects one by one. */
export interface Factored {
  /** Undefined if all projects have nothing in common. */
  defaults: FactoredSection | undefined
  groups: Record<string, FactoredSection>
  projects: Record<string, FactoredSection>
}

/** The defaults, a group or a project. */
interface Node {
  path: string
  children: Node[]
  /** The items of a project. */
  items?: ProjectItems
  /** The values that the node passes to the nodes below it: JSON text by field. */
  passes: Map<string, string>
}

/**
 * Moves the values that most projects of a group share into the group, and those of most groups into the defaults. Each
 * field of each item is placed so that the fewest lines are necessary. If the number is equal, it stays at the projects.
 *
 * @param projects The items of each project, by its full path. Null as the value of a field means its default.
 */
export function factor(projects: Readonly<Record<string, ProjectItems>>): Factored {
  const root = treeOf(projects)
  placeValues(root)
  const factored: Factored = { defaults: undefined, groups: {}, projects: {} }
  const write = (node: Node, inherited: Resolved): void => {
    const resolved: Resolved = new Map([...inherited].map(([name, items]) => [name, new Map(items)]))
    const section = node.items ? projectSection(node.items, inherited) : groupSection(node, resolved)
    if (node.items) factored.projects[node.path] = section
    else if (Object.keys(section).length > 0) {
      if (node === root) factored.defaults = section
      else factored.groups[node.path] = section
    }
    for (const child of node.children) write(child, resolved)
  }
  write(root, new Map())
  return factored
}

/** Items by setting and key, each with its fields as JSON text: what a section inherits. */
type Resolved = Map<string, Map<string, Map<string, string>>>

/** All groups above the projects. The service ignores the case of paths. */
function treeOf(projects: Readonly<Record<string, ProjectItems>>): Node {
  const root: Node = { path: '', children: [], passes: new Map() }
  const groups = new Map<string, Node>([['', root]])
  const groupOf = (path: string): Node => {
    const known = groups.get(canonicalPath(path))
    if (known) return known
    const group: Node = { path, children: [], passes: new Map() }
    groups.set(canonicalPath(path), group)
    groupOf(above(path)).children.push(group)
    return group
  }
  for (const [path, items] of Object.entries(projects)) {
    groupOf(above(path)).children.push({ path, children: [], items, passes: new Map() })
  }
  return root
}

const above = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))

const separator = '\0'

/** Decides for each field of each item which value each group passes to the nodes below it. */
function placeValues(root: Node): void {
  const fields = new Map<string, Map<Node, string>>()
  const collect = (node: Node): void => {
    for (const [setting, items] of Object.entries(node.items ?? {})) {
      for (const [key, own] of Object.entries(items)) {
        for (const [name, value] of Object.entries(own)) {
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
  const settingOf = (field: string) => field.slice(0, field.indexOf(separator))
  for (const [setting, own] of grouped(placements, ({ field }) => settingOf(field))) {
    const managing = new Map<Node, { managing: number; all: number }>()
    countManaging(root, setting, managing)
    const isMostlyManaged = (node: Node) => managing.get(node)!.managing * 2 > managing.get(node)!.all
    // One null removes all items of a setting.
    const removal = 1 / own.length
    for (const placement of own) place(root, { ...placement, setting, removal, isMostlyManaged })
  }
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

/** Writes the section of a group or of the defaults, and changes `resolved` to what the nodes below it inherit. */
function groupSection(node: Node, resolved: Resolved): FactoredSection {
  const wanted: Resolved = new Map()
  for (const [field, value] of node.passes) {
    const [setting, key, name] = field.split(separator) as [string, string, string]
    const items = wanted.get(setting) ?? new Map<string, Map<string, string>>()
    wanted.set(setting, items)
    items.set(key, (items.get(key) ?? new Map<string, string>()).set(name, value))
  }
  const section: FactoredSection = {}
  for (const setting of new Set([...resolved.keys(), ...wanted.keys()])) {
    const inherited = resolved.get(setting)
    // No project below manages the objects.
    if (!manages(node, setting)) {
      if (resolved.delete(setting)) section[setting] = null
      continue
    }
    const items = wanted.get(setting) ?? new Map<string, Map<string, string>>()
    const written = differences(inherited, items)
    if (Object.keys(written).length > 0) section[setting] = written
    resolved.set(setting, items)
  }
  return section
}

const manages = (node: Node, setting: string): boolean =>
  node.items ? Object.hasOwn(node.items, setting) : node.children.some((child) => manages(child, setting))

function projectSection(items: ProjectItems, inherited: Resolved): FactoredSection {
  const section: FactoredSection = {}
  for (const setting of new Set([...inherited.keys(), ...Object.keys(items)])) {
    const own = items[setting]
    const above = inherited.get(setting)
    if (!own) {
      section[setting] = null
      continue
    }
    const wanted = new Map(
      Object.entries(own).map(([key, fields]) => [
        key,
        new Map(
          Object.entries(fields)
            .filter(([, value]) => value !== null)
            .map(([name, value]) => [name, JSON.stringify(value)]),
        ),
      ]),
    )
    const written = differences(above, wanted)
    if (Object.keys(written).length > 0 || !above) section[setting] = written
  }
  return section
}

/** What a section writes so that items result from what it inherits. */
function differences(
  inherited: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(),
  wanted: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Record<string, Record<string, unknown> | null> {
  const written: [string, Record<string, unknown> | null][] = []
  for (const key of inherited.keys()) if (!wanted.has(key)) written.push([key, null])
  for (const [key, fields] of wanted) {
    const above = inherited.get(key)
    const own = [...fields].filter(([name, value]) => above?.get(name) !== value)
    const defaults = [...(above?.keys() ?? [])].filter((name) => !fields.has(name))
    if (above && own.length + defaults.length === 0) continue
    written.push([
      key,
      Object.fromEntries([
        ...own.map(([name, value]): [string, unknown] => [name, JSON.parse(value)]),
        ...defaults.map((name): [string, unknown] => [name, null]),
      ]),
    ])
  }
  return Object.fromEntries(written)
}
