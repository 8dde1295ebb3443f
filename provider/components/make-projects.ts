import type { Alias, ComponentResourceOptions } from '@pulumi/pulumi'
import { RunError } from '@pulumi/pulumi/errors'
import { warn } from '@pulumi/pulumi/log'
import { didYouMean } from '../core/schema/did-you-mean'
import { choiceNames, type SettingValue } from './choices'
import type { Settings as Resolved } from './inherit'
import type { Item } from './items'
import { namesOf } from './names'
import { lineOf, Problems } from './problems'
import type { ProjectSettings, ProjectSettingsArgs } from './project-settings'
import { Secrets } from './secrets'
import type { Section, Sections } from './section'
import { validateProjects } from './validate-projects'
import { plainEntries } from './yaml-tree'

/** A project as files declare it. */
export interface DeclaredProject {
  readonly project: Section
  readonly args: ProjectSettingsArgs
}

/**
 * Reads and validates files.
 *
 * @param reader The function or component that reads the files, for messages.
 * @throws RunError with all errors in the files.
 */
export function declaredProjects(patterns: readonly string[], cwd: string, reader: string): DeclaredProject[] {
  const problems = new Problems()
  const { sections, inheritance, projects: validated } = validateProjects(patterns, cwd, problems, reader)
  const secrets = new Secrets(problems)
  const declared = validated.map(({ project, settings }) => ({ project, args: argsOf(project, settings, secrets) }))
  // Pulumi prints a stack trace for other errors. It would not help here, because the error is in the files.
  if (problems.size > 0) throw new RunError(problems.toString())
  for (const section of inheritance.unused()) warnOfUnused(section, sections)
  return declared
}

/** Creates the resources of projects. */
export function createProjects<Settings extends ProjectSettings>(
  declared: readonly DeclaredProject[],
  options: ComponentResourceOptions,
  Class: new (name: string, args: ProjectSettingsArgs, options: ComponentResourceOptions) => Settings,
): Record<string, Settings> {
  const created: Record<string, Settings> = {}
  for (const { project, args } of declared) {
    const { name, former } = namesOf(project)
    const settings = new Class(name, args, withAliases(options, former))
    created[project.path] = settings
    // Also found by its name, which does not depend on the case of the path. Not enumerable, so it is not listed twice.
    if (name !== project.path) Object.defineProperty(created, name, { value: settings })
  }
  return created
}

function withAliases(options: ComponentResourceOptions, former: readonly string[]): ComponentResourceOptions {
  if (former.length === 0) return options
  const aliases = (options.aliases ?? []) as Alias[]
  const renamed = former.flatMap((name) => [{ name }, ...aliases.map((alias) => ({ ...alias, name }))])
  return { ...options, aliases: [...aliases, ...renamed] }
}

function argsOf({ path }: Section, { kinds, choices, onConflict }: Resolved, secrets: Secrets): ProjectSettingsArgs {
  const itemsOf = (items: ReadonlyMap<string, Item>) =>
    Object.fromEntries(
      [...items].map(([key, { fields }]) => [key, plainEntries(fields, (reference) => secrets.valueOf(reference))]),
    )
  return {
    project: path,
    ...Object.fromEntries([...kinds].map(([kind, { items }]) => [kind, itemsOf(items)])),
    ...Object.fromEntries(choiceNames.map((name) => [name, valuesOf(choices[name])])),
    ...(onConflict && { onConflict: onConflict.value }),
  } as ProjectSettingsArgs
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
