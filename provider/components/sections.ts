import { canonicalReference } from '../core/schema/canonical'
import { didYouMean } from '../core/schema/did-you-mean'
import type { Field } from '../core/schema/field'
import { reference } from '../core/schema/fields'
import { describeProblem } from '../core/schema/problem'
import { type ChoiceName, choicesOf, isChoiceName, type SettingValue, settingValue } from './choices'
import { formerPathsOf, validateFormerPaths } from './former-paths'
import { type Item, readItem, type Removal, removalOf } from './items'
import { canonicalPath } from './names'
import { lineOf, type Place, type Problems } from './problems'
import type { FormerPath, Items, Section, Sections } from './section'
import { isSetName, type SetName, settingNames } from './settings'
import type { Entry, Tree } from './yaml-tree'

/** The type of a section. */
type SectionType = 'defaults' | 'group' | 'project'

const topLevelKeys = ['defaults', 'groups', 'projects']
const projectNames = [...settingNames, 'formerly']
const onlyProjects = 'only projects have earlier paths: set formerly for each project whose path has changed'

/** Reads the sections of all files. A section must not be declared twice. */
export function sectionsOf(trees: readonly Tree[], problems: Problems): Sections {
  const defaults = new Map<string, Section>()
  const groups = new Map<string, Section>()
  const projects = new Map<string, Section>()
  for (const tree of trees) {
    if (tree.type !== 'map') {
      problems.add(tree.at, `the file must be a map of ${topLevelKeys.join(', ')}`)
      continue
    }
    for (const [name, { key, value }] of tree.entries) {
      if (name === 'defaults') addSection(defaults, section('defaults', '', key, value, problems), problems)
      else if (name === 'groups') readSections(value, 'group', groups, problems)
      else if (name === 'projects') readSections(value, 'project', projects, problems)
      else if (name === '$schema') validateSchema(value, problems)
      else if (!name.startsWith('x-')) {
        const hint = didYouMean(name, topLevelKeys)
        problems.add(key, `unknown key, and keys for anchors must start with "x-": ${hint}`)
      }
    }
  }
  validateFormerPaths(projects, problems)
  return { defaults: defaults.get(''), groups, projects }
}

/** Validates `$schema`, which editors read. JSON files need it because JSON has no comments. */
function validateSchema(value: Tree, problems: Problems): void {
  const isText = value.type === 'scalar' && typeof value.value === 'string'
  if (!isText) problems.add(value.at, 'must be the path or URL of a JSON schema')
}

const paths: Record<'group' | 'project', Field<number | string>> = {
  group: reference('group'),
  project: reference('project'),
}

function readSections(tree: Tree, noun: 'group' | 'project', into: Map<string, Section>, problems: Problems): void {
  if (isNull(tree)) return
  if (tree.type !== 'map') return problems.add(tree.at, `must be a map from paths of ${noun}s to their settings`)
  for (const [pathAsWritten, { key, value }] of tree.entries) {
    const path = canonicalReference(pathAsWritten)
    const problem = paths[noun].problem?.(pathAsWritten)
    if (typeof path === 'number') {
      problems.add(
        key,
        `must be a full path, because an id does not show the parent groups: write the ${noun}'s full path`,
      )
    } else if (problem) problems.add(key, `the key ${describeProblem(problem, pathAsWritten, true)}`)
    else addSection(into, section(noun, path, key, value, problems), problems)
  }
}

/** Adds a section. A section that is declared twice is an error, so that its settings are in one place. */
function addSection(known: Map<string, Section>, section: Section, problems: Problems): void {
  const path = canonicalPath(section.path)
  const existing = known.get(path)
  if (!existing) known.set(path, section)
  else problems.add(section.at, `is declared twice, first at ${lineOf(existing.at)}: keep one of them`)
}

function section(noun: SectionType, path: string, at: Place, tree: Tree, problems: Problems): Section {
  const names = noun === 'project' ? projectNames : settingNames
  const read = {
    kinds: new Map<SetName, Items | Removal>(),
    choices: { exclusive: new Map(), retainOnRemove: new Map() } as Record<
      ChoiceName,
      ReadonlyMap<SetName, SettingValue>
    >,
  }
  let onConflict: SettingValue | Removal | undefined
  let formerly: FormerPath[] = []
  if (tree.type !== 'map') {
    if (!isNull(tree)) problems.add(tree.at, `must be a map of settings: ${names.join(', ')}`)
    return { path, at, ...read, onConflict, formerly }
  }
  for (const [name, entry] of tree.entries) {
    if (isSetName(name)) {
      const items = itemsOf(name, entry, problems)
      if (items) read.kinds.set(name, items)
    } else if (isChoiceName(name)) {
      removalOf(entry, problems)
      read.choices[name] = choicesOf(entry, problems)
    } else if (name === 'onConflict')
      onConflict = removalOf(entry, problems) ?? (isNull(entry.value) ? undefined : settingValue(entry))
    else if (name === 'formerly' && noun === 'project') formerly = formerPathsOf(entry, problems)
    else if (name === 'formerly') problems.add(entry.key, onlyProjects)
    else if (name === 'project')
      problems.add(entry.key, 'project is not allowed here, because the key of the settings is the path of the project')
    else problems.add(entry.key, `unknown setting: ${didYouMean(name, names)}`)
  }
  return { path, at, ...read, onConflict, formerly }
}

function itemsOf(kind: SetName, entry: Entry, problems: Problems): Items | Removal | undefined {
  const { key, value } = entry
  const removal = removalOf(entry, problems, '{} for an empty set')
  if (removal) return removal
  if (value.type !== 'map') {
    // The caller has already reported an empty value.
    if (!isNull(value)) problems.add(value.at, `must be a map of ${kind} by keys of your choice`)
    return undefined
  }
  const items = new Map<string, Item | Removal>()
  for (const [name, item] of value.entries) {
    const read = readItem(kind, item, problems)
    if (read) items.set(name, read)
  }
  return { at: key, items }
}

const isNull = (tree: Tree): boolean => tree.type === 'scalar' && tree.value === null
