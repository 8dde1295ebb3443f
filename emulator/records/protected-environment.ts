import { collection } from '../store/store'

/** The subject of a rule: exactly one of role, user and group. */
export interface RuleSubject {
  access_level: number | null
  user_id: number | null
  group_id: number | null
}

export interface ProtectedEnvironmentRecord {
  id: number
  /** The project or, with null, the group that protects it. */
  project_id: number | null
  group_id?: number
  name: string
  required_approval_count: number
  created_at: string
  updated_at: string
}

/** A role, user or group that can deploy. */
export interface DeployAccessLevelRecord extends RuleSubject {
  id: number
  protected_environment_id: number
  group_inheritance_type: number
  /** Its position in the list. Default: its id. */
  place?: number
}

/** A role, user or group that must approve deployments, and the number of approvals. */
export interface ApprovalRuleRecord extends DeployAccessLevelRecord {
  required_approvals: number
}

const byName = (a: ProtectedEnvironmentRecord, b: ProtectedEnvironmentRecord): number => (a.name < b.name ? -1 : 1)

export const homeKey = ({
  project_id,
  group_id,
}: Pick<ProtectedEnvironmentRecord, 'project_id' | 'group_id'>): string =>
  project_id === null ? `group ${group_id}` : `project ${project_id}`

export const protectedEnvironments = collection<ProtectedEnvironmentRecord>('protected_environments', {
  home: { by: homeKey, order: byName },
  name: { by: (one) => `${homeKey(one)} ${one.name}` },
})

export const placeOf = ({ id, place = id }: DeployAccessLevelRecord): number => place

const byPlace = (a: DeployAccessLevelRecord, b: DeployAccessLevelRecord): number => placeOf(a) - placeOf(b)

export const deployAccessLevels = collection<DeployAccessLevelRecord>('deploy_access_levels', {
  environment: { by: (rule) => rule.protected_environment_id, order: byPlace },
})

export const approvalRules = collection<ApprovalRuleRecord>('approval_rules', {
  environment: { by: (rule) => rule.protected_environment_id, order: byPlace },
})
