import { boolean, integer, list, nested } from '../http/param-types'
import { params } from '../http/params'
import type { GroupRecord } from '../records/group'
import { roles } from './access'

/** How new projects of a group protect their default branches. Missing members stay missing in responses. */
export interface DefaultBranchProtection {
  allowed_to_push?: { access_level: number }[]
  allowed_to_merge?: { access_level: number }[]
  allow_force_push?: boolean | null
  code_owner_approval_required?: boolean | null
  developer_can_initial_push?: boolean | null
}

const level = integer.oneOf(roles.none, roles.developer, roles.maintainer, roles.admin)
const entries = list(params({ access_level: level.required() }), 'gitlab')

export const protectionParam = nested(
  params({
    allowed_to_push: entries,
    allowed_to_merge: entries,
    allow_force_push: boolean,
    code_owner_approval_required: boolean,
    developer_can_initial_push: boolean,
  }),
)

const protection = (push: number, merge: number, allow_force_push = false): DefaultBranchProtection => ({
  allowed_to_push: [{ access_level: push }],
  allowed_to_merge: [{ access_level: merge }],
  allow_force_push,
  developer_can_initial_push: false,
})

/** What the older setting `default_branch_protection` means, by its value. */
export const protectionsByNumber: readonly DefaultBranchProtection[] = [
  { ...protection(roles.developer, roles.developer, true), code_owner_approval_required: false },
  protection(roles.developer, roles.maintainer),
  protection(roles.maintainer, roles.maintainer),
  protection(roles.maintainer, roles.developer),
  {
    ...protection(roles.maintainer, roles.maintainer),
    code_owner_approval_required: false,
    developer_can_initial_push: true,
  },
]

/** The protection of new projects in the group, or in the namespace of a user. */
export function protectionOf(group: GroupRecord | undefined): DefaultBranchProtection {
  const set = group?.settings?.default_branch_protection_defaults as DefaultBranchProtection | null | undefined
  if (set && Object.keys(set).length > 0) return set
  // An empty protection means that of the instance.
  return protectionsByNumber[set === undefined ? Number(group?.settings?.default_branch_protection ?? 2) : 2]!
}

/** GitLab's complaints about a protection that was sent: it can be incomplete, but not contain null. */
export function complaintsAboutProtection(sent: unknown): string[] {
  const { allowed_to_push, allowed_to_merge, ...flags } = (sent ?? {}) as DefaultBranchProtection
  const levels = [...(allowed_to_push ?? []), ...(allowed_to_merge ?? [])].map(({ access_level }) => access_level)
  const isInvalid = [...levels, ...Object.values(flags)].some((value) => (value as unknown) === null)
  return isInvalid ? ['must be a valid json schema'] : []
}

/** Whether a branch is protected at all. Without members, everyone who can push can do everything. */
export function isProtected({ allow_force_push, allowed_to_push, allowed_to_merge }: DefaultBranchProtection): boolean {
  const entries = [...(allowed_to_push ?? []), ...(allowed_to_merge ?? [])]
  return !allow_force_push || entries.some(({ access_level }) => access_level !== roles.developer)
}
