import type { Call } from '../http/call'
import { forbidden } from '../http/errors'
import { has } from '../http/release'
import type { ProjectRecord } from '../records/project'
import type { Store } from '../store/store'
import { groupChain } from './access'

/** Whether the project or a group above it is archived. */
export const isArchived = (store: Store, { archived, group_id }: ProjectRecord): boolean =>
  archived || isGroupArchived(store, group_id)

/** Whether the group or one above it is archived. */
export const isGroupArchived = (store: Store, id: number | null): boolean =>
  groupChain(store, id).some(({ archived }) => archived)

/** Whether the contents of the project cannot be changed because it is archived or marked for deletion. */
export const isReadOnly = ({ store, instance }: Call, project: ProjectRecord): boolean =>
  isArchived(store, project) || (Boolean(project.marked_for_deletion_on) && has(instance, 'readOnlyDeletedProjects'))

/** @throws HttpError 403 if the project is archived or marked for deletion, and therefore read-only. */
export function requireWritable(call: Call, project: ProjectRecord): void {
  if (isReadOnly(call, project)) throw forbidden()
}

/** @throws HttpError 403 if the project is archived. Objects in projects that are marked for deletion can be deleted. */
export function requireUnarchived({ store }: Call, project: ProjectRecord): void {
  if (isArchived(store, project)) throw forbidden()
}

/** @throws HttpError 403 if the group or one above it is archived. */
export function requireActiveGroup({ store }: Call, id: number): void {
  if (isGroupArchived(store, id)) throw forbidden()
}
