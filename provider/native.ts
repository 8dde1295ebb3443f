// Written by "npm run kind-lists" from provider/kinds.ts. Do not edit.

/**
 * The resources of this package as resources of the plugin `trueup`, which programs in other languages also use. The
 * plugin `trueup-plugin` must be installed. Functions are the same: they run in the program.
 *
 * ```ts
 * import * as trueup from "trueup/native"
 *
 * new trueup.Label("bug", { project: "acme/web", name: "bug", color: "crimson" })
 * ```
 *
 * @module
 */
export { type ProjectsArgs } from './components/projects'
export { NativeProvider as Provider } from './core/pulumi/provider'
// By name, because they replace the exports of the same names in `./index`.
export { fromYaml, GroupSettings, Projects, ProjectSettings } from './native-components'
export {
  Alert,
  ApprovalRule,
  ApprovalRuleSet,
  ApprovalSettings,
  FreezePeriod,
  FreezePeriodSet,
  Group,
  GroupAccessToken,
  GroupLabel,
  GroupLabelSet,
  GroupMember,
  GroupMemberSet,
  GroupVariable,
  GroupVariableSet,
  IssueLink,
  Label,
  LabelSet,
  LabelSubscription,
  PipelineRun,
  Project,
  ProjectAccessToken,
  ProjectHook,
  ProjectHookSet,
  ProjectMember,
  ProjectMemberSet,
  ProjectVariable,
  ProjectVariableSet,
  ProtectedBranch,
  ProtectedBranchSet,
  ProtectedEnvironment,
  ProtectedEnvironmentSet,
  ProtectedTag,
  ProtectedTagSet,
  RemoteMirror,
  RemoteMirrorSet,
  RepositoryStorageMove,
  TriggerToken,
  TriggerTokenSet,
  Vulnerability,
} from './native-resources'
export * from './index'
