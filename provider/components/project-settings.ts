import { type Output, output, secret } from '@pulumi/pulumi/output'
import type { ComponentResourceOptions } from '@pulumi/pulumi/resource'
import { warnOfPathsOfComponent } from '../core/pulumi/options-of-component'
import { isRetained, rememberRetention } from '../core/pulumi/retention'
import { settingsTypes } from '../core/schema/provider-text'
import type { LabelSetArgs } from '../resources/label'
import {
  ProjectChildren,
  type ProjectChildrenArgs,
  type ProjectExclusive,
  type ProjectRetainOnRemove,
} from './project-children'
import { createChildren, dynamicFront, rejectUnknown, type SettingsChoices } from './settings-component'

/**
 * Arguments of a {@link ProjectSettings}. A set is only managed if its argument is present. An empty object manages an
 * empty set.
 */
export interface ProjectSettingsArgs
  extends ProjectChildrenArgs, SettingsChoices<ProjectExclusive, ProjectRetainOnRemove> {
  /** The project: its numeric id or its full path, such as `"acme/web"`. */
  project: LabelSetArgs['project']
}

/**
 * The settings of one project: sets of its objects, and objects that it has once. They are children of this component.
 *
 * ```ts
 * new trueup.ProjectSettings("acme/web", {
 *   project: "acme/web",
 *   labels: { bug: { color: "crimson" }, chore: { color: "grey" } },
 *   freezePeriods: { weekend: { freezeStart: "0 18 * * fri", freezeEnd: "0 7 * * mon" } },
 *   exclusive: { labels: true },
 * })
 * ```
 *
 * An argument that is omitted manages nothing. `labels: {}` manages an empty set. Removing an argument later deletes
 * the objects that its set created. Removing `settings` or
 * `approvalSettings` keeps them as they are.
 */
export class ProjectSettings extends ProjectChildren {
  /** How the component creates its children. */
  protected static readonly front = dynamicFront

  /** The project as passed. */
  readonly project: Output<number | string>
  /** The secrets of the trigger tokens by key. Empty if `triggerTokens` is omitted. */
  readonly tokens: Output<Record<string, string>>

  constructor(name: string, args: ProjectSettingsArgs, options?: ComponentResourceOptions) {
    rejectUnknown('project', args)
    super(settingsTypes.project, name, {}, options)
    rememberRetention(this, isRetained(options))
    warnOfPathsOfComponent('ProjectSettings', options)
    const { front } = new.target
    this.project = output(args.project)
    const children = createChildren('project', { resource: this, name, front }, args, options?.aliases)
    Object.assign(this, children)
    this.tokens = secret(this.triggerTokens?.tokens ?? {})
    this.registerOutputs({ project: this.project, tokens: this.tokens, ...(front.areOutputs && children) })
  }
}
