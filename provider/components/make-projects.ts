import type { ComponentResourceOptions } from '@pulumi/pulumi'
import { RunError } from '@pulumi/pulumi/errors'
import { warn } from '@pulumi/pulumi/log'
import { didYouMean } from '../core/schema/did-you-mean'
import { choiceNames, type Said } from './choices'
import type { Settings } from './inherit'
import type { Item } from './items'
import { validateProjects } from './validate-projects'
import { namesOf } from './names'
import { lineOf, Problems } from './problems'
import { ProjectSettings, type ProjectSettingsArgs } from './project-settings'
import { Secrets } from './secrets'
import type { Section, Sections } from './sections'
import { plainEntries } from './yaml-tree'

/** Reads, judges and makes what files declare; everything is judged before anything is made. */
export function makeProjects(
  patterns: readonly string[],
  cwd: string,
  options: ComponentResourceOptions,
): Record<string, ProjectSettings> {
  const problems = new Problems()
  const { sections, inheritance, judged } = validateProjects(patterns, cwd, problems)
  const secrets = new Secrets(problems)
  const declared = judged.map(({ project, settings }) => ({ project, args: argsOf(project, settings, secrets) }))
  // Pulumi shows a stack with other errors: of use to whoever writes a program, but not here.
  if (problems.size > 0) throw new RunError(problems.toString())
  for (const section of inheritance.unused()) warnOfUnused(section, sections)
  const made: Record<string, ProjectSettings> = {}
  for (const { project, args } of declared) {
    const { name, former } = namesOf(project)
    const settings = new ProjectSettings(name, args, withAliases(options, former))
    made[project.path] = settings
    // Found by its name, too, which does not depend on how the path is spelt; not listed twice.
    if (name !== project.path) Object.defineProperty(made, name, { value: settings })
  }
  return made
}

const withAliases = (options: ComponentResourceOptions, former: readonly string[]): ComponentResourceOptions =>
  former.length === 0
    ? options
    : { ...options, aliases: [...(options.aliases ?? []), ...former.map((name) => ({ name }))] }

function argsOf({ path }: Section, { kinds, choices, onConflict }: Settings, secrets: Secrets): ProjectSettingsArgs {
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

const valuesOf = (choices: ReadonlyMap<string, Said>): object =>
  Object.fromEntries([...choices].map(([kind, { value }]) => [kind, value]))

/** Files may be shared by stacks that have a part of the projects each: it need not be wrong. */
function warnOfUnused({ at, path }: Section, { projects }: Sections): void {
  const above = [...projects.values()].flatMap(({ path: project }) => {
    const names = project.split('/').slice(0, -1)
    return names.map((_, index) => names.slice(0, index + 1).join('/'))
  })
  const hint = didYouMean(path, [...new Set(above)])
  const meant = hint.startsWith('did') ? `: ${hint}` : '.'
  void warn(
    `${lineOf(at)}: no project of these files is below the group ${path}, so that its settings do nothing${meant}`,
  )
}
