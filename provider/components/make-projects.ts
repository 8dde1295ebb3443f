import type { Alias, ComponentResourceOptions, Input, Output, Resource } from '@pulumi/pulumi'
import { RunError } from '@pulumi/pulumi/errors'
import { warn } from '@pulumi/pulumi/log'
import { rememberDefaultService } from '../core/pulumi/default-service'
import { didYouMean } from '../core/schema/did-you-mean'
import { choiceNames } from './choice-names'
import type { SettingValue } from './choices'
import type { GroupSettings, GroupSettingsArgs } from './group-settings'
import type { Item } from './items'
import { namesOf } from './names'
import { lineOf, Problems } from './problems'
import type { ProjectSettings, ProjectSettingsArgs } from './project-settings'
import { Secrets } from './secrets'
import type { Section, Sections } from './section'
import { type Resolved, validateProjects } from './validate-projects'
import { plainEntries } from './yaml-tree'

/** A project or group as files declare it. */
export interface Declared<Args> {
  readonly section: Section
  readonly args: Args
}

/** What files declare. */
export interface DeclaredSettings {
  readonly projects: readonly Declared<ProjectSettingsArgs>[]
  readonly groups: readonly Declared<GroupSettingsArgs>[]
}

/** A class of components. */
type SettingsClass<Settings, Args> = new (name: string, args: Args, options: ComponentResourceOptions) => Settings

/** The classes of the components that files declare. */
export interface SettingsClasses<P extends ProjectSettings, G extends GroupSettings> {
  readonly project: SettingsClass<P, ProjectSettingsArgs>
  readonly group: SettingsClass<G, GroupSettingsArgs>
}

/** The components by path, as written in the files. */
export interface CreatedSettings<P, G> {
  readonly projects: Record<string, P>
  readonly groups: Record<string, G>
}

/**
 * Reads and validates files.
 *
 * @param reader The function or component that reads the files, for messages.
 * @throws RunError with all errors in the files.
 */
export function declaredSettings(patterns: readonly string[], cwd: string, reader: string): DeclaredSettings {
  // Keys can be URLs of its pages.
  rememberDefaultService()
  const problems = new Problems()
  const { sections, inheritance, projects, groups } = validateProjects(patterns, cwd, problems, reader)
  const secrets = new Secrets(problems)
  const declared = {
    projects: projects.map((one) => ({ section: one.section, args: argsOf(one, secrets) as ProjectSettingsArgs })),
    groups: groups.map((one) => ({ section: one.section, args: argsOf(one, secrets) as GroupSettingsArgs })),
  }
  // Pulumi prints a stack trace for other errors. It would not help here, because the error is in the files.
  if (problems.size > 0) throw new RunError(problems.toString())
  for (const section of inheritance.unused()) warnOfUnused(section, sections)
  return declared
}

/** Creates the components of projects and groups. Those in a new group wait for it. */
export function createSettings<P extends ProjectSettings, G extends GroupSettings>(
  { projects, groups }: DeclaredSettings,
  options: ComponentResourceOptions,
  { project, group }: SettingsClasses<P, G>,
): CreatedSettings<P, G> {
  const newGroups = new Map<string, Resource>()
  const outermostFirst = [...groups].sort((one, other) => depthOf(one) - depthOf(other))
  const createdGroups = create(outermostFirst, options, group, newGroups)
  return { groups: createdGroups, projects: create(projects, options, project, newGroups) }
}

const depthOf = ({ section }: Declared<unknown>): number => section.path.split('/').length

/** @param newGroups The groups that the program creates, by name. Groups are added. */
function create<Settings extends GroupSettings | ProjectSettings, Args extends { settings?: unknown }>(
  declared: readonly Declared<Args>[],
  options: ComponentResourceOptions,
  Class: SettingsClass<Settings, Args>,
  newGroups: Map<string, Resource>,
): Record<string, Settings> {
  const created: Record<string, Settings> = {}
  for (const { section, args } of declared) {
    const { name, former } = namesOf(section)
    const settings = new Class(name, args, inNewGroup(name, withAliases(options, former), newGroups))
    if (section.parentKind === 'group' && (args.settings as { create?: unknown } | undefined)?.create === true) {
      newGroups.set(name, settings)
    }
    created[section.path] = settings
    // Also found by its name, which does not depend on the case of the path. Not enumerable, so it is not listed twice.
    if (name !== section.path) Object.defineProperty(created, name, { value: settings })
  }
  return created
}

/** The options for what can be in a new group. The nearest one waits for those above it. */
function inNewGroup(
  name: string,
  options: ComponentResourceOptions,
  newGroups: ReadonlyMap<string, Resource>,
): ComponentResourceOptions {
  const parts = name.split('/').slice(0, -1)
  const above = parts.map((_, index) => newGroups.get(parts.slice(0, index + 1).join('/')))
  const nearest = above.findLast((group) => group !== undefined)
  if (!nearest) return options
  return { ...options, dependsOn: withResource(options.dependsOn ?? [], nearest) }
}

type Dependencies = NonNullable<ComponentResourceOptions['dependsOn']>

function withResource(dependsOn: Dependencies, resource: Resource): Dependencies {
  const added = (all: Input<Resource>[] | Resource): Input<Resource>[] => [
    ...(Array.isArray(all) ? all : [all]),
    resource,
  ]
  if (dependsOn instanceof Promise)
    return (dependsOn as Promise<Input<Resource>[] | Resource>).then<Input<Resource>[]>(added)
  if ('apply' in dependsOn) return (dependsOn as Output<Resource[] | Resource>).apply((all) => added(all) as Resource[])
  return added(dependsOn)
}

function withAliases(options: ComponentResourceOptions, former: readonly string[]): ComponentResourceOptions {
  if (former.length === 0) return options
  const aliases = (options.aliases ?? []) as Alias[]
  const renamed = former.flatMap((name) => [{ name }, ...aliases.map((alias) => ({ ...alias, name }))])
  return { ...options, aliases: [...aliases, ...renamed] }
}

function argsOf({ section, settings }: Resolved, secrets: Secrets): object {
  const { kinds, singles, choices, onConflict } = settings
  const valuesOfItem = ({ fields }: Item) => plainEntries(fields, (reference) => secrets.valueOf(reference))
  const itemsOf = (items: ReadonlyMap<string, Item>) =>
    Object.fromEntries([...items].map(([key, item]) => [key, valuesOfItem(item)]))
  return {
    [section.parentKind]: section.path,
    ...Object.fromEntries([...kinds].map(([kind, { items }]) => [kind, itemsOf(items)])),
    ...Object.fromEntries([...singles].map(([name, item]) => [name, valuesOfItem(item)])),
    ...Object.fromEntries(choiceNames.map((name) => [name, valuesOf(choices[name])])),
    ...(onConflict && { onConflict: onConflict.value }),
  }
}

const valuesOf = (choices: ReadonlyMap<string, SettingValue>): object =>
  Object.fromEntries([...choices].map(([kind, { value }]) => [kind, value]))

/** Warns about a group without projects. Not an error, because stacks with different projects can share files. */
function warnOfUnused({ at, path }: Section, { projects }: Sections): void {
  const above = [...projects.values()].flatMap(({ path: project }) => {
    const names = project.split('/').slice(0, -1)
    return names.map((_, index) => names.slice(0, index + 1).join('/'))
  })
  const hint = didYouMean(path, [...new Set(above)])
  const ending = hint.startsWith('did') ? `: ${hint}` : '.'
  void warn(`${lineOf(at)}: no project in these files is in the group ${path}, so its settings have no effect${ending}`)
}
