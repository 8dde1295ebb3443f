// Written by "npm run kind-lists" from provider/kinds.ts. Do not edit.

import type { Input } from '@pulumi/pulumi'
import { ComponentResource } from '@pulumi/pulumi/resource'
import type { Exclusive } from '../core/schema/set'
import { approvalRule, ApprovalRuleSet, type ApprovalRuleSetArgs } from '../resources/approval-rule'
import { ApprovalSettings, approvalSettings, type ApprovalSettingsArgs } from '../resources/approval-settings'
import { freezePeriod, FreezePeriodSet, type FreezePeriodSetArgs } from '../resources/freeze-period'
import { label, LabelSet, type LabelSetArgs } from '../resources/label'
import { Project, project, type ProjectArgs } from '../resources/project'
import { projectHook, ProjectHookSet, type ProjectHookSetArgs } from '../resources/project-hook'
import { projectMember, ProjectMemberSet, type ProjectMemberSetArgs } from '../resources/project-member'
import { projectVariable, ProjectVariableSet, type ProjectVariableSetArgs } from '../resources/project-variable'
import { protectedBranch, ProtectedBranchSet, type ProtectedBranchSetArgs } from '../resources/protected-branch'
import {
  protectedEnvironment,
  ProtectedEnvironmentSet,
  type ProtectedEnvironmentSetArgs,
} from '../resources/protected-environment'
import { protectedTag, ProtectedTagSet, type ProtectedTagSetArgs } from '../resources/protected-tag'
import { remoteMirror, RemoteMirrorSet, type RemoteMirrorSetArgs } from '../resources/remote-mirror'
import { triggerToken, TriggerTokenSet, type TriggerTokenSetArgs } from '../resources/trigger-token'

/** The items of the sets of a project, and the arguments of its single objects. */
export interface ProjectChildrenArgs {
  /** Labels by keys of your choice. Default of `name`: the key. If omitted, labels are not managed. */
  labels?: LabelSetArgs['items'] | undefined
  /** Freeze periods by keys of your choice. If omitted, freeze periods are not managed. */
  freezePeriods?: FreezePeriodSetArgs['items'] | undefined
  /**
   * Protected environments by keys of your choice. Default of `name`: the key. If omitted, protected environments are
   * not managed.
   */
  protectedEnvironments?: ProtectedEnvironmentSetArgs['items'] | undefined
  /** Trigger tokens by keys of your choice. If omitted, trigger tokens are not managed. */
  triggerTokens?: TriggerTokenSetArgs['items'] | undefined
  /** Push mirrors by keys of your choice. If omitted, mirrors are not managed. */
  remoteMirrors?: RemoteMirrorSetArgs['items'] | undefined
  /** Webhooks by keys of your choice. If omitted, hooks are not managed. */
  hooks?: ProjectHookSetArgs['items'] | undefined
  /** Protected tags by keys of your choice. Default of `name`: the key. If omitted, protected tags are not managed. */
  protectedTags?: ProtectedTagSetArgs['items'] | undefined
  /** Variables by keys of your choice. If omitted, variables are not managed. */
  variables?: ProjectVariableSetArgs['items'] | undefined
  /**
   * Protected branches by keys of your choice. Default of `name`: the key. If omitted, protected branches are not
   * managed.
   */
  protectedBranches?: ProtectedBranchSetArgs['items'] | undefined
  /** Approval rules by keys of your choice. Default of `name`: the key. If omitted, approval rules are not managed. */
  approvalRules?: ApprovalRuleSetArgs['items'] | undefined
  /** Members by keys of your choice. If omitted, members are not managed. */
  members?: ProjectMemberSetArgs['items'] | undefined
  /** The approval settings of merge requests, as arguments of `ApprovalSettings`. If omitted, none are managed. */
  approvalSettings?: Input<Omit<ApprovalSettingsArgs, 'project'>> | undefined
  /** The settings of the project itself, as arguments of `Project`. If omitted, none are managed. */
  settings?: Input<Omit<ProjectArgs, 'project'>> | undefined
}

/** The sets of a project that delete objects that are not declared. */
export interface ProjectExclusive {
  /** Whether to delete labels that are not declared. Default: false. */
  labels?: Input<boolean> | undefined
  /** Whether to delete freeze periods that are not declared. Default: false. */
  freezePeriods?: Input<boolean> | undefined
  /** Whether to unprotect environments that are not declared. Default: false. */
  protectedEnvironments?: Input<boolean> | undefined
  /**
   * Whether to delete trigger tokens that are not declared. `"all-owners"`: including tokens of other users. Default:
   * false.
   */
  triggerTokens?: Input<Exclusive> | undefined
  /** Whether to delete mirrors that are not declared. Default: false. */
  remoteMirrors?: Input<boolean> | undefined
  /** Whether to delete hooks that are not declared. Default: false. */
  hooks?: Input<boolean> | undefined
  /** Whether to unprotect tags that are not declared. Default: false. */
  protectedTags?: Input<boolean> | undefined
  /** Whether to delete variables that are not declared. Default: false. */
  variables?: Input<boolean> | undefined
  /** Whether to unprotect branches that are not declared. Default: false. */
  protectedBranches?: Input<boolean> | undefined
  /** Whether to delete approval rules that are not declared. Default: false. */
  approvalRules?: Input<boolean> | undefined
  /** Whether to remove members that are not declared. Default: false. */
  members?: Input<boolean> | undefined
}

/** The sets of a project that keep objects on the service after their items are removed from the program. */
export interface ProjectRetainOnRemove {
  /** Whether to keep labels. Default: false. */
  labels?: Input<boolean> | undefined
  /** Whether to keep freeze periods. Default: false. */
  freezePeriods?: Input<boolean> | undefined
  /** Whether to keep protections. Default: false. */
  protectedEnvironments?: Input<boolean> | undefined
  /** Whether to keep trigger tokens. Default: false. */
  triggerTokens?: Input<boolean> | undefined
  /** Whether to keep mirrors. Default: false. */
  remoteMirrors?: Input<boolean> | undefined
  /** Whether to keep hooks. Default: false. */
  hooks?: Input<boolean> | undefined
  /** Whether to keep protections. Default: false. */
  protectedTags?: Input<boolean> | undefined
  /** Whether to keep variables. Default: false. */
  variables?: Input<boolean> | undefined
  /** Whether to keep protections. Default: false. */
  protectedBranches?: Input<boolean> | undefined
  /** Whether to keep approval rules. Default: false. */
  approvalRules?: Input<boolean> | undefined
  /** Whether to keep members. Default: false. */
  members?: Input<boolean> | undefined
}

/** The sets and single objects of a project, as outputs. */
export abstract class ProjectChildren extends ComponentResource {
  /** The set of labels. Undefined if `labels` is omitted. */
  declare readonly labels: LabelSet | undefined
  /** The set of freeze periods. Undefined if `freezePeriods` is omitted. */
  declare readonly freezePeriods: FreezePeriodSet | undefined
  /** The set of protected environments. Undefined if `protectedEnvironments` is omitted. */
  declare readonly protectedEnvironments: ProtectedEnvironmentSet | undefined
  /** The set of trigger tokens. Undefined if `triggerTokens` is omitted. */
  declare readonly triggerTokens: TriggerTokenSet | undefined
  /** The set of mirrors. Undefined if `remoteMirrors` is omitted. */
  declare readonly remoteMirrors: RemoteMirrorSet | undefined
  /** The set of hooks. Undefined if `hooks` is omitted. */
  declare readonly hooks: ProjectHookSet | undefined
  /** The set of protected tags. Undefined if `protectedTags` is omitted. */
  declare readonly protectedTags: ProtectedTagSet | undefined
  /** The set of variables. Undefined if `variables` is omitted. */
  declare readonly variables: ProjectVariableSet | undefined
  /** The set of protected branches. Undefined if `protectedBranches` is omitted. */
  declare readonly protectedBranches: ProtectedBranchSet | undefined
  /** The set of approval rules. Undefined if `approvalRules` is omitted. */
  declare readonly approvalRules: ApprovalRuleSet | undefined
  /** The set of members. Undefined if `members` is omitted. */
  declare readonly members: ProjectMemberSet | undefined
  /** The resource of the approval settings of merge requests. Undefined if `approvalSettings` is omitted. */
  declare readonly approvalSettings: ApprovalSettings | undefined
  /** The resource of the settings of the project itself. Undefined if `settings` is omitted. */
  declare readonly settings: Project | undefined
}

/** The classes of the sets and single objects, by argument. */
export const projectClasses = {
  labels: LabelSet,
  freezePeriods: FreezePeriodSet,
  protectedEnvironments: ProtectedEnvironmentSet,
  triggerTokens: TriggerTokenSet,
  remoteMirrors: RemoteMirrorSet,
  hooks: ProjectHookSet,
  protectedTags: ProtectedTagSet,
  variables: ProjectVariableSet,
  protectedBranches: ProtectedBranchSet,
  approvalRules: ApprovalRuleSet,
  members: ProjectMemberSet,
  approvalSettings: ApprovalSettings,
  settings: Project,
}

/** The kinds of objects of the sets, by argument. */
export const projectSetDefinitions = {
  labels: label,
  freezePeriods: freezePeriod,
  protectedEnvironments: protectedEnvironment,
  triggerTokens: triggerToken,
  remoteMirrors: remoteMirror,
  hooks: projectHook,
  protectedTags: protectedTag,
  variables: projectVariable,
  protectedBranches: protectedBranch,
  approvalRules: approvalRule,
  members: projectMember,
}

/** The kinds of the single objects, by argument. */
export const projectSingleDefinitions = {
  approvalSettings: approvalSettings,
  settings: project,
}
