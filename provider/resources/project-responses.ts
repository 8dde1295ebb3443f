import type { Project } from '../../sdk'
import { InvalidResponse } from '../core/schema/invalid-response'
import type { Reasons, WithOverridden } from '../core/schema/overridden'
import { withoutRunnersToken } from '../core/schema/runners-token'
import { unsetIn } from '../core/schema/unset'
import { unsettable } from './project-fields'

/** A project with what the arguments `unset` and `restore` are compared with, and without the token of its runners. */
export interface Live extends Project, WithOverridden {
  /** The settings of `unsettable` without a value. */
  unset: string[]
  /** Whether the project is not scheduled for deletion. */
  restore: boolean
}

/**
 * Reads a response. `undefined` is an empty one.
 *
 * @throws InvalidResponse if it does not contain a project.
 */
export function ofProject(project: Project | undefined): Live {
  if (typeof project !== 'object' || project === null) throw new InvalidResponse()
  return {
    ...withoutRunnersToken(project),
    unset: unsetIn(unsettable, project),
    restore: (project.marked_for_deletion_on ?? null) === null,
  }
}

/** Why the effective value of a setting differs from the declared one. */
export const reasons: Reasons<Project> = {
  lfsEnabled: () => 'its group or the instance disables Git LFS',
  showDiffPreviewInEmail: () => 'a group above disables it',
  keepLatestArtifact: () => 'the instance disables it',
  serviceDeskEnabled: () => 'the instance has no incoming email for Service Desk',
  mergeTrainsEnabled: () => 'mergePipelinesEnabled is false',
  mergeTrainsSkipTrainAllowed: ({ merge_trains_enabled }) =>
    merge_trains_enabled === false ? 'mergeTrainsEnabled is false' : 'mergeMethod is "ff"',
}
