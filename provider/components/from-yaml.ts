import { resolve } from 'node:path'
import type { ComponentResourceOptions } from '@pulumi/pulumi'
import { GroupSettings } from './group-settings'
import type { CreatedSettings, SettingsClasses } from './make-projects'
import { ProjectSettings } from './project-settings'

/** Options of {@link fromYaml}: `cwd`, and options of its components such as `provider`, `parent` and `protect`. */
export interface FromYamlOptions extends Omit<ComponentResourceOptions, 'aliases' | 'id' | 'import' | 'urn'> {
  /**
   * Working directory of relative patterns. Default: the working directory of the program, which is Pulumi's project
   * folder.
   */
  cwd?: string | undefined
}

/**
 * Creates the {@link ProjectSettings} of each project, and the {@link GroupSettings} of each group, in YAML files. The
 * name of the component is the path of the project or group in lower case. Changing the case of a path has no effect.
 * If a project or group is renamed, set its earlier path as `formerly`.
 *
 * ```ts
 * const projects = trueup.fromYaml("projects/**\/*.yaml")
 * export const tokens = projects["acme/web"]?.tokens
 * ```
 *
 * Files contain `defaults`, settings of `groups`, which apply to all projects in the group, and settings of `projects`.
 * The nearest setting wins. `groupSettings` are settings of groups themselves, such as their variables. All errors in
 * the files are reported together, with files and lines, before any resource is created. `docs/projects-as-data.md`
 * documents the format, and editors can use `trueup/schema/projects.schema.json`.
 *
 * @param patterns Globs of files. Each must match a file. A pattern that starts with `!` excludes files.
 * @returns The settings of the projects by path, as written in the files. The path in lower case also works.
 * @throws RunError with all errors in the files. TypeError if a pattern matches no file.
 */
export function fromYaml(
  patterns: string | readonly string[],
  options: FromYamlOptions = {},
): Record<string, ProjectSettings> {
  return settingsFrom(patterns, options, { project: ProjectSettings, group: GroupSettings }).projects
}

/** Implements `fromYaml` for classes of components. */
export function settingsFrom<P extends ProjectSettings, G extends GroupSettings>(
  patterns: string | readonly string[],
  { cwd = process.cwd(), ...options }: FromYamlOptions,
  classes: SettingsClasses<P, G>,
): CreatedSettings<P, G> {
  // Loaded when it is used, because most programs have no such files.
  const { createSettings, declaredSettings } = require('./make-projects') as typeof import('./make-projects')
  const declared = declaredSettings(typeof patterns === 'string' ? [patterns] : patterns, resolve(cwd), 'fromYaml')
  return createSettings(declared, options, classes)
}
