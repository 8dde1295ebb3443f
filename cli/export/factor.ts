import { canonicalPath } from '../../provider/command-line/project-files'
import { fieldOf, type Node, placeValues, presence, type ProjectItems } from './factor-placement'

export type { ProjectItems } from './factor-placement'

/**
 * A section of a file: items by setting and key, or the arguments of an object that each project has once. Null removes
 * what the section inherits.
 */
export type FactoredSection = Record<string, Record<string, unknown> | null>

/** The key of the arguments of an object that each project has once, among the items of its setting. */
export const single = ''

/** Items by key, as differences from what a section inherits. */
type Differences = Record<string, Record<string, unknown> | null>

/** A setting as a file contains it: items by key, or the arguments of the single object. */
export const written = (items: Differences | ProjectItems[string]): Record<string, unknown> | null =>
  Object.hasOwn(items, single) ? (items[single] ?? null) : items

/** Sections that declare the same as the projects one by one. */
export interface Factored {
  /** Undefined if all projects have nothing in common. */
  defaults: FactoredSection | undefined
  groups: Record<string, FactoredSection>
  projects: Record<string, FactoredSection>
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

/** Writes the section of a group or of the defaults, and changes `resolved` to what the nodes below it inherit. */
function groupSection(node: Node, resolved: Resolved): FactoredSection {
  const wanted: Resolved = new Map()
  for (const [field, value] of node.passes) {
    const { setting, key, name } = fieldOf(field)
    const items = wanted.get(setting) ?? new Map<string, Map<string, string>>()
    wanted.set(setting, items)
    const fields = items.get(key) ?? new Map<string, string>()
    items.set(key, name === presence ? fields : fields.set(name, value))
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
    const own = differences(inherited, items)
    if (Object.keys(own).length > 0) section[setting] = written(own)
    // Nothing remains of an object that is removed. A set remains without items.
    if (section[setting] === null) resolved.delete(setting)
    else resolved.set(setting, items)
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
    const differing = differences(above, wanted)
    if (Object.keys(differing).length > 0 || !above) section[setting] = written(differing)
  }
  return section
}

/** What a section writes so that items result from what it inherits. */
function differences(
  inherited: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(),
  wanted: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Differences {
  const found: [string, Record<string, unknown> | null][] = []
  for (const key of inherited.keys()) if (!wanted.has(key)) found.push([key, null])
  for (const [key, fields] of wanted) {
    const above = inherited.get(key)
    const own = [...fields].filter(([name, value]) => above?.get(name) !== value)
    const defaults = [...(above?.keys() ?? [])].filter((name) => !fields.has(name))
    if (above && own.length + defaults.length === 0) continue
    found.push([
      key,
      Object.fromEntries([
        ...own.map(([name, value]): [string, unknown] => [name, JSON.parse(value)]),
        ...defaults.map((name): [string, unknown] => [name, null]),
      ]),
    ])
  }
  return Object.fromEntries(found)
}
