import type { Json } from '../../provider/core/schema/json'
import { alert } from './alert'
import { approvalRule } from './approval-rule'
import { approvalSettings } from './approval-settings'
import { freezePeriod } from './freeze-period'
import { theGroup } from './group'
import { groupAccessToken } from './group-access-token'
import { groupLabel } from './group-label'
import { groupMember } from './group-member'
import { groupVariable } from './group-variable'
import { issueLink } from './issue-link'
import { label } from './label'
import { labelSubscription } from './label-subscription'
import { pipelineRun } from './pipeline-run'
import { theProject } from './project'
import { projectAccessToken } from './project-access-token'
import { projectHook } from './project-hook'
import { projectMember } from './project-member'
import { projectVariable } from './project-variable'
import { protectedBranch } from './protected-branch'
import { protectedEnvironment } from './protected-environment'
import { protectedTag } from './protected-tag'
import { remoteMirror } from './remote-mirror'
import { repositoryStorageMove } from './repository-storage-move'
import type { Sample } from './sample'
import { triggerToken } from './trigger-token'
import { vulnerability } from './vulnerability'

export type { Request, Sample } from './sample'

/** The sample of each kind. */
export const samples: readonly Sample[] = [
  label,
  freezePeriod,
  protectedEnvironment,
  triggerToken,
  remoteMirror,
  groupAccessToken,
  alert,
  issueLink,
  labelSubscription,
  pipelineRun,
  repositoryStorageMove,
  vulnerability,
  protectedTag,
  projectVariable,
  groupVariable,
  protectedBranch,
  groupLabel,
  approvalRule,
  projectMember,
  groupMember,
  projectHook,
  approvalSettings,
  theProject,
  theGroup,
  projectAccessToken,
]

/** @throws Error if there is no sample of the kind. */
export function sampleOf(kind: string): Sample {
  const found = samples.find((sample) => sample.kind === kind)
  if (!found) throw new Error(`add a sample of ${kind} to test/samples/`)
  return found
}

/** The declaration after a change of all arguments that can change together. */
export const changed = ({ args, changes, alsoDeclared = {} }: Sample): Json => ({
  ...args,
  ...Object.fromEntries(Object.entries(changes).filter(([name]) => !(name in alsoDeclared))),
})

/** The declaration after a change that replaces the object. */
export function replaced({ args, replaces, inOtherParent = {} }: Sample): Json {
  const [name = '', value] = Object.entries(replaces).at(-1) ?? []
  return { ...args, ...inOtherParent[String(value)], [name]: value }
}

/** An item of a set of such objects. */
export function item({ args, named }: Sample, word: string): Json {
  const { project: _, group: __, ...rest } = args
  return { ...rest, ...named?.(word) }
}

/** The argument for the project or group of an object. */
export const parentArgument = (args: Json): 'group' | 'project' => ('group' in args ? 'group' : 'project')

/** The name of a class of resources: `freeze-period` → `FreezePeriod`. */
export const classOf = (kind: string): string =>
  kind.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
