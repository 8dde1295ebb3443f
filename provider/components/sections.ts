import { canonicalReference } from '../core/schema/canonical'
import { didYouMean } from '../core/schema/did-you-mean'
import { reference } from '../core/schema/fields'
import { describeProblem } from '../core/schema/problem'
import { exampleOf } from '../core/schema/set'
import { type ChoiceName, isChoiceName } from './choice-names'
import { choicesOf, type SettingValue, settingValue } from './choices'
import { formerPathsOf, validateFormerPaths } from './former-paths'
import { type Item, notHere, readItem, readSingle, type Removal, removalOf } from './items'
import { canonicalPath } from './names'
import { lineOf, type Place, type Problems } from './problems'
import { type FormerPath, type Items, type Section, type SectionName, sectionNames, type Sections } from './section'
import {
  definitionOf,
  isSetName,
  isSingleName,
  type ParentKind,
  type SetName,
  settingNames,
  type SingleName,
} from './settings'
import type { Entry, Tree } from './yaml-tree'

/** What the settings of a section belong to. Those of `groups` belong to the projects in the group. */
const parentKinds: Record<SectionName, ParentKind> = {
  defaults: 'project',
  groups: 'project',
  projects: 'project',
  groupSettings: 'group',
}

const exampleOfSection = { group: 'acme/platform: { … }', project: 'acme/web: { … }' }

/** What the keys of a section are paths of. */
const nouns = { groups: 'group', projects: 'project', groupSettings: 'group' } as const

const noFormerPaths =
  'only projects and groupSettings have earlier paths: set formerly for each project whose path has changed'

/** Reads the sections of all files. A section must not be declared twice. */
export function sectionsOf(trees: readonly Tree[], problems: Problems): Sections {
  const defaults = new Map<string, Section>()
  const groups = new Map<string, Section>()
  const projects = new Map<string, Section>()
  const groupSettings = new Map<string, Section>()
  for (const tree of trees) {
    if (tree.type !== 'map') {
      problems.add(tree.at, `the file must be a map of ${sectionNames.join(', ')}`)
      continue
    }
    for (const [name, { key, value }] of tree.entries) {
      if (name === 'defaults') addSection(defaults, sectionOf(name, '', key, value, problems), problems)
      else if (name === 'groups') readSections(name, value, groups, problems)
      else if (name === 'projects') readSections(name, value, projects, problems)
      else if (name === 'groupSettings') readSections(name, value, groupSettings, problems)
      else if (name === '$schema') validateSchema(value, problems)
      else if (!name.startsWith('x-')) {
        const hint = didYouMean(name, sectionNames)
        problems.add(key, `unknown key, and keys for anchors must start with "x-": ${hint}`)
      }
    }
  }
  validateFormerPaths(projects, problems)
  validateFormerPaths(groupSettings, problems)
  return { defaults: defaults.get(''), groups, projects, groupSettings }
}

/** Validates `$schema`, which editors read. JSON files need it because JSON has no comments. */
function validateSchema(value: Tree, problems: Problems): void {
  const isText = value.type === 'scalar' && typeof value.value === 'string'
  if (!isText) problems.add(value.at, 'must be the path or URL of a JSON schema')
}

function readSections(name: keyof typeof nouns, tree: Tree, into: Map<string, Section>, problems: Problems): void {
  const noun = nouns[name]
  const field = reference(noun)
  if (isNull(tree)) return
  if (tree.type !== 'map')
    return problems.add(
      tree.at,
      `must be a map from paths of ${noun}s to their settings: write ${exampleOfSection[noun]}`,
    )
  for (const [pathAsWritten, { key, value }] of tree.entries) {
    const path = canonicalReference(pathAsWritten)
    const problem = field.problem?.(pathAsWritten)
    if (typeof path === 'number') {
      problems.add(
        key,
        `must be a full path, because an id does not show the parent groups: write the ${noun}'s full path`,
      )
    } else if (problem) problems.add(key, `the key ${describeProblem(problem, pathAsWritten, true)}`)
    else addSection(into, sectionOf(name, path, key, value, problems), problems)
  }
}

/** Adds a section. A section that is declared twice is an error, so that its settings are in one place. */
function addSection(known: Map<string, Section>, section: Section, problems: Problems): void {
  const path = canonicalPath(section.path)
  const existing = known.get(path)
  if (!existing) known.set(path, section)
  else problems.add(section.at, `is declared twice, first at ${lineOf(existing.at)}: keep one of them`)
}

function sectionOf(section: SectionName, path: string, at: Place, tree: Tree, problems: Problems): Section {
  const parentKind = parentKinds[section]
  // The others apply to projects with different paths.
  const isOfOne = section === 'projects' || section === 'groupSettings'
  const names = [...settingNames(parentKind), ...(isOfOne ? ['formerly'] : [])]
  const read = {
    parentKind,
    kinds: new Map<SetName, Items | Removal>(),
    singles: new Map<SingleName, Item | Removal>(),
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
    if (isSetName(parentKind, name)) {
      const items = itemsOf(parentKind, name, entry, problems)
      if (items) read.kinds.set(name, items)
    } else if (isSingleName(parentKind, name)) {
      const single = readSingle(parentKind, name, entry, problems)
      if (single) read.singles.set(name, single)
    } else if (isChoiceName(name)) {
      removalOf(entry, problems)
      read.choices[name] = choicesOf(parentKind, name, entry, problems)
    } else if (name === 'onConflict')
      onConflict = removalOf(entry, problems) ?? (isNull(entry.value) ? undefined : settingValue(entry))
    else if (name === 'formerly' && isOfOne) formerly = formerPathsOf(parentKind, entry, problems)
    else if (name === 'formerly') problems.add(entry.key, noFormerPaths)
    else if (name === parentKind) problems.add(entry.key, notHere(name))
    else problems.add(entry.key, `unknown setting: ${didYouMean(name, names)}`)
  }
  return { path, at, ...read, onConflict, formerly }
}

function itemsOf(parentKind: ParentKind, kind: SetName, entry: Entry, problems: Problems): Items | Removal | undefined {
  const { key, value } = entry
  const removal = removalOf(entry, problems, '{} for an empty set')
  if (removal) return removal
  if (value.type !== 'map') {
    // The caller has already reported an empty value.
    if (!isNull(value)) {
      const example = `${keyFor(value)}: ${exampleOf(definitionOf(parentKind, kind))}`
      problems.add(value.at, `must be a map of ${kind} by keys of your choice: write ${example}`)
    }
    return undefined
  }
  const items = new Map<string, Item | Removal>()
  for (const [name, item] of value.entries) {
    const read = readItem(parentKind, kind, item, problems)
    if (read) items.set(name, read)
  }
  return { at: key, items }
}

/** A key for an example: the name of the first entry of a list, or `key`. */
function keyFor(tree: Tree): string {
  const [first] = tree.type === 'list' ? tree.items : []
  const name = first?.type === 'map' ? first.entries.get('name')?.value : undefined
  const text = name?.type === 'scalar' ? name.value : undefined
  return typeof text === 'string' && /^[a-z][\w-]{0,30}$/i.test(text) ? text : 'key'
}

const isNull = (tree: Tree): boolean => tree.type === 'scalar' && tree.value === null
