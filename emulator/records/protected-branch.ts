import { collection, type Kind } from '../store/store'
import type { RefAccessLevel } from './protected-tag'

/** A protected branch of a project or group, or the branches that match a wildcard. */
export interface ProtectedBranchRecord {
  id: number
  /** Null if a group protects the branches of its projects. */
  project_id: number | null
  group_id: number | null
  name: string
  allow_force_push: boolean
  code_owner_approval_required: boolean
  created_at: string
  updated_at: string
}

/** Who can push to a protected branch, merge into it, or change its protection. */
export interface BranchAccessLevelRecord extends RefAccessLevel {
  id: number
  protected_branch_id: number
  /** The project or group of the protected branch. */
  project_id: number | null
  protecting_group_id: number | null
  /** Its position in the list: entries that changed most recently are last. */
  place: number
}

export const branchHome = ({ project_id, group_id }: Pick<ProtectedBranchRecord, 'project_id' | 'group_id'>): string =>
  project_id === null ? `group ${group_id}` : `project ${project_id}`

export const protectedBranches = collection<ProtectedBranchRecord>('protected_branches', {
  home: { by: branchHome },
  name: { by: (branch) => `${branchHome(branch)} ${branch.name}` },
})

const levels = (name: string): Kind<BranchAccessLevelRecord> =>
  collection<BranchAccessLevelRecord>(name, {
    branch: { by: ({ protected_branch_id }) => protected_branch_id, order: (one, other) => one.place - other.place },
  })

/** The lists of a protected branch, in the order of complaints. */
export const branchLists = {
  merge: levels('merge_access_levels'),
  push: levels('push_access_levels'),
  unprotect: levels('unprotect_access_levels'),
} as const

export type BranchList = keyof typeof branchLists
