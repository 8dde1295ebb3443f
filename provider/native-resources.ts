// Written by "npm run kind-lists" from provider/kinds.ts. Do not edit.

import type { ChildClasses } from './components/settings'
import { nativeClassOf } from './core/pulumi/resource'
import * as dynamic from './index'

export class Alert extends nativeClassOf(dynamic.Alert) {}
export class ApprovalRule extends nativeClassOf(dynamic.ApprovalRule) {}
export class ApprovalRuleSet extends nativeClassOf(dynamic.ApprovalRuleSet) {}
export class ApprovalSettings extends nativeClassOf(dynamic.ApprovalSettings) {}
export class FreezePeriod extends nativeClassOf(dynamic.FreezePeriod) {}
export class FreezePeriodSet extends nativeClassOf(dynamic.FreezePeriodSet) {}
export class Group extends nativeClassOf(dynamic.Group) {}
export class GroupAccessToken extends nativeClassOf(dynamic.GroupAccessToken) {}
export class GroupLabel extends nativeClassOf(dynamic.GroupLabel) {}
export class GroupLabelSet extends nativeClassOf(dynamic.GroupLabelSet) {}
export class GroupMember extends nativeClassOf(dynamic.GroupMember) {}
export class GroupMemberSet extends nativeClassOf(dynamic.GroupMemberSet) {}
export class GroupVariable extends nativeClassOf(dynamic.GroupVariable) {}
export class GroupVariableSet extends nativeClassOf(dynamic.GroupVariableSet) {}
export class IssueLink extends nativeClassOf(dynamic.IssueLink) {}
export class Label extends nativeClassOf(dynamic.Label) {}
export class LabelSet extends nativeClassOf(dynamic.LabelSet) {}
export class LabelSubscription extends nativeClassOf(dynamic.LabelSubscription) {}
export class PipelineRun extends nativeClassOf(dynamic.PipelineRun) {}
export class Project extends nativeClassOf(dynamic.Project) {}
export class ProjectAccessToken extends nativeClassOf(dynamic.ProjectAccessToken) {}
export class ProjectHook extends nativeClassOf(dynamic.ProjectHook) {}
export class ProjectHookSet extends nativeClassOf(dynamic.ProjectHookSet) {}
export class ProjectMember extends nativeClassOf(dynamic.ProjectMember) {}
export class ProjectMemberSet extends nativeClassOf(dynamic.ProjectMemberSet) {}
export class ProjectVariable extends nativeClassOf(dynamic.ProjectVariable) {}
export class ProjectVariableSet extends nativeClassOf(dynamic.ProjectVariableSet) {}
export class ProtectedBranch extends nativeClassOf(dynamic.ProtectedBranch) {}
export class ProtectedBranchSet extends nativeClassOf(dynamic.ProtectedBranchSet) {}
export class ProtectedEnvironment extends nativeClassOf(dynamic.ProtectedEnvironment) {}
export class ProtectedEnvironmentSet extends nativeClassOf(dynamic.ProtectedEnvironmentSet) {}
export class ProtectedTag extends nativeClassOf(dynamic.ProtectedTag) {}
export class ProtectedTagSet extends nativeClassOf(dynamic.ProtectedTagSet) {}
export class RemoteMirror extends nativeClassOf(dynamic.RemoteMirror) {}
export class RemoteMirrorSet extends nativeClassOf(dynamic.RemoteMirrorSet) {}
export class RepositoryStorageMove extends nativeClassOf(dynamic.RepositoryStorageMove) {}
export class TriggerToken extends nativeClassOf(dynamic.TriggerToken) {}
export class TriggerTokenSet extends nativeClassOf(dynamic.TriggerTokenSet) {}
export class Vulnerability extends nativeClassOf(dynamic.Vulnerability) {}

/** The classes of the children of `ProjectSettings` and `GroupSettings`, by argument. */
export const nativeChildren: ChildClasses = {
  project: {
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
  },
  group: {
    variables: GroupVariableSet,
    labels: GroupLabelSet,
    members: GroupMemberSet,
    settings: Group,
  },
}
