import { ApiError } from '../../../sdk'
import { InvalidResponse } from '../schema/invalid-response'
import type { Json } from '../schema/json'
import { type Refusal, refusal } from '../schema/refusal'

/** Why deleting a resource keeps its project or group: no earlier update has ended its protection. */
export const keptBecause = ({ deletionProtection }: Json): string | undefined =>
  deletionProtection === false
    ? undefined
    : 'it is protected against deletion. To delete it, first run an update with deletionProtection: false.'

/** Marks a project or group for deletion, unless it is marked already. */
export async function markForDeletion(mark: () => Promise<{ message: string } | null | undefined>): Promise<void> {
  try {
    const response = await mark()
    // That of a proxy, such as a health check. Reading the object proves nothing, because the service deletes it later.
    if (response !== undefined && !/^202\b/.test(String(response?.message))) throw new InvalidResponse()
  } catch (error) {
    if (!ApiError.is(error) || !/already been marked for deletion/.test(error.serverMessage)) throw error
  }
}

/** Why a resource must not be replaced by one of another project or group. */
export const problemOfReplacement =
  (noun: 'project' | 'group') =>
  ({ deletionProtection }: { deletionProtection?: unknown }): string | undefined =>
    deletionProtection === false
      ? `${noun} cannot name another ${noun} while deletionProtection is false in the state, because the former ${noun} ` +
        'would be deleted. First run an update with deletionProtection: true'
      : undefined

/** Why an update of a project or group would fail if it is scheduled for deletion, and the program does not restore it. */
export const refusalsOfDeleted = (live: { readonly restore: boolean }, isRestored: boolean): Refusal[] =>
  live.restore || isRestored
    ? []
    : [refusal('it is scheduled for deletion: set restore: true to restore it, or remove the resource')]

/**
 * Returns a project or group that is not scheduled for deletion. It is restored if the program says so.
 *
 * @param live Its `restore` is false if it is scheduled for deletion.
 * @throws Error if the program does not restore it.
 */
export async function restored<Live extends { readonly restore: boolean }>(
  live: Live,
  isWanted: boolean | undefined,
  restore: () => Promise<Live>,
): Promise<Live> {
  if (live.restore) return live
  if (isWanted) return restore()
  throw new Error(
    'It is scheduled for deletion, so it was not changed. Set restore: true to restore it, or remove the resource.',
  )
}
