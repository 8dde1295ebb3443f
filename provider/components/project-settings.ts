import { type Output, output, secret } from '@pulumi/pulumi/output'
import type { ComponentResourceOptions } from '@pulumi/pulumi/resource'
import { settingsTypes } from '../core/schema/provider-text'
import type { LabelSetArgs } from '../resources/label'
import { type ProjectExclusive, type ProjectRetainOnRemove, ProjectSets, type ProjectSetsArgs } from './project-sets'
import { createSets, dynamicFront, rejectUnknown, type SettingsChoices } from './settings-component'

/**
 * Arguments of a {@link ProjectSettings}. A set is only managed if its argument is present. An empty object manages an
 * empty set.
 */
export interface ProjectSettingsArgs extends ProjectSetsArgs, SettingsChoices<ProjectExclusive, ProjectRetainOnRemove> {
  /** The project: its numeric id or its full path, such as `"acme/web"`. */
  project: LabelSetArgs['project']
}

/**
 * The settings of one project: sets of its objects, which are children of this component.
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
 * the objects that its set created.
 */
export class ProjectSettings extends ProjectSets {
  /** How the component creates its sets. */
  protected static readonly front = dynamicFront

  /** The project as passed. */
  readonly project: Output<number | string>
  /** The secrets of the trigger tokens by key. Empty if `triggerTokens` is omitted. */
  readonly tokens: Output<Record<string, string>>

  constructor(name: string, args: ProjectSettingsArgs, options?: ComponentResourceOptions) {
    rejectUnknown('project', args)
    super(settingsTypes.project, name, {}, options)
    const { front } = new.target
    this.project = output(args.project)
    const sets = createSets('project', { resource: this, name, front }, args, options?.aliases)
    Object.assign(this, sets)
    this.tokens = secret(this.triggerTokens?.tokens ?? {})
    this.registerOutputs({ project: this.project, tokens: this.tokens, ...(front.areOutputs && sets) })
  }
}
