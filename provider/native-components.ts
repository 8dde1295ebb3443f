import type { ComponentResourceOptions } from '@pulumi/pulumi'
import { type FromYamlOptions, projectsFrom } from './components/from-yaml'
import { nativeFront } from './components/project-settings'
import { type ProjectsArgs, ProjectsOf } from './components/projects'
import * as dynamic from './index'
import { nativeSets } from './native-resources'

/**
 * The settings of one project: sets of its objects, which are children of this component. They take over the state
 * of the sets of dynamic resources.
 */
export class ProjectSettings extends dynamic.ProjectSettings {
  protected static override readonly front = nativeFront(nativeSets)
}

/**
 * The {@link ProjectSettings} of each project in YAML files, which are children of this component.
 *
 * ```ts
 * const all = new trueup.Projects("all", { files: ["projects/**\/*.yaml"] })
 * export const tokens = all.projects["acme/web"]?.tokens
 * ```
 *
 * `docs/projects-as-data.md` documents the files. The name of a child is the path of its project in lower case. All
 * errors in the files are reported together, with files and lines, before any resource is created.
 */
export class Projects extends ProjectsOf<ProjectSettings> {
  /**
   * @throws RunError with all errors in the files. TypeError if an argument is invalid or a pattern matches no file.
   */
  constructor(name: string, args: ProjectsArgs, options?: ComponentResourceOptions) {
    super(name, args, options ?? {}, ProjectSettings)
  }
}

/**
 * Creates the {@link ProjectSettings} of each project in YAML files.
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
