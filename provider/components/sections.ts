import { canonicalReference } from '../core/schema/canonical'
import { didYouMean } from '../core/schema/did-you-mean'
import { describeProblem, type Field } from '../core/schema/field'
import { reference } from '../core/schema/fields'
import { type ChoiceName, type Choices, choicesOf, isChoiceName, type Said, said } from './choices'
import { type FormerPath, formerPathsOf, validateFormerPaths } from './former-paths'
import { type Item, readItem, type TakenOut, takenOut } from './items'
import { canonicalPath } from './names'
import { lineOf, type Place, type Problems } from './problems'
import { isSetName, type SetName, settingNames } from './settings'
import type { Entry, Tree } from './yaml-tree'

/** The items of one kind. */
export interface Items {
  readonly at: Place
  readonly items: ReadonlyMap<string, Item | TakenOut>
}

/** Settings as they are written in one place: of all projects, of those below a group, or of one. */
export interface Section {
  /** Path of the group or project; empty for all projects. */
  readonly path: string
  readonly at: Place
  readonly kinds: ReadonlyMap<SetName, Items | TakenOut>
  readonly choices: Choices
  readonly onConflict: Said | TakenOut | undefined
  /** The earlier paths of a project that was renamed. */
  readonly formerly: readonly FormerPath[]
}

/** Everything that files say, groups and projects by their canonical paths. */
export interface Sections {
  readonly defaults: Section | undefined
  readonly groups: ReadonlyMap<string, Section>
  readonly projects: ReadonlyMap<string, Section>
}

/** What a section holds settings of. */
type Noun = 'defaults' | 'group' | 'project'

const parts = ['defaults', 'groups', 'projects']
const projectNames = [...settingNames, 'formerly']
const onlyProjects = 'only projects have earlier paths: write formerly to each project whose path has changed'

/** Sorts what files say into sections, each of which may be in one file alone. */
export function sectionsOf(trees: readonly Tree[], problems: Problems): Sections {
  const defaults = new Map<string, Section>()
  const groups = new Map<string, Section>()
  const projects = new Map<string, Section>()
  for (const tree of trees) {
    if (tree.type !== 'map') {
      problems.add(tree.at, `the file has to be a map of ${parts.join(', ')}`)
      continue
    }
    for (const [name, { key, value }] of tree.entries) {
      if (name === 'defaults') keep(defaults, section('defaults', '', key, value, problems), problems)
      else if (name === 'groups') eachPath(value, 'group', groups, problems)
      else if (name === 'projects') eachPath(value, 'project', projects, problems)
      else if (name === '$schema') judgeSchema(value, problems)
      else if (!name.startsWith('x-')) {
        const hint = didYouMean(name, parts)
        problems.add(
          key,
          `a file has defaults, groups and projects, and keys that begin with "x-" for anchors: ${hint}`,
        )
      }
    }
  }
  validateFormerPaths(projects, problems)
  return { defaults: defaults.get(''), groups, projects }
}

/** Validates `$schema`, which editors read. JSON files need it because JSON has no comments. */
function judgeSchema(value: Tree, problems: Problems): void {
  const isText = value.type === 'scalar' && typeof value.value === 'string'
  if (!isText) problems.add(value.at, 'this has to be the path or URL of a JSON schema')
}

const paths: Record<'group' | 'project', Field<number | string>> = {
  group: reference('group'),
  project: reference('project'),
}

function eachPath(tree: Tree, noun: 'group' | 'project', into: Map<string, Section>, problems: Problems): void {
  if (isNothing(tree)) return
  if (tree.type !== 'map') return problems.add(tree.at, `this has to be a map from paths of ${noun}s to their settings`)
  for (const [written, { key, value }] of tree.entries) {
    const path = canonicalReference(written)
    const problem = paths[noun].problem?.(written)
    if (typeof path === 'number') {
      problems.add(key, `a number does not tell the groups above: write the ${noun}'s full path`)
    } else if (problem) problems.add(key, `the key ${describeProblem(problem, written, true)}`)
    else keep(into, section(noun, path, key, value, problems), problems)
  }
}

/** One thing is said in one place: whoever looks for it need not look further. */
function keep(known: Map<string, Section>, section: Section, problems: Problems): void {
  const path = canonicalPath(section.path)
  const twin = known.get(path)
  if (!twin) known.set(path, section)
  else problems.add(section.at, `is declared twice, first at ${lineOf(twin.at)}: keep one of them`)
}

function section(noun: Noun, path: string, at: Place, tree: Tree, problems: Problems): Section {
  const names = noun === 'project' ? projectNames : settingNames
  const read = {
    kinds: new Map<SetName, Items | TakenOut>(),
    choices: { exclusive: new Map(), retainOnRemove: new Map() } as Record<ChoiceName, ReadonlyMap<SetName, Said>>,
  }
  let onConflict: Said | TakenOut | undefined
  let formerly: FormerPath[] = []
  if (tree.type !== 'map') {
    if (!isNothing(tree)) problems.add(tree.at, `this has to be a map of settings: ${names.join(', ')}`)
    return { path, at, ...read, onConflict, formerly }
  }
  for (const [name, entry] of tree.entries) {
    if (isSetName(name)) {
      const items = itemsOf(name, entry, problems)
      if (items) read.kinds.set(name, items)
    } else if (isChoiceName(name)) {
      takenOut(entry, problems)
      read.choices[name] = choicesOf(entry, problems)
    } else if (name === 'onConflict')
      onConflict = takenOut(entry, problems) ?? (isNothing(entry.value) ? undefined : said(entry))
    else if (name === 'formerly' && noun === 'project') formerly = formerPathsOf(entry, problems)
    else if (name === 'formerly') problems.add(entry.key, onlyProjects)
    else if (name === 'project') problems.add(entry.key, 'the project is the key that its settings stand under')
    else problems.add(entry.key, `there is no such setting of a project: ${didYouMean(name, names)}`)
  }
  return { path, at, ...read, onConflict, formerly }
}

function itemsOf(kind: SetName, entry: Entry, problems: Problems): Items | TakenOut | undefined {
  const { key, value } = entry
  const taken = takenOut(entry, problems, 'or {} for a set of none')
  if (taken) return taken
  if (value.type !== 'map') {
    // What is empty has been complained about.
    if (!isNothing(value)) problems.add(value.at, `this has to be a map of ${kind} by keys of your own`)
    return undefined
  }
  const items = new Map<string, Item | TakenOut>()
  for (const [name, item] of value.entries) {
    const read = readItem(kind, item, problems)
    if (read) items.set(name, read)
  }
  return { at: key, items }
}

const isNothing = (tree: Tree): boolean => tree.type === 'scalar' && tree.value === null
