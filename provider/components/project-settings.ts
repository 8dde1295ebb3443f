import type { Input } from '@pulumi/pulumi'
import { type Output, output, secret } from '@pulumi/pulumi/output'
import type { ComponentResourceOptions } from '@pulumi/pulumi/resource'
import { settingsTypes } from '../core/schema/provider-text'
import type { LabelSetArgs } from '../resources/label'
import { type ProjectExclusive, type ProjectRetainOnRemove, ProjectSets, type ProjectSetsArgs } from './project-sets'
import { createSets, dynamicFront, rejectUnknown } from './settings-component'

/**
 * Arguments of a {@link ProjectSettings}. A set is only managed if its argument is present. An empty object manages an
 * empty set.
 */
export interface ProjectSettingsArgs extends ProjectSetsArgs {
  /** The project: its numeric id or its full path, such as `"acme/web"`. */
  project: LabelSetArgs['project']
  /**
   * Whether to delete objects that are not declared, in all declared sets or in some of them: `{ labels: true }`. Only
   * deletes objects that an earlier refresh found and listed as items `#<id>`. Default: false.
   */
  exclusive?: Input<boolean> | ProjectExclusive | undefined
  /**
   * Whether to keep objects on the service after their items are removed, in all sets or in some of them:
   * `{ triggerTokens: true }`. Objects that `exclusive` finds are still deleted. Has no effect if a whole set is
   * removed, because its argument or its project was removed: use Pulumi's `retainOnDelete` for that. Default: false.
   */
  retainOnRemove?: Input<boolean> | ProjectRetainOnRemove | undefined
  /** What to do if an object already exists, as for single resources. Default: `"fail"`. */
  onConflict?: LabelSetArgs['onConflict']
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
