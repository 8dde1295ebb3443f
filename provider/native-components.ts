import type { ComponentResourceOptions } from '@pulumi/pulumi'
import { type FromYamlOptions, settingsFrom } from './components/from-yaml'
import { type ProjectsArgs, ProjectsOf } from './components/projects'
import { nativeFront } from './components/settings-component'
import * as dynamic from './index'
import { nativeChildren } from './native-resources'

const front = nativeFront(nativeChildren)

/**
 * The settings of one project: sets of its objects, and objects that it has once. They are children of this component,
 * and take over the state of dynamic resources.
 */
export class ProjectSettings extends dynamic.ProjectSettings {
  protected static override readonly front = front
}

/**
 * The settings of one group itself: sets of its objects, which are children of this component. They take over the state
 * of dynamic resources.
 */
export class GroupSettings extends dynamic.GroupSettings {
  protected static override readonly front = front
}

const classes = { project: ProjectSettings, group: GroupSettings }

/**
 * The {@link ProjectSettings} of each project, and the {@link GroupSettings} of each group, in YAML files. They are
 * children of this component.
 *
 * ```ts
 * const all = new trueup.Projects("all", { files: ["projects/**\/*.yaml"] })
 * export const tokens = all.projects["acme/web"]?.tokens
 * ```
 *
 * `docs/projects-as-data.md` documents the files. The name of a child is the path of its project or group in lower
 * case. All errors in the files are reported together, with files and lines, before any resource is created.
 */
export class Projects extends ProjectsOf<ProjectSettings, GroupSettings> {
  /**
   * @throws RunError with all errors in the files. TypeError if an argument is invalid or a pattern matches no file.
   */
  constructor(name: string, args: ProjectsArgs, options?: ComponentResourceOptions) {
    super(name, args, options ?? {}, classes)
  }
}

/**
 * Creates the {@link ProjectSettings} of each project, and the {@link GroupSettings} of each group, in YAML files.
 *
 * @param patterns Globs of files. Each must match a file. A pattern that starts with `!` excludes files.
 * @returns The settings of the projects by path, as written in the files. The path in lower case also works.
 * @throws RunError with all errors in the files. TypeError if a pattern matches no file.
 */
export function fromYaml(
  patterns: string | readonly string[],
  options: FromYamlOptions = {},
): Record<string, ProjectSettings> {
  return settingsFrom(patterns, options, classes).projects
}
