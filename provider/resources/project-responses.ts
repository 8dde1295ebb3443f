import type { Project } from '../../sdk'
import { InvalidResponse } from '../core/schema/invalid-response'
import type { Reasons, WithOverridden } from '../core/schema/overridden'
import { withoutRunnersToken } from '../core/schema/runners-token'
import { unsetIn } from '../core/schema/unset'
import { unsettable } from './project-fields'

/** A project with what the arguments `unset` and `restore` are compared with, and without the token of its runners. */
export interface Live extends Project, WithOverridden {
  /** What responses have as `approvals_before_merge`. */
  fallback_approvals_required?: number | undefined
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
    ...(project.approvals_before_merge !== undefined && {
      fallback_approvals_required: project.approvals_before_merge ?? 0,
    }),
    unset: unsetIn(unsettable, project),
    restore: (project.marked_for_deletion_on ?? null) === null,
  }
}

/** What users should know about what a new project was created with. */
export function warningsOfCreation(
  { repository_object_format: format, import_status, import_error }: Live,
  values: Readonly<Record<string, unknown>>,
): string[] {
  const { repositoryObjectFormat: declared, templateName, templateProjectId } = values
  const isFromTemplate = (templateName ?? templateProjectId ?? null) !== null
  return [
    ...(typeof declared === 'string' && typeof format === 'string' && format !== declared
      ? [
          `has the object format ${format}, not ${declared} as repositoryObjectFormat says. Only a new project can have ` +
            'another one.',
        ]
      : []),
    ...(isFromTemplate && import_status === 'failed'
      ? [`was not filled from its template: ${import_error ?? 'the service does not say why'}.`]
      : []),
  ]
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
