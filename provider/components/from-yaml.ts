import { resolve } from 'node:path'
import type { ComponentResourceOptions } from '@pulumi/pulumi'
import { ProjectSettings, type ProjectSettingsArgs } from './project-settings'

/** Options of {@link fromYaml}: `cwd`, and options of its components such as `provider`, `parent` and `protect`. */
export interface FromYamlOptions extends Omit<ComponentResourceOptions, 'aliases' | 'id' | 'import' | 'urn'> {
  /**
   * Working directory of relative patterns. Default: the working directory of the program, which is Pulumi's project
   * folder.
   */
  cwd?: string | undefined
}

/**
 * Creates the {@link ProjectSettings} of each project in YAML files. The name of the component is the path of the
 * project in lower case. Changing the case of a path has no effect. If a project is renamed, set its earlier path as
 * `formerly`.
 *
 * ```ts
 * const projects = trueup.fromYaml("projects/**\/*.yaml")
 * export const tokens = projects["acme/web"]?.tokens
 * ```
 *
 * Files contain `defaults`, settings of `groups`, which apply to all projects in the group, and settings of `projects`.
 * The nearest setting wins. All errors in the files are reported together, with files and lines, before any resource is
 * created. `docs/projects-as-data.md` documents the format, and editors can use `trueup/schema/projects.schema.json`.
 *
 * @param patterns Globs of files. Each must match a file. A pattern that starts with `!` excludes files.
 * @returns The settings by path, as written in the files. The path in lower case also works.
 * @throws RunError with all errors in the files. TypeError if a pattern matches no file.
 */
export function fromYaml(
  patterns: string | readonly string[],
  options: FromYamlOptions = {},
): Record<string, ProjectSettings> {
  return projectsFrom(patterns, options, ProjectSettings)
}

/** Implements `fromYaml` for a class of components. */
export function projectsFrom<Settings extends ProjectSettings>(
  patterns: string | readonly string[],
  { cwd = process.cwd(), ...options }: FromYamlOptions,
  Class: new (name: string, args: ProjectSettingsArgs, options?: ComponentResourceOptions) => Settings,
): Record<string, Settings> {
  // Loaded when it is used, because most programs have no such files.
  const { createProjects, declaredProjects } = require('./make-projects') as typeof import('./make-projects')
  const declared = declaredProjects(typeof patterns === 'string' ? [patterns] : patterns, resolve(cwd), 'fromYaml')
  return createProjects(declared, options, Class)
}
