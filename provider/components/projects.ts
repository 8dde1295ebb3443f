import { resolve } from 'node:path'
import { ComponentResource, type ComponentResourceOptions, rootStackResource } from '@pulumi/pulumi/resource'
import { warnOfPathsOfComponent } from '../core/pulumi/options-of-component'
import { isRetained, rememberRetention } from '../core/pulumi/retention'
import { didYouMean } from '../core/schema/did-you-mean'
import { show } from '../core/schema/display'
import type { GroupSettings } from './group-settings'
import type { SettingsClasses } from './make-projects'
import type { ProjectSettings } from './project-settings'

/** Arguments of a {@link Projects}. They must be known when the preview runs. */
export interface ProjectsArgs {
  /**
   * Patterns of files, such as `projects/*.yaml`. Each must match a file. A pattern that starts with `!` excludes files.
   */
  files: readonly string[]
  /**
   * Folder that relative patterns start from, absolute or relative to the folder of the program. Default: the folder of
   * the program.
   */
  folder?: string | undefined
}

const names: readonly (keyof ProjectsArgs)[] = ['files', 'folder']

/**
 * The {@link ProjectSettings} of each project, and the {@link GroupSettings} of each group, in YAML files. They are
 * children of this component. The name of such a child is the path of the project or group in lower case.
 *
 * ```ts
 * const all = new trueup.Projects("all", { files: ["projects/**\/*.yaml"] })
 * export const tokens = all.projects["acme/web"]?.tokens
 * ```
 *
 * The files are those of `fromYaml`. All errors in the files are reported together, with files and lines, before any
 * resource is created.
 */
export abstract class ProjectsOf<P extends ProjectSettings, G extends GroupSettings> extends ComponentResource {
  /** The settings of projects by path, as written in the files. */
  readonly projects: Record<string, P>
  /** The settings of groups by path, as written in the files. */
  readonly groups: Record<string, G>

  /** @throws RunError with all errors in the files. TypeError if an argument is invalid or a pattern matches no file. */
  constructor(name: string, args: ProjectsArgs, options: ComponentResourceOptions, classes: SettingsClasses<P, G>) {
    const { files, folder = '.' } = validated(args)
    // Loaded when it is used, because most programs have no such files.
    const { createSettings, declaredSettings } = require('./make-projects') as typeof import('./make-projects')
    const declared = declaredSettings(files, resolve(folder), 'Projects')
    super('trueup:index:Projects', name, {}, options)
    rememberRetention(this, isRetained(options))
    warnOfPathsOfComponent('Projects', options)
    // They take over the state of `fromYaml`, whose components have the parent of this one.
    const aliases = [{ parent: options.parent ?? rootStackResource }]
    const { projects, groups } = createSettings(declared, { parent: this, aliases }, classes)
    this.projects = projects
    this.groups = groups
    this.registerOutputs({ projects, groups })
  }
}

function validated(args: ProjectsArgs): ProjectsArgs {
  for (const name of Object.keys(args)) {
    if (names.some((known) => known === name)) continue
    throw new TypeError(`${name} is not an argument of Projects: ${didYouMean(name, names)}`)
  }
  const { files, folder } = args as { files: unknown; folder: unknown }
  if (!Array.isArray(files) || !files.every((pattern) => typeof pattern === 'string')) {
    throw new TypeError(`files of Projects must be a list of strings (got ${show(files)})`)
  }
  if (folder != null && typeof folder !== 'string') {
    throw new TypeError(`folder of Projects must be a string (got ${show(folder)})`)
  }
  return { files, folder: folder ?? undefined }
}
