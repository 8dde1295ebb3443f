import type { Group, Project } from '../../../sdk'
import type { Parents } from '../schema/kind'

/** A deleted project or group, which the service keeps for some days before it removes it. */
export interface ScheduledDeletion {
  noun: keyof Parents
  id: number
  /** The full path until it is removed. */
  path: string
  /** The group above that was deleted, if it is not the project or group itself. */
  group?: { id: number; path: string }
  /** The day on which it was deleted, if the service shows it. */
  markedOn?: string
}

/** What the service appends to the path of a deleted project or group, followed by its id. */
export const suffix = '-deletion_scheduled-'

const suffixed = new RegExp(`${suffix}(\\d+)$`)

/** The full path of a project or group. */
export const pathOf = (parent: Project | Group): string =>
  String('path_with_namespace' in parent ? parent.path_with_namespace : parent.full_path)

/** The path that a deleted project or group had before, and has again when it is restored. */
export const formerPath = (path: string): string =>
  path
    .split('/')
    .map((part) => part.replace(suffixed, ''))
    .join('/')

/** The deleted groups above, according to their paths: the nearest first. */
function deletedGroupsAbove(path: string): { id: number; path: string }[] {
  const parts = path.split('/').slice(0, -1)
  return parts
    .flatMap((part, at) => {
      const [, id] = suffixed.exec(part) ?? []
      return id === undefined ? [] : [{ id: Number(id), path: parts.slice(0, at + 1).join('/') }]
    })
    .reverse()
}

/** The day on which a project or group was deleted. Null if it was not deleted. Undefined if the day is not known. */
function markedOn(parent: Project | Group): string | null | undefined {
  // Releases before 16 use the second name.
  const day: unknown = parent.marked_for_deletion_on ?? parent.marked_for_deletion_at
  if (typeof day === 'string' && day !== '') return day
  const isShown = 'marked_for_deletion_on' in parent || 'marked_for_deletion_at' in parent
  return isShown || !pathOf(parent).endsWith(suffix + parent.id) ? null : undefined
}

/**
 * Whether a project or group is scheduled for deletion, itself or with a group above it.
 *
 * @param groupOf Reads a group above it. Can fail.
 */
export async function deletionOf(
  noun: keyof Parents,
  parent: Project | Group,
  groupOf: (id: number) => Promise<Group>,
): Promise<ScheduledDeletion | undefined> {
  const { id } = parent
  const path = pathOf(parent)
  const day = markedOn(parent)
  if (day !== null) return { noun, id, path, ...(day !== undefined && { markedOn: day }) }
  for (const group of deletedGroupsAbove(path)) {
    const above = await groupOf(group.id).catch(() => undefined)
    const groupDay = above ? markedOn(above) : undefined
    if (groupDay !== null) return { noun, id, path, group, ...(groupDay !== undefined && { markedOn: groupDay }) }
  }
  return undefined
}

/** Describes a scheduled deletion and its day, as a sentence. */
export function describeDeletion({ noun, id, path, group, markedOn: day }: ScheduledDeletion): string {
  const marked = day === undefined ? '' : ` on ${day}`
  const above = group && ` with group ${group.path} (id ${group.id})`
  return (
    `${noun} ${path} (id ${id}) is scheduled for deletion${above ?? ''}: it was deleted${marked}, and the service ` +
    `removes it and everything in it when its deletion delay (1 to 90 days, an administrator's setting) has passed` +
    `${day === undefined ? '' : ' since then'}.`
  )
}

/** How to restore the project or group, as a sentence. */
export function restoreRemedy({ noun, id, group }: ScheduledDeletion): string {
  const [what, which] = group ? ['group', group.id] : [noun, id]
  return `An Owner of the ${what} can restore it: in its settings (General > Advanced), or with POST /api/v4/${what}s/${which}/restore.`
}
