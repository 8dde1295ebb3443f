import type { Group } from '../../sdk'
import { InvalidResponse } from '../core/schema/invalid-response'
import type { Namespace } from '../core/schema/namespace'
import type { Reasons, WithOverridden } from '../core/schema/overridden'
import { withoutRunnersToken } from '../core/schema/runners-token'
import { unsetIn } from '../core/schema/unset'
import { unsettable } from './group-fields'

/** A group with what some arguments are compared with, and without the tokens for registering runners. */
export interface Live extends Group, WithOverridden {
  /** What contains the group. Null for a top-level group. */
  parent: Namespace | null
  /** The settings of `unsettable` without a value. */
  unset: string[]
  /** Whether the group is not scheduled for deletion. */
  restore: boolean
  /** What the update has also changed, for warnings. */
  effects?: string[]
}

/**
 * Reads a response. `undefined` is an empty one.
 *
 * @throws InvalidResponse if it does not contain a group.
 */
export function ofGroup(group: Group | undefined): Live {
  if (typeof group !== 'object' || group === null) throw new InvalidResponse()
  // Responses to updates contain the projects, which also have such tokens.
  const { projects, shared_projects, ...rest } = withoutRunnersToken(group)
  const path = String(group.full_path)
  return {
    ...rest,
    parent: typeof group.parent_id === 'number' ? { id: group.parent_id, full_path: startOf(path) } : null,
    unset: unsetIn(unsettable, group),
    restore: (group.marked_for_deletion_on ?? null) === null,
  }
}

/** The path of what contains a path. Empty for a top-level group. */
export const startOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0))

/** The last part of a path. */
export const endOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Why the effective value of a setting differs from the declared one. */
export const reasons: Reasons<Group> = {
  lfsEnabled: () => 'the instance disables Git LFS',
  showDiffPreviewInEmail: () => 'a group above disables it',
  experimentFeaturesEnabled: () => 'it requires an add-on for GitLab Duo',
}
