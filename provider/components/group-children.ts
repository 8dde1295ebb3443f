// Written by "npm run kind-lists" from provider/kinds.ts. Do not edit.

import type { Input } from '@pulumi/pulumi'
import { ComponentResource } from '@pulumi/pulumi/resource'
import { Group, group, type GroupArgs } from '../resources/group'
import { groupLabel, GroupLabelSet, type GroupLabelSetArgs } from '../resources/group-label'
import { groupMember, GroupMemberSet, type GroupMemberSetArgs } from '../resources/group-member'
import { groupVariable, GroupVariableSet, type GroupVariableSetArgs } from '../resources/group-variable'

/** The items of the sets of a group, and the arguments of its single objects. */
export interface GroupChildrenArgs {
  /** Variables by keys of your choice. If omitted, variables are not managed. */
  variables?: GroupVariableSetArgs['items'] | undefined
  /** Labels by keys of your choice. Default of `name`: the key. If omitted, labels are not managed. */
  labels?: GroupLabelSetArgs['items'] | undefined
  /** Members by keys of your choice. If omitted, members are not managed. */
  members?: GroupMemberSetArgs['items'] | undefined
  /** The settings of the group itself, as arguments of `Group`. If omitted, none are managed. */
  settings?: Input<Omit<GroupArgs, 'group'>> | undefined
}

/** The sets of a group that delete objects that are not declared. */
export interface GroupExclusive {
  /** Whether to delete variables that are not declared. Default: false. */
  variables?: Input<boolean> | undefined
  /** Whether to delete labels that are not declared. Default: false. */
  labels?: Input<boolean> | undefined
  /** Whether to remove members that are not declared. Default: false. */
  members?: Input<boolean> | undefined
}

/** The sets of a group that keep objects on the service after their items are removed from the program. */
export interface GroupRetainOnRemove {
  /** Whether to keep variables. Default: false. */
  variables?: Input<boolean> | undefined
  /** Whether to keep labels. Default: false. */
  labels?: Input<boolean> | undefined
  /** Whether to keep members. Default: false. */
  members?: Input<boolean> | undefined
}

/** The sets and single objects of a group, as outputs. */
export abstract class GroupChildren extends ComponentResource {
  /** The set of variables. Undefined if `variables` is omitted. */
  declare readonly variables: GroupVariableSet | undefined
  /** The set of labels. Undefined if `labels` is omitted. */
  declare readonly labels: GroupLabelSet | undefined
  /** The set of members. Undefined if `members` is omitted. */
  declare readonly members: GroupMemberSet | undefined
  /** The resource of the settings of the group itself. Undefined if `settings` is omitted. */
  declare readonly settings: Group | undefined
}

/** The classes of the sets and single objects, by argument. */
export const groupClasses = {
  variables: GroupVariableSet,
  labels: GroupLabelSet,
  members: GroupMemberSet,
  settings: Group,
}

/** The kinds of objects of the sets, by argument. */
export const groupSetDefinitions = {
  variables: groupVariable,
  labels: groupLabel,
  members: groupMember,
}

/** The kinds of the single objects, by argument. */
export const groupSingleDefinitions = {
  settings: group,
}
