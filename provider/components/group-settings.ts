import type { Input } from '@pulumi/pulumi'
import { type Output, output } from '@pulumi/pulumi/output'
import type { ComponentResourceOptions } from '@pulumi/pulumi/resource'
import { settingsTypes } from '../core/schema/provider-text'
import type { GroupVariableSetArgs } from '../resources/group-variable'
import { type GroupExclusive, type GroupRetainOnRemove, GroupSets, type GroupSetsArgs } from './group-sets'
import { createSets, dynamicFront, rejectUnknown } from './settings-component'

/**
 * Arguments of a {@link GroupSettings}. A set is only managed if its argument is present. An empty object manages an
 * empty set.
 */
export interface GroupSettingsArgs extends GroupSetsArgs {
  /** The group: its numeric id or its full path, such as `"acme/platform"`. */
  group: GroupVariableSetArgs['group']
  /**
   * Whether to delete objects that are not declared, in all declared sets or in some of them: `{ variables: true }`. Only
   * deletes objects that an earlier refresh found and listed as items `#<id>`. Default: false.
   */
  exclusive?: Input<boolean> | GroupExclusive | undefined
  /**
   * Whether to keep objects on the service after their items are removed, in all sets or in some of them:
   * `{ variables: true }`. Objects that `exclusive` finds are still deleted. Has no effect if a whole set is removed,
   * because its argument or its group was removed: use Pulumi's `retainOnDelete` for that. Default: false.
   */
  retainOnRemove?: Input<boolean> | GroupRetainOnRemove | undefined
  /** What to do if an object already exists, as for single resources. Default: `"fail"`. */
  onConflict?: GroupVariableSetArgs['onConflict']
}

/**
 * The settings of one group itself: sets of its objects, which are children of this component.
 *
 * ```ts
 * new trueup.GroupSettings("acme", {
 *   group: "acme",
 *   variables: {
 *     region: { key: "REGION", value: "eu-west-1" },
 *     registry: { key: "REGISTRY_TOKEN", value: config.requireSecret("registryToken"), masked: true },
 *   },
 * })
 * ```
 *
 * An argument that is omitted manages nothing. `variables: {}` manages an empty set. Removing an argument later deletes
 * the objects that its set created.
 */
export class GroupSettings extends GroupSets {
  /** How the component creates its sets. */
  protected static readonly front = dynamicFront

  /** The group as passed. */
  readonly group: Output<number | string>

  constructor(name: string, args: GroupSettingsArgs, options?: ComponentResourceOptions) {
    rejectUnknown('group', args)
    super(settingsTypes.group, name, {}, options)
    const { front } = new.target
    this.group = output(args.group)
    const sets = createSets('group', { resource: this, name, front }, args, options?.aliases)
    Object.assign(this, sets)
    this.registerOutputs({ group: this.group, ...(front.areOutputs && sets) })
  }
}
