import { inOrderOf } from '../core/schema/canonical'
import { required } from '../core/schema/field'
import type { IsSame } from '../core/schema/setting-changes'
import { Type } from '../core/schema/type'

const roles = { noOne: 0, developer: 30, maintainer: 40, admin: 60 } as const
type Level = (typeof roles)[keyof typeof roles]
type Role = Level | keyof typeof roles

/** The users with a role. */
export interface DefaultBranchAccessLevel {
  /**
   * All users with at least this role: 30, 40 or 60, or `"developer"`, `"maintainer"`, `"admin"`. With 0 or `"noOne"`,
   * no role is allowed.
   */
  accessLevel: Role
}

/** How new projects protect their default branch. Settings that are omitted are `false` or an empty list. */
export interface DefaultBranchProtectionDefaults {
  /** Who can push. */
  allowedToPush?: readonly DefaultBranchAccessLevel[]
  /** Who can merge. */
  allowedToMerge?: readonly DefaultBranchAccessLevel[]
  /** Whether they can force push. */
  allowForcePush?: boolean
  /** Whether merge requests require the approval of code owners. Premium or Ultimate. */
  codeOwnerApprovalRequired?: boolean
  /** Whether Developers can push the first commit. */
  developerCanInitialPush?: boolean
}

/** A protection with all its settings. */
export interface CompleteDefaultBranchProtection {
  allowedToPush: { accessLevel: Level }[]
  allowedToMerge: { accessLevel: Level }[]
  allowForcePush: boolean
  codeOwnerApprovalRequired: boolean
  developerCanInitialPush: boolean
}

interface Wire {
  allowed_to_push?: readonly { access_level: Level }[] | null
  allowed_to_merge?: readonly { access_level: Level }[] | null
  allow_force_push?: boolean | null
  code_owner_approval_required?: boolean | null
  developer_can_initial_push?: boolean | null
}

const levels = Type.Array(
  Type.Object(
    { accessLevel: Type.Enum([...Object.values(roles), ...Object.keys(roles)]) },
    { additionalProperties: false },
  ),
)

const schema = Type.Object(
  {
    allowedToPush: Type.Optional(levels),
    allowedToMerge: Type.Optional(levels),
    allowForcePush: Type.Optional(Type.Boolean()),
    codeOwnerApprovalRequired: Type.Optional(Type.Boolean()),
    developerCanInitialPush: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/** The protection. The service replaces it as a whole, and does not show all settings that are `false`. */
export const defaultBranchProtection = () =>
  required<DefaultBranchProtectionDefaults, CompleteDefaultBranchProtection>(schema, {
    wire: 'default_branch_protection_defaults',
    wireSchema: Type.Object({}),
    canonical: completed,
    toWire: (protection): Wire => ({
      allowed_to_push: protection.allowedToPush.map(toWire),
      allowed_to_merge: protection.allowedToMerge.map(toWire),
      allow_force_push: protection.allowForcePush,
      code_owner_approval_required: protection.codeOwnerApprovalRequired,
      developer_can_initial_push: protection.developerCanInitialPush,
    }),
    fromWire: (shown) => fromWire(shown ?? {}),
  })

/** Whether a protection that is sent is the one of a response. */
export const isSameProtection: IsSame = (_, sent, shown) => {
  const [one, other] = [sent, shown].map((wire) => completed(fromWire((wire ?? {}) as Wire)))
  return JSON.stringify(one) === JSON.stringify(completed(other!, one))
}

function completed(protection: DefaultBranchProtectionDefaults, like?: unknown): CompleteDefaultBranchProtection {
  const former = (like ?? {}) as Partial<CompleteDefaultBranchProtection>
  return {
    allowedToPush: sorted(protection.allowedToPush, former.allowedToPush),
    allowedToMerge: sorted(protection.allowedToMerge, former.allowedToMerge),
    allowForcePush: protection.allowForcePush ?? false,
    codeOwnerApprovalRequired: protection.codeOwnerApprovalRequired ?? false,
    developerCanInitialPush: protection.developerCanInitialPush ?? false,
  }
}

const sorted = (entries: readonly DefaultBranchAccessLevel[] = [], like: unknown): { accessLevel: Level }[] => {
  const unique = new Set(entries.map(({ accessLevel }) => levelOf(accessLevel)))
  return inOrderOf(
    like,
    [...unique].map((accessLevel) => ({ accessLevel })),
    ({ accessLevel }) => String(accessLevel),
  )
}

const levelOf = (role: Role): Level => (typeof role === 'number' ? role : roles[role])

const toWire = ({ accessLevel }: { accessLevel: Level }) => ({ access_level: accessLevel })

function fromWire(wire: Wire): DefaultBranchProtectionDefaults {
  const entries = (list: Wire['allowed_to_push']) => (list ?? []).map((entry) => ({ accessLevel: entry.access_level }))
  return {
    allowedToPush: entries(wire.allowed_to_push),
    allowedToMerge: entries(wire.allowed_to_merge),
    allowForcePush: wire.allow_force_push ?? false,
    codeOwnerApprovalRequired: wire.code_owner_approval_required ?? false,
    developerCanInitialPush: wire.developer_can_initial_push ?? false,
  }
}
