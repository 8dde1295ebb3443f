import { accessEntries, type OfOneSubject, type StoredEntry } from '../core/schema/access-entries'
import { nameProperties } from '../core/schema/named-entries'
import { Type, type ValueOf } from '../core/schema/type'

const roles = { reporter: 20, developer: 30, maintainer: 40, admin: 60 } as const

type Roles = typeof roles

const subject = {
  /**
   * All users with at least this role: 20, 30, 40 or 60, or `"reporter"`, `"developer"`, `"maintainer"`, `"admin"`.
   * `"reporter"` requires a newer service.
   */
  accessLevel: Type.Optional(
    Type.Enum<Roles[keyof Roles] | keyof Roles>([...Object.values(roles), ...Object.keys(roles)]),
  ),
  /** Id of a user, who needs at least the Developer role in the project. */
  userId: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Id of a group, which must be invited to the project itself. */
  groupId: Type.Optional(Type.Integer({ minimum: 1 })),
  ...nameProperties,
  /** The members of the group that are included. 0: direct members. 1: also inherited members. Default: 0. */
  groupInheritanceType: Type.Optional(Type.Enum<0 | 1>([0, 1])),
}

const deployAccessLevel = Type.Object(subject, { additionalProperties: false })

const approvalRule = Type.Object(
  {
    ...subject,
    /** Number of approvals that a deployment requires, 1 to 5. Default: 1. */
    requiredApprovals: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  },
  { additionalProperties: false },
)

/** Who is allowed to deploy: exactly one of `accessLevel`, `userId`, `user`, `groupId` and `group`. */
export type DeployAccessLevel = OfOneSubject<ValueOf<typeof deployAccessLevel>>

/** Who must approve, and the number of approvals. Exactly one of `accessLevel`, `userId`, `user`, `groupId` and `group`. */
export type DeploymentApprovalRule = OfOneSubject<ValueOf<typeof approvalRule>>

/** An entry in canonical form. */
type Canonical<T> = StoredEntry<T> & { accessLevel?: Roles[keyof Roles]; groupInheritanceType: 0 | 1 } & Approvals<
    keyof T
  >

type Approvals<Keys> = 'requiredApprovals' extends Keys ? { requiredApprovals: number } : unknown

const accepted = ['accessLevel', 'userId', 'groupId'] as const
const groupInheritanceType = { wire: 'group_inheritance_type', default: 0 }
// If omitted, a service would set it to 1, also for an existing rule.
const requiredApprovals = { wire: 'required_approvals', default: 1, alwaysSent: true } as const

const levels = accessEntries({ subjects: accepted, roles, numbers: { groupInheritanceType } })
const rules = accessEntries({ subjects: accepted, roles, numbers: { groupInheritanceType, requiredApprovals } })

export const deployAccessLevels = {
  field: levels.field<DeployAccessLevel, Canonical<DeployAccessLevel>>(deployAccessLevel, 1),
  ids: levels.ids('deploy_access_levels', ['deployAccessLevels']),
  patch: levels.patch,
}

export const approvalRules = {
  field: rules.field<DeploymentApprovalRule, Canonical<DeploymentApprovalRule>>(approvalRule),
  ids: rules.ids('approval_rules', ['approvalRules']),
  patch: rules.patch,
}

interface UserApprovals {
  user?: string | undefined
  userId?: number | null | undefined
  requiredApprovals?: number | undefined
}

/** What users should know about rules that no one can fulfill, because each user can approve a deployment once. */
export const warningsOfRules = (rules: readonly UserApprovals[]): string[] =>
  rules.flatMap(({ user, userId, requiredApprovals = 1 }) => {
    const who = user ?? userId ?? undefined
    if (who === undefined || requiredApprovals < 2) return []
    return [
      `requires ${requiredApprovals} approvals of user ${who}, who can only approve a deployment once, so no one can ` +
        'deploy: lower requiredApprovals, or name a group or a role.',
    ]
  })
