import { resolve } from 'node:path'
import type { ComponentResourceOptions } from '@pulumi/pulumi'
import type { ProjectSettings } from './project-settings'

/** How {@link fromYaml} finds files, and the options of what it makes: `provider`, `parent`, `protect` and the like. */
export interface FromYamlOptions extends Omit<ComponentResourceOptions, 'aliases' | 'id' | 'import' | 'urn'> {
  /** The folder that relative patterns start from. Default: the program's working directory, which is Pulumi's project folder. */
  cwd?: string | undefined
}

/**
 * Makes the {@link ProjectSettings} of each project that YAML files declare, named by its path in lower case. Another
 * spelling of a path changes nothing, nor does another path when the project's `formerly` has the earlier one.
 *
 * ```ts
 * const projects = trueup.fromYaml("projects/**\/*.yaml")
 * export const tokens = projects["acme/web"]?.tokens
 * ```
 *
 * Files have `defaults`, settings of `groups`, which hold for every project below, and of `projects`; the nearest wins.
 * All that is wrong with any of the files is one error, with files and lines, before anything is made. The format is
 * told in `docs/projects-as-data.md`, and to editors by `trueup/schema/projects.schema.json`.
 *
 * @param patterns Globs of files; each has to match one. A pattern that begins with `!` excludes.
 * @returns The settings by the projects' paths as the files write them; the path in lower case finds them, too.
 * @throws RunError with all that is wrong with the files. TypeError for a pattern that matches no file.
 */
export function fromYaml(
  patterns: string | readonly string[],
  options: FromYamlOptions = {},
): Record<string, ProjectSettings> {
  const { cwd = process.cwd(), ...rest } = options
  // Loaded when there is something to read: most programs have no such files.
  const { makeProjects } = require('./make-projects') as typeof import('./make-projects')
  return makeProjects(typeof patterns === 'string' ? [patterns] : patterns, resolve(cwd), rest)
}
