import { type Output, output } from '@pulumi/pulumi/output'
import type { ComponentResourceOptions } from '@pulumi/pulumi/resource'
import { warnOfPathsOfComponent } from '../core/pulumi/options-of-component'
import { isRetained, rememberRetention } from '../core/pulumi/retention'
import { settingsTypes } from '../core/schema/provider-text'
import type { GroupVariableSetArgs } from '../resources/group-variable'
import { GroupChildren, type GroupChildrenArgs, type GroupExclusive, type GroupRetainOnRemove } from './group-children'
import { createChildren, dynamicFront, rejectUnknown, type SettingsChoices } from './settings-component'

/**
 * Arguments of a {@link GroupSettings}. A set is only managed if its argument is present. An empty object manages an
 * empty set.
 */
export interface GroupSettingsArgs extends GroupChildrenArgs, SettingsChoices<GroupExclusive, GroupRetainOnRemove> {
  /** The group: its numeric id or its full path, such as `"acme/platform"`. */
  group: GroupVariableSetArgs['group']
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
export class GroupSettings extends GroupChildren {
  /** How the component creates its children. */
  protected static readonly front = dynamicFront

  /** The group as passed. */
  readonly group: Output<number | string>

  constructor(name: string, args: GroupSettingsArgs, options?: ComponentResourceOptions) {
    rejectUnknown('group', args)
    super(settingsTypes.group, name, {}, options)
    rememberRetention(this, isRetained(options))
    warnOfPathsOfComponent('GroupSettings', options)
    const { front } = new.target
    this.group = output(args.group)
    const children = createChildren('group', { resource: this, name, front }, args, options?.aliases)
    Object.assign(this, children)
    this.registerOutputs({ group: this.group, ...(front.areOutputs && children) })
  }
}
